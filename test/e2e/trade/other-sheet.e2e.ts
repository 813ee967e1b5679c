import { expect, type Page } from '@playwright/test'
import { actCode, sheet } from '../../builders/sheets.ts'
import { issueAct } from '../support/act-steps.ts'
import { enterAs } from '../support/addresses.ts'
import { expectToast, test } from '../support/held-page.ts'
import { shot } from '../support/page.ts'

test.use({ onePage: true })

test('the sheet of another act is refused with a message, one without a code needs a confirmation', async ({
  page,
}) => {
  const own = await issueAct(page.request)
  const other = await issueAct(page.request, own.supplier)
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${own.id}`)
  const scans = page.getByRole('link', { name: 'Подписанный акт' })
  await test.step('another act: refused with its number, nothing is kept', async () => {
    await attach(page, await sheet(actCode(other.id)))
    await expectToast(page, `На листе QR-код другого акта, № ${other.number}`)
    await expect(scans).toHaveCount(0)
    await page.getByRole('button', { name: 'Подписать' }).click()
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

async function attach(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Скан', exact: true }).click()
  await (await chooser).setFiles({ name: 'akt.jpg', mimeType: 'image/jpeg', buffer })
}
