import { expect, type Locator, type Page } from '@playwright/test'
import { actCode, sheet } from '../../builders/sheets.ts'
import { issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'

test.use({ onePage: true })

test('the sheet of another act is refused with a message, one without a code needs a confirmation @web', async ({
  page,
}) => {
  const { own, other } = await openAct(page)
  const scans = page.getByRole('link', { name: 'Подписанный акт' })
  await test.step('another act: refused with its number, nothing is kept', async () => {
    await attach(page, await sheet(actCode(other.id)))
    await expectToast(page, `На листе QR-код другого акта, № ${other.number}`)
    await expect(scans).toHaveCount(0)
    await page.keyboard.press('F8')
    await expectToast(page, 'Сначала приложите скан подписанного акта')
  })
  await test.step('no code: kept with a warning', async () => {
    await attach(page, await sheet(null))
    await expectToast(page, 'QR-код акта не найден: сверьте номер на бумаге')
    await expect(scans).toHaveCount(1)
  })
  const check = page.getByRole('dialog', { name: `Проверка листов акта № ${own.number}` })
  await test.step('the page is shown with the act beside it; without an answer nothing is signed', async () => {
    await page.getByRole('button', { name: 'Подписать' }).click()
    await expect(check.getByRole('img', { name: 'Подписанный акт, лист 1' })).toBeVisible()
    await expect(check).toContainText('сверьте номер, сдатчика и сумму')
    await shot(page, 'sheet-without-code')
    await page.keyboard.press('Escape')
    await expect(check).toBeHidden()
    await expect(page.getByText('Выписан', { exact: true }).first()).toBeVisible()
  })
  await test.step('confirmed: signed', async () => {
    await page.getByRole('button', { name: 'Подписать' }).click()
    await check.getByRole('button', { name: 'Принять лист' }).click()
    await check.getByRole('button', { name: 'Сверено, подписать' }).click()
    await expectToast(page, 'Акт подписан')
    await expect(page.getByText('Подписан', { exact: true }).first()).toBeVisible()
  })
})

test('pages of the scanner stay in it until they are stored, whatever the reason @web', async ({
  page,
}) => {
  const { own, other } = await openAct(page)
  const dialog = page.getByRole('dialog', { name: 'Сканер' })
  const pages = dialog.getByRole('button', { name: /^Лист \d$/ })
  const reason = dialog.getByRole('alert')
  const send = dialog.getByRole('button', { name: /^Приложить/ })
  await test.step('a sheet of another act is named, and every page is still there', async () => {
    await expect(page.getByRole('button', { name: 'Сканер' })).toBeEnabled()
    await page.keyboard.press('F7')
    await choose(dialog, [await sheet(actCode(own.id)), await sheet(actCode(other.id))])
    await expect(pages).toHaveCount(2)
    await send.press('Enter')
    await expect(reason).toContainText(`Файл 2: На листе QR-код другого акта, № ${other.number}`)
    await expect(pages).toHaveCount(2)
    await expect(send).toBeEnabled()
    await shot(page, 'scanner-refused')
    await phoneShot(page, 'scanner-refused')
  })
  await test.step('without a connection the rest stays too, and is attached with the next press', async () => {
    await dialog.getByRole('button', { name: 'Убрать лист 2' }).click()
    await page.route(/act\/scans/, (route) => route.abort(), { times: 1 })
    await send.press('Enter')
    await expect(reason).toContainText('Ошибка соединения с сервером!')
    await expect(pages).toHaveCount(1)
    await send.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Подписанный акт' })).toHaveCount(1)
  })
  await test.step('of papers of a supplier only what is not stored stays', async () => {
    await page.goto(`/operator/suppliers?card=${own.supplier}`)
    const papers = page.getByRole('link', { name: 'Паспорт' })
    await page.getByRole('tab', { name: 'Документы' }).click()
    await page.getByRole('button', { name: 'Сканер' }).click()
    await choose(dialog, [await sheet(null), await sheet(null, { turned: 5 })])
    await expect(pages).toHaveCount(2)
    const before = await papers.count()
    let sent = 0
    await page.route(SAVE, (route) => (++sent === 2 ? route.abort() : route.continue()))
    await send.press('Enter')
    await expect(reason).toContainText('Ошибка соединения с сервером!')
    await expect(pages).toHaveCount(1)
    await send.press('Enter')
    await expect(dialog).toBeHidden()
    expect(sent).toBe(3)
    await expect(papers).toHaveCount(before + 2)
  })
})

const SAVE = /files\/save/

async function choose(dialog: Locator, pictures: Buffer[]): Promise<void> {
  const files = pictures.map((buffer, place) => ({
    name: `list-${place}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }))
  await dialog.getByLabel('Файлы снимков').setInputFiles(files)
}

async function attach(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Скан', exact: true }).click()
  await (await chooser).setFiles({ name: 'akt.jpg', mimeType: 'image/jpeg', buffer })
}

/** Opens an issued act; another one of the same supplier has sheets of its own. */
async function openAct(page: Page) {
  const own = await issueAct(page.request)
  const other = await issueAct(page.request, own.supplier)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${own.id}`)
  return { own, other }
}
