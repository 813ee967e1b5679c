import { expect, type Page } from '@playwright/test'
import { pdf } from '../../builders/pictures.ts'
import { accessibleInBothThemes } from '../support/access.ts'
import { issueAct } from '../support/act-steps.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const TILES = '/operator/documents?kind=photo&show=tiles'
const TITLE = /^Фото: заезд \d{6}-\d+, (въезд|выезд|выгрузка), камера \d+$/
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const picture = (page: Page) => page.getByRole('img', { name: TITLE })
const place = (page: Page) => page.getByRole('toolbar', { name: 'Просмотр' }).getByText(/ из /)
const looksAs = (page: Page, transform: RegExp) =>
  expect(picture(page)).toHaveAttribute('style', transform)

async function openFirst(page: Page) {
  await page.goto(TILES)
  const tile = page.getByRole('grid', { name: 'Документы' }).getByRole('row').first()
  await expect(tile).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(TITLE)
  await expect(picture(page)).toBeVisible()
}

test('a picture names its record and leads to it and to the others of its visit @web', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await openFirst(page)
  await expect(page.getByText('Снято')).toBeVisible()
  await expect(page.getByText('Кто добавил')).toBeVisible()
  const record = page.getByRole('link', { name: /^Заезд \d/ })
  const number = (await record.textContent())!
  const [, now, all] = /(\d+) из (\d+)/.exec((await place(page).textContent())!)!
  expect(Number(all)).toBeGreaterThan(1)
  await accessibleInBothThemes(page, 'the page of a picture')
  await shot(page, 'image-page')
  await phoneShot(page, 'image-page')

  const first = page.url()
  const toOther = Number(now) < Number(all) ? 'ArrowRight' : 'ArrowLeft'
  const title = (await heading(page).textContent())!
  await page.keyboard.press(toOther)
  await expect(heading(page)).not.toHaveText(title)
  await expect(heading(page)).toHaveText(TITLE)
  await expect(record).toHaveText(number)
  expect(page.url()).not.toBe(first)
  await expect(page).toHaveTitle(/^Фото: заезд .* — Приёмка$/)

  await record.click()
  await expect(page).toHaveURL(/\/operator\/transactions\?id=/)
  await page.goBack()
  await expect(heading(page)).toHaveText(TITLE)
  await page.goBack()
  await expect(page).toHaveURL(/show=tiles/)
})

test('a picture is enlarged, dragged and turned by keys and by the mouse, and help names the keys @screen', async ({
  page,
}) => {
  await enterAs(page, 'operator')
  await openFirst(page)
  await page.keyboard.press('Equal')
  await looksAs(page, /scale\(1\.25\)/)
  await page.keyboard.press('NumpadSubtract')
  await looksAs(page, /scale\(1\)/)
  const frame = (await picture(page).locator('..').boundingBox())!
  const [x, y] = [frame.x + frame.width / 4, frame.y + frame.height / 4]
  await page.mouse.dblclick(x, y)
  await expect(picture(page)).not.toHaveAttribute('style', /scale\(1\)/)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 30)
  await page.mouse.up()
  await page.keyboard.press('Digit0')
  await looksAs(page, /translate\(0px, 0px\) scale\(1\)/)
  await page.mouse.wheel(0, -100)
  await expect(picture(page)).not.toHaveAttribute('style', /scale\(1\)/)
  await page.keyboard.press('Numpad0')
  await page.keyboard.press('KeyR')
  await looksAs(page, /rotate\(90deg\)/)
  const turned = (await picture(page).boundingBox())!
  expect(turned.height).toBeLessThanOrEqual(frame.height + 1)
  expect(turned.height).toBeGreaterThan(turned.width)
  await shot(page, 'image-page-turned')
  await page.keyboard.press('Shift+F1')
  const help = page.getByRole('dialog', { name: 'Горячие клавиши' })
  for (const words of ['Следующий файл', 'Крупнее', 'Повернуть', 'Целиком'])
    await expect(help.getByText(words, { exact: true })).toBeVisible()
  for (const key of ['←', '→', '+', '−', '0', 'R'])
    await expect(help.locator('kbd').getByText(key, { exact: true })).toBeVisible()
  await shot(page, 'image-page-keys')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('on a phone a picture and what is said of it fit the window @web', async ({ page }) => {
  await enterAs(page, 'operator')
  await openFirst(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const box = (await picture(page).boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await accessibleInBothThemes(page, 'the page of a picture on a phone')
})

test('a PDF is drawn page by page with their number, and is scrolled by keys @web', async ({
  page,
}) => {
  const { id } = await issueAct(page.request)
  const headers = { authorization: `Bearer ${await tokenOf(page.request, 'operator')}` }
  const multipart = {
    'files[]': { name: 'list.pdf', mimeType: 'application/pdf', buffer: pdf(3) },
  }
  const sent = await page.request.post(`/api/v1/act/scans?actId=${id}`, { headers, multipart })
  const [scan] = (await sent.json()) as { file_id: string }[]
  await enterAs(page, 'operator')
  await page.goto(`/image/${scan!.file_id}`)
  const pages = page.getByRole('region', { name: /^Подписанный акт/ })
  await expect(pages.getByText('Страница 1 из 3')).toBeInViewport()
  const last = pages.getByText('Страница 3 из 3')
  await expect(pages.getByRole('img')).toHaveCount(3)
  await expect(last).not.toBeInViewport()
  await accessibleInBothThemes(page, 'the page of a PDF')
  await shot(page, 'image-page-pdf')
  await phoneShot(page, 'image-page-pdf')
  // Wherever the focus is, as in the check of an act's pages.
  const scrolled = () => pages.evaluate((frame) => frame.scrollTop)
  await page.keyboard.press('PageDown')
  await expect.poll(scrolled).toBeGreaterThan(0)
  await page.keyboard.press('PageUp')
  await expect.poll(scrolled).toBe(0)
  await expect(page.getByRole('button', { name: 'Скачать' })).toBeEnabled()
})

test('a super administrator sees whose the picture is, and an unknown one is not found @web', async ({
  page,
}) => {
  await enterAs(page, 'super')
  await page.goto('/super/documents?view=files&kind=photo&show=tiles')
  await page.getByRole('grid', { name: 'Документы' }).getByRole('row').first().dblclick()
  await expect(heading(page)).toHaveText(TITLE)
  await expect(page.getByText('ООО «Вторметалл-Юг»')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Заезд/ })).toHaveCount(0)
  await page.goto('/image/01900000-0000-7000-8000-000000000000')
  await expect(heading(page)).toHaveText('Запись не найдена')
})
