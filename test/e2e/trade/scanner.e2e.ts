import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { actCode, sheet } from '../../builders/sheets.ts'
import { accessible } from '../support/access.ts'
import { acceptPages, issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

const corner = (page: Page, name: string) =>
  page.getByRole('button', { name: `Угол листа: ${name}` })

/** Where a corner lies in its picture. */
const placeOf = async (page: Page, name: string) => {
  const { x, y } = await corner(page, name).evaluate((circle) => ({
    x: Number(circle.getAttribute('cx')),
    y: Number(circle.getAttribute('cy')),
  }))
  return { x, y }
}

/** The browser of the tests has no cameras: this one is a moving picture of its own, or none at all. */
const putCamera = (page: Page, isThere: boolean) =>
  page.evaluate((there) => {
    navigator.mediaDevices.getUserMedia = async () => {
      if (!there) throw new DOMException('', 'NotFoundError')
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 640, height: 480 })
      const context = canvas.getContext('2d')!
      setInterval(() => {
        context.fillStyle = '#304050'
        context.fillRect(0, 0, 640, 480)
        context.fillStyle = '#fff'
        context.fillRect(120, 40 + (Date.now() % 20), 400, 380)
      }, 40)
      return canvas.captureStream(25)
    }
  }, isThere)

/** Sends a text as a hand-held scanner does: key by key, faster than any hand, with Enter at its end. */
const scan = (page: Page, text: string) =>
  page.evaluate((signs) => {
    const above: Record<string, string> = { ':': 'Semicolon', '?': 'Slash' }
    const plain: Record<string, string> = {
      '-': 'Minus',
      '.': 'Period',
      '/': 'Slash',
      '=': 'Equal',
    }
    const codeOf = (sign: string) =>
      above[sign] ?? plain[sign] ?? (/\d/.test(sign) ? `Digit${sign}` : `Key${sign.toUpperCase()}`)
    const keys = [
      ...signs.map((sign) => [codeOf(sign), sign in above] as const),
      ['Enter', false] as const,
    ]
    for (const [i, [code, shiftKey]] of keys.entries()) {
      const press = { code, shiftKey, bubbles: true, cancelable: true }
      const event = new KeyboardEvent('keydown', press)
      // However busy the machine is, the scanner keeps its pace.
      Object.defineProperty(event, 'timeStamp', { value: performance.now() + i * 8 })
      document.activeElement!.dispatchEvent(event)
    }
  }, Array.from(text))

test('a skewed photo of the signed act is straightened, its code read, and a shot of the camera put behind it @web', async ({
  page,
}) => {
  const { id } = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${id}`)
  await expect(page.getByRole('button', { name: 'Сканер' })).toBeEnabled()
  await page.keyboard.press('F7')
  const dialog = page.getByRole('dialog', { name: 'Сканер' })
  await expect(dialog.getByRole('button', { name: 'Приложить' })).toBeDisabled()
  const photo = await sharp(await sheet(actCode(id), { turned: 11 }))
    .extend({ top: 90, bottom: 90, left: 140, right: 140, background: '#8a8478' })
    .jpeg()
    .toBuffer()
  await test.step('the sheet is found by itself, and a corner is moved by keys and by mouse', async () => {
    await dialog
      .getByLabel('Файлы снимков')
      .setInputFiles({ name: 'akt.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(corner(page, 'левый верхний')).toBeVisible()
    const found = await placeOf(page, 'левый верхний')
    // The top left corner of A4 at 150 dpi, turned by 11° within its frame.
    expect(Math.abs(found.x - (140 + 335))).toBeLessThan(16)
    expect(Math.abs(found.y - 90)).toBeLessThan(16)
    await shot(page, 'scanner')
    await phoneShot(page, 'scanner')
    await accessible(page, 'the scanner')
    await corner(page, 'левый верхний').press('Shift+ArrowLeft')
    const moved = await placeOf(page, 'левый верхний')
    expect(found.x - moved.x).toBeGreaterThan(1)
    await corner(page, 'левый верхний').press('Shift+ArrowRight')
    await corner(page, 'левый нижний').hover()
    const before = await placeOf(page, 'левый нижний')
    await page.mouse.down()
    const box = (await corner(page, 'левый нижний').boundingBox())!
    await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2 - 20)
    await page.mouse.up()
    const after = await placeOf(page, 'левый нижний')
    expect(after.x - before.x).toBeGreaterThan(10)
    await page.getByRole('button', { name: 'Найти лист' }).click()
    await expect.poll(() => placeOf(page, 'левый нижний')).toEqual(before)
  })
  await test.step('a file that is no picture is named, and the page stays', async () => {
    await dialog.getByLabel('Файлы снимков').setInputFiles({
      name: 'договор.txt',
      mimeType: 'image/png',
      buffer: Buffer.from('Не картинка'),
    })
    await expectToast(page, '«договор.txt» не открывается как картинка')
    await expect(dialog.getByRole('button', { name: 'Лист 1', exact: true })).toBeVisible()
  })
  await test.step('a telephone opens the code without a sign-in, and its photo stands in the dialog', async () => {
    const made = page.waitForResponse(/createPhoneLink/)
    await dialog.getByRole('button', { name: 'С телефона' }).click()
    const { address } = (await (await made).json()) as { address: string }
    await expect(dialog.getByAltText('QR-код ссылки для телефона')).toBeVisible()
    await shot(page, 'scanner-phone-code')
    const visitor = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 360, height: 640 }, locale: 'ru-RU' })
    const telephone = await visitor.newPage()
    await telephone.goto(address)
    await expect(telephone.getByRole('heading')).toHaveText(/^Акт № /)
    await telephone
      .getByLabel('Выбрать снимки')
      .setInputFiles({ name: 'list.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(telephone.getByText('Передано', { exact: true })).toBeVisible()
    await accessible(telephone, 'the page of a telephone')
    await shot(telephone, 'phone-page')
    await expect(dialog.getByRole('button', { name: 'Убрать лист 2' })).toBeVisible()
    // A cut connection of this computer: the second page is read with the next look, or before anything is attached.
    const lost = page.waitForEvent('requestfailed')
    await page.route(/getPhonePage/, (route) => route.abort(), { times: 1 })
    await telephone
      .getByLabel('Выбрать снимки')
      .setInputFiles({ name: 'second.jpg', mimeType: 'image/jpeg', buffer: photo })
    await lost
    await dialog.getByRole('button', { name: 'Приложить' }).click()
    await expectToast(page, 'С телефона пришли ещё листы. Проверьте их и приложите все вместе')
    await dialog.getByRole('button', { name: 'Убрать лист 3' }).click()
    await dialog.getByRole('button', { name: 'Убрать лист 2' }).click()
    await dialog.getByRole('button', { name: 'С телефона' }).click()
    await expect(telephone.getByRole('alert')).toContainText('Ссылка больше не действует')
    await visitor.close()
  })
  await test.step('without a camera the reason is told; with one it gives a second page, put first and back', async () => {
    const filming = dialog.getByRole('button', { name: 'Камера' })
    await putCamera(page, false)
    await filming.click()
    await expect(dialog.getByRole('alert')).toContainText('Камера не найдена')
    await filming.click()
    await putCamera(page, true)
    await filming.click()
    await dialog.getByRole('button', { name: 'Снять лист' }).click()
    await expect(dialog.getByRole('button', { name: 'Лист 2', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Повернуть' }).click()
    await shot(page, 'scanner-camera')
    await dialog.getByRole('button', { name: 'Лист 2 выше' }).click()
    await dialog.getByRole('button', { name: 'Лист 1 ниже' }).click()
  })
  await dialog.getByRole('button', { name: 'Лист 1', exact: true }).press('Control+Enter')
  await expectToast(page, 'Добавлено: 2\u00a0листа')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Подписанный акт' })).toHaveCount(2)
  await acceptPages(page, 2)
  await expectToast(page, 'Акт подписан')
  await test.step('a hand-held scanner opens the act by the code of its print and by its number', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    const [number] = /[\d-]{6,}/.exec((await heading.textContent())!)!
    for (const text of [`https://then.example/?path=/operator/act/${id}`, number]) {
      await page.goto('/operator/acts')
      await expect(page.getByRole('row').nth(2)).toBeVisible()
      // Its listener is loaded after the screen: what comes before is not heard.
      await expect(async () => {
        await scan(page, text)
        await expect(page).toHaveURL(`/operator/act/${id}`, { timeout: 2000 })
      }).toPass()
      await expect(heading).toContainText(number)
    }
  })
  await test.step('what was just typed into a search does not take a scan back', async () => {
    await page.goBack()
    await page.getByRole('searchbox').fill('2026')
    const loading = Promise.withResolvers<void>()
    await page.route(/\/assets\/payment/, async (route) => {
      await loading.promise
      await route.continue()
    })
    await scan(page, 'https://then.example/?path=/operator/payments')
    // Set after that of the search, so it ends after it.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
    loading.resolve()
    await expect(page).toHaveURL('/operator/payments')
  })
})

test('closing asks about the sheets that were taken; cleaned, they are attached as one PDF @web', async ({
  page,
}) => {
  const { id } = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${id}`)
  await expect(page.getByRole('button', { name: 'Сканер' })).toBeEnabled()
  await page.keyboard.press('F7')
  const dialog = page.getByRole('dialog', { name: 'Сканер' })
  const shadow = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect x="500" width="740" height="1754" fill="#000" fill-opacity="0.35"/></svg>',
  )
  const buffer = await sharp(await sheet(actCode(id), {}))
    .resize(1240, 1754)
    .composite([{ input: shadow }])
    .jpeg()
    .toBuffer()
  await dialog.getByLabel('Файлы снимков').setInputFiles([
    { name: 'first.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'second.jpg', mimeType: 'image/jpeg', buffer },
  ])
  await expect(dialog.getByRole('button', { name: 'Лист 2', exact: true })).toBeVisible()
  const contrast = dialog.getByRole('button', { name: 'Контраст' })
  await contrast.press('Enter')
  await expect(contrast).toHaveAttribute('aria-pressed', 'true')
  await shot(page, 'scanner-contrast')
  await phoneShot(page, 'scanner-contrast')
  await page.setViewportSize({ width: 390, height: 844 })
  const { x, width } = (await dialog.getByRole('button', { name: 'Приложить 2' }).boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Закрыть без сохранения?' })
  await question.getByRole('button', { name: 'Отмена' }).click()
  await expect(dialog.getByRole('button', { name: 'Лист 2', exact: true })).toBeVisible()
  await dialog.getByLabel('Файлы снимков').setInputFiles({
    name: 'akt.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expectToast(page, '«akt.pdf» — готовый PDF')
  await dialog.getByLabel('Одним файлом PDF').check()
  await contrast.press('Control+Enter')
  await expectToast(page, 'Добавлено: 1\u00a0лист')
  await expect(page.getByRole('link', { name: 'Подписанный акт' })).toHaveCount(1)
})
