import { expect, type Page } from '@playwright/test'
import { enterAs, leadAway } from '../support/addresses.ts'
import { IS_LONG } from '../../support/sweep-size.ts'
import { test } from '../support/held-page.ts'

test.use({ onePage: true })

/** Lists whose rows are chosen for an action. */
const CHOOSING = [
  '/operator/acts',
  ...(IS_LONG ? ['/operator/suppliers', '/operator/payments'] : []),
  '/operator/transactions',
]
const VIEWS = [[1366, 768], ...(IS_LONG ? ([[1024, 768]] as const) : []), [390, 844]] as const

const boxes = (page: Page) => page.locator('tbody input[type=checkbox]')

/** Middle of the second row's box. */
async function placeOfSecond(page: Page): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await boxes(page).nth(1).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test('selecting a row of a list does not move the next one @screen', async ({ page }) => {
  await enterAs(page, 'operator')
  // From another screen: one that only changes its query keeps its head, by which the next one is recognised.
  await page.goto('/operator')
  for (const [width, height] of VIEWS)
    for (const path of CHOOSING)
      await test.step(`${path} ${width}`, async () => {
        await page.setViewportSize({ width, height })
        await leadAway(page, `${path}?size=25`)
        await expect(boxes(page).nth(1), path).toBeVisible()
        await expect(page.locator('footer').getByText(/ из /)).toBeVisible()
        const { x, y } = await placeOfSecond(page)
        await boxes(page).first().click()
        const bar = page.getByRole('toolbar', { name: 'Действия с выбранными' })
        await expect(bar).toContainText('Выбрано: 1 строка')
        await page.mouse.click(x, y)
        await expect(bar).toContainText('Выбрано: 2 строки')
        await expect(boxes(page).nth(1), path).toBeChecked()
        await bar.getByRole('button', { name: 'Снять выбор' }).click()
        await expect(bar).toHaveCount(0)
        expect(await placeOfSecond(page), path).toEqual({ x, y })
      })
})

test('rows do not move when a period, a status or a search filters the list @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await page.goto('/operator')
  for (const [width, height] of VIEWS)
    for (const path of CHOOSING.filter((list) => list !== '/operator/suppliers'))
      await test.step(`${path} ${width}`, async () => {
        await page.setViewportSize({ width, height })
        await leadAway(page, path)
        const table = page.getByRole('grid')
        await expect(boxes(page).first(), path).toBeVisible()
        await showFilters(page, width)
        const top = async () => (await table.boundingBox())!.y
        const before = await top()
        await page.getByRole('button', { name: 'За всё время' }).click()
        await page.getByRole('button', { name: 'Месяц', exact: true }).click()
        await expect(page).toHaveURL(/from=/)
        expect(await top(), 'a period').toBe(before)
        const today = '2026-01-01'
        await leadAway(page, `/operator`)
        await leadAway(page, `${path}?from=${today}&to=2026-12-31`)
        await showFilters(page, width)
        await expect(page.getByRole('button', { name: /^с .* по / })).toBeVisible()
        expect(await top(), 'two dates').toBe(before)
        await page.getByRole('group', { name: 'Статус' }).getByRole('button').first().click()
        await expect(page).toHaveURL(/status=/)
        expect(await top(), 'a status').toBe(before)
      })
})

/** On a phone the filters of a list are behind one button. */
async function showFilters(page: Page, width: number): Promise<void> {
  if (width < 600) await page.getByRole('button', { name: 'Отбор' }).click()
  await expect(page.getByRole('button', { name: 'Колонки' })).toBeVisible()
}
