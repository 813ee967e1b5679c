import { expect } from '@playwright/test'
import { issueAct, stepsOf } from '../support/act-steps.ts'
import { enterAs, leadAway } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin } from '../support/purchase-steps.ts'

test.use({ onePage: true })

test('a supplier is paid for an act issued after the pay page was opened @screen', async ({
  page,
}) => {
  const first = await issueAct(page.request)
  await enterAs(page, 'operator')
  const pay = `/operator/create_payment/details/${first.supplier}`
  await page.goto(`${pay}?act=${first.id}`)
  await expect(page.getByLabel(`Платить за акт ${first.number}`)).toBeChecked()
  await leadAway(page, '/operator/acts')
  const second = await issueAct(page.request, first.supplier)
  await leadAway(page, `${pay}?act=${second.id}`)
  await expect(page.getByLabel(`Платить за акт ${second.number}`)).toBeChecked()
  await expect(page.getByLabel(`Платить за акт ${first.number}`)).not.toBeChecked()
})

test('the draft of a correction is moved to another supplier, and nothing else is asked @web', async ({
  page,
}) => {
  const { id } = await issueAct(page.request)
  // A search by name reads letters.
  const letters = Array.from(String(Date.now()), (digit) => 'абвгдежзик'[Number(digit)])
  const last_name = `Другой${letters.join('')}`
  const operator = await stepsOf(page.request, 'operator')
  await operator('post', 'supplier/createNewSuppliers', {
    client_id: crypto.randomUUID(),
    type: 'person',
    last_name,
    first_name: 'Олег',
  })
  await enterAs(page, 'operator')
  await page.goto(`/operator/act/${id}`)
  await page.getByRole('button', { name: 'Ещё' }).click()
  await page.getByRole('button', { name: 'Исправить' }).click()
  await page.getByRole('dialog').getByLabel('Причина').fill('Не тот поставщик')
  await page.getByRole('dialog').getByRole('button', { name: 'Исправить' }).click()
  await givePin(page)
  await expect(page.getByRole('heading', { name: 'Черновик акта' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Примечание' }).fill('Переписан')
  await page.getByRole('button', { name: 'Другой поставщик' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(last_name)
  await page.keyboard.press('Control+Enter')
  const found = page.getByRole('dialog', { name: 'Кто из них?' })
  const option = found.getByRole('option').first()
  await shot(page, 'another-supplier')
  await option.click()
  await expect(page.getByRole('complementary').getByText(last_name)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Примечание' })).toHaveValue('Переписан')
  await expect(page.getByRole('alert', { name: 'Запись изменили' })).toHaveCount(0)
  await shot(page, 'moved-draft')
  await phoneShot(page, 'moved-draft')
})

test('an act issued while the pay page is open is shown there and does not change the sum by itself', async ({
  page,
}) => {
  const first = await issueAct(page.request)
  await enterAs(page, 'operator')
  await page.goto(`/operator/create_payment/details/${first.supplier}?act=${first.id}`)
  await expect(page.getByLabel(`Платить за акт ${first.number}`)).toBeChecked()
  const sum = page.getByLabel('Сумма выплаты')
  const before = await sum.textContent()
  const typed = page.getByLabel(`К выплате за акт ${first.number}`)
  await typed.click()
  await typed.fill('12,34')
  await expect(sum).not.toHaveText(before!)
  const second = await issueAct(page.request, first.supplier)
  const other = page.getByLabel(`Платить за акт ${second.number}`)
  await expect(other).not.toBeChecked()
  await expect(typed).toHaveValue('12,34')
  await expect(sum).toHaveText(/^12,34/)
  await other.check()
  await expect(sum).not.toHaveText(/^12,34/)
})
