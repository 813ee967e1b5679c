import { expect, type Page } from '@playwright/test'
import { accessibleInBothThemes } from '../support/access.ts'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const PHOTOS = '/operator/documents?kind=photo'
const tiles = (page: Page) => page.getByRole('grid', { name: 'Документы' }).getByRole('row')
const active = (page: Page) => page.locator('[role=row][data-active]')
const placeOf = async (page: Page) => Number(await active(page).getAttribute('aria-rowindex'))

test('documents are looked through as tiles, by keys alone, and the address keeps the choice @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto(PHOTOS)
  const choice = page.getByRole('group', { name: 'Показать как' })
  await choice.getByRole('button', { name: 'Плитки' }).click()
  await expect(page).toHaveURL(/show=tiles/)
  await expect(tiles(page).nth(20)).toBeAttached()
  await expect(tiles(page).first()).toContainText(/Фото.*Заезд \d{6}-\d+.*\d\d:\d\d/s)
  await expect(tiles(page).first().locator('img')).toHaveJSProperty('complete', true)
  const width = await tiles(page)
    .first()
    .locator('img')
    .evaluate((img: HTMLImageElement) => img.naturalWidth)
  expect(width).toBeGreaterThan(0)
  expect(width).toBeLessThanOrEqual(360)
  await accessibleInBothThemes(page, 'documents as tiles')
  await shot(page, 'gallery')
  await phoneShot(page, 'gallery-phone')

  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveAttribute('aria-rowindex', '1')
  await page.keyboard.press('ArrowRight')
  await expect(active(page)).toHaveAttribute('aria-rowindex', '2')
  await page.keyboard.press('ArrowDown')
  const across = (await placeOf(page)) - 2
  expect(across).toBeGreaterThan(2)
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toHaveAttribute('aria-rowindex', '2')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.locator('[role=row][data-chosen]')).toHaveCount(2)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/image\//)
  await page.goBack()
  await expect(choice.getByRole('button', { name: 'Плитки' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'Следующая страница' }).click()
  await expect(page).toHaveURL(/show=tiles.*page=2|page=2.*show=tiles/)
  await expect(tiles(page).first()).toBeVisible()
  await choice.getByRole('button', { name: 'Таблица' }).click()
  await expect(page.getByRole('columnheader', { name: 'Вид' })).toBeVisible()
  await expect(page).not.toHaveURL(/show=/)
})

test('tiles say when there is nothing and when pictures do not come @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.goto(`${PHOTOS}&show=tiles&q=нетникого`)
  await expect(page.getByText('По этим условиям ничего нет.')).toBeVisible()
  const gone = { code: 'common.not-found', message: 'Файл не найден' }
  await page.route('**/api/v1/files/getThumbnail/*', (route) =>
    route.fulfill({ status: 404, json: gone }),
  )
  await page.goto(`${PHOTOS}&show=tiles`)
  await expect(tiles(page).first()).toContainText('не открыто')
  await page.unroute('**/api/v1/files/getThumbnail/*')
  const broken = { code: 'common.internal', message: 'Внутренняя ошибка. Попробуйте ещё раз' }
  await page.route('**/api/v1/files/getList*', (route) =>
    route.fulfill({ status: 500, json: broken }),
  )
  await page.goto(`${PHOTOS}&show=tiles&size=25`)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
})

test('on a phone two tiles stand in a line and a tap opens one @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${PHOTOS}&show=tiles`)
  await expect(tiles(page).nth(3)).toBeVisible()
  const tops = await tiles(page).evaluateAll((all) =>
    all.slice(0, 3).map((one) => Math.round(one.getBoundingClientRect().top)),
  )
  expect(tops[0]).toBe(tops[1])
  expect(tops[2]).toBeGreaterThan(tops[1]!)
  await accessibleInBothThemes(page, 'documents as tiles on a phone')
  await tiles(page).first().click()
  await expect(page).toHaveURL(/\/image\//)
})

test('a super administrator looks at the files of all companies as tiles @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/documents?view=files&kind=photo&show=tiles')
  await expect(tiles(page).first()).toBeVisible()
  await shot(page, 'gallery-super')
})
