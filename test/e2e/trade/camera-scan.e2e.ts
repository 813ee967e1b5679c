import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, type Request } from '@playwright/test'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { drawBarcode } from '../../builders/camera/barcodes.ts'
import { passportPicture } from '../../builders/camera/photograph.ts'
import { actCode } from '../../builders/sheets.ts'
import { accessible } from '../support/access.ts'
import { issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { browserConfig, CHROMIUM_ARGS } from '../support/browser-config.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { PASSPORT } from './scan-passport.ts'

const CLEAR = { side: 1600, share: 0.8, degrees: 2, perspective: 0.01, blur: 0.02, noise: 3 }
const passport = { ...CLEAR, quality: 90, shadow: 0.9, kind: 'internal', lines: PASSPORT } as const

/** What the camera of the tests shows: a passport, and beside its photo the code of a printed list of payments. */
async function filmedPicture(): Promise<string> {
  const code = await QRCode.toBuffer('https://then.example/?path=/operator/payments', {
    width: 260,
  })
  const { jpeg } = await passportPicture('filmed', passport)
  const frame = await sharp(jpeg)
    .composite([{ input: code, left: 1050, top: 300 }])
    .jpeg({ quality: 90 })
    .toBuffer()
  const file = path.join(os.tmpdir(), `priyomka-camera-${process.pid}.mjpeg`)
  writeFileSync(file, Buffer.concat(Array.from({ length: 5 }, () => frame)))
  return file
}

test.use({
  permissions: ['camera'],
  launchOptions: {
    executablePath: browserConfig.chromium,
    args: [
      ...CHROMIUM_ARGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${await filmedPicture()}`,
    ],
  },
})

/** Answers to these addresses wait, so that what is read does not close the window before it is looked at. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Runs in the page: remembers each frame that is drawn around a code, which is on screen for a moment. */
function watchFrames() {
  const frames: string[] = []
  Object.assign(globalThis, { codeFrames: frames })
  new MutationObserver(() => {
    const points = document.querySelector('[role="dialog"] polygon')?.getAttribute('points')
    if (points && !frames.includes(points)) frames.push(points)
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Сканер' })

async function openFromPalette(page: Page): Promise<void> {
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('combobox', { name: 'Найти или сделать' }).fill('паспорт камерой')
  await page.keyboard.press('Enter')
  await expect(scanner(page).getByLabel('Изображение камеры')).toBeVisible()
}

const file = (buffer: Buffer) => ({ name: 'snimok.jpg', mimeType: 'image/jpeg', buffer })

test('a code before the camera opens its record, one in a file too, and any other is searched for @web', async ({
  page,
}) => {
  const { id } = await issueAct(page.request)
  const requests: Request[] = []
  page.context().on('request', (request) => requests.push(request))
  await enterAs(page, 'operator')
  await page.goto('/operator/acts')
  const release = await holdBack(page, /zxing_reader/)
  await openFromPalette(page)
  await expect(scanner(page).getByRole('tab', { name: 'Штрихкод' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(scanner(page).getByRole('button', { name: 'Прочитать снимок' })).toBeVisible()
  await shot(page, 'scanner-code')
  await phoneShot(page, 'scanner-code')
  await accessible(page, 'the scanner for codes')
  await page.evaluate(watchFrames)
  release()
  await expect(page).toHaveURL('/operator/payments')
  await expect(scanner(page)).toBeHidden()
  // The code was shown framed before it led on: its four corners, within the picture.
  const [frame] = await page.evaluate(
    () => (window as Window & { codeFrames?: string[] }).codeFrames!,
  )
  const corners = frame!.split(' ').map((corner) => corner.split(',').map(Number))
  expect(corners).toHaveLength(4)
  expect(corners.flat().every((share) => share > 0.2 && share < 0.9)).toBe(true)
  expect(requests.some((request) => /\/assets\/zxing_reader/.test(request.url()))).toBe(true)
  await test.step('without a camera a file is the other way', async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('', 'NotFoundError'))
    })
    const choose = async (buffer: Buffer) => {
      await scanner(page).getByLabel('Файл снимка').setInputFiles(file(buffer))
    }
    await page.keyboard.press('Control+KeyK')
    await page.getByRole('combobox', { name: 'Найти или сделать' }).fill('сканер')
    await page.keyboard.press('Enter')
    await expect(scanner(page).getByRole('alert')).toContainText('Камера не найдена')
    await choose(Buffer.from('Не картинка'))
    await expect(scanner(page).getByText('Файл не открывается как картинка')).toBeVisible()
    await choose((await passportPicture('without a code', passport)).jpeg)
    await expect(scanner(page).getByText('На снимке нет кода')).toBeVisible()
    const printed = await QRCode.toBuffer(actCode(id), { width: 700 })
    await choose(await sharp(printed).rotate(9, { background: '#ddd' }).jpeg().toBuffer())
    await expect(page).toHaveURL(`/operator/act/${id}`)
    await page.keyboard.press('Control+KeyK')
    await page.getByRole('combobox', { name: 'Найти или сделать' }).fill('сканер')
    await page.keyboard.press('Enter')
    await expect(scanner(page).getByRole('alert')).toContainText('Камера не найдена')
    await choose(
      await sharp(await drawBarcode('2026-999999', 'Code128'))
        .jpeg()
        .toBuffer(),
    )
    await expect(page.getByRole('combobox', { name: 'Найти или сделать' })).toHaveValue(
      '2026-999999',
    )
    await page.keyboard.press('Escape')
  })
})

test('a passport before the camera is read in the browser, accepted field by field, and its picture goes nowhere @web', async ({
  page,
}) => {
  const sent: string[] = []
  page.context().on('request', (request) => {
    const body = request.postData() ?? ''
    sent.push(
      `${request.method()} ${request.url()} ${request.headers()['content-type'] ?? ''} ${body}`,
    )
  })
  await enterAs(page, 'operator')
  await page.goto('/operator/acts')
  // The code of the same picture is not looked for here.
  await holdBack(page, /zxing_reader/)
  const release = await holdBack(page, /passport-worker/)
  await openFromPalette(page)
  await page.keyboard.press('Alt+Digit2')
  await expect(scanner(page).getByText('Покажите камере')).toBeVisible()
  await expect(scanner(page).getByRole('button', { name: 'Прочитать снимок' })).toBeVisible()
  await shot(page, 'scanner-passport')
  await phoneShot(page, 'scanner-passport')
  await accessible(page, 'the scanner for passports')
  release()
  const window = page.getByRole('dialog', { name: 'Прочитан паспорт' })
  await expect(window.getByText('Байрамов Амир Ильгам')).toBeVisible()
  await expect(window.getByText('4601 123456')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(window).toBeHidden()
  expect(sent.filter((one) => /image\/|PNRUS|BAQRAMOV/.test(one))).toEqual([])
  await test.step('in the form of a new supplier each field is taken by a press', async () => {
    await page.goto('/operator/suppliers?mode=create')
    const form = page.getByRole('dialog', { name: 'Новый поставщик' })
    await form.getByRole('button', { name: 'Паспорт камерой' }).press('Enter')
    const read = form.getByRole('region', { name: 'Прочитано сканером' })
    await expect(read.getByRole('listitem')).toHaveCount(8)
    await shot(page, 'scanner-passport-fields')
    await phoneShot(page, 'scanner-passport-fields')
    await expect(form.getByLabel(/^Фамилия/)).toHaveValue('')
    await read.getByRole('button', { name: 'Взять: Фамилия' }).press('Enter')
    await expect(form.getByLabel(/^Фамилия/)).toHaveValue('Байрамов')
    await expect(form.getByLabel('Серия и номер')).toHaveValue('')
    await read.getByRole('button', { name: 'Взять: Паспорт РФ' }).press('Enter')
    await expect(form.getByLabel('Серия и номер')).toHaveValue('46 01 123456')
  })
  await test.step('a picture with a damaged check digit leaves its field out; one without lines says so', async () => {
    const form = page.getByRole('dialog', { name: 'Новый поставщик' })
    const read = form.getByRole('region', { name: 'Прочитано сканером' })
    await read.getByRole('button', { name: 'Не брать' }).press('Enter')
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await form.getByRole('button', { name: 'Паспорт камерой' }).press('Enter')
    await expect(scanner(page).getByRole('alert')).toContainText('Браузеру запрещена камера')
    const choose = (buffer: Buffer) =>
      scanner(page).getByLabel('Файл снимка').setInputFiles(file(buffer))
    await choose(
      await sharp({ create: { width: 900, height: 700, channels: 3, background: '#889' } })
        .jpeg()
        .toBuffer(),
    )
    await expect(scanner(page).getByText('Машиночитаемые строки не найдены')).toBeVisible()
    const lines = [PASSPORT[0], PASSPORT[1].replace('M', 'F').replace('9312074', '9312079')]
    await choose((await passportPicture('damaged', { ...passport, lines })).jpeg)
    await expect(read.getByRole('button', { name: 'Взять: Паспорт РФ' })).toBeVisible()
    await expect(read.getByText('Дата рождения')).toHaveCount(0)
  })
})
