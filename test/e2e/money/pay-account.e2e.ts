import { expect } from '@playwright/test'
import { enterAs } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin, seePaid } from '../support/purchase-steps.ts'
import { agreeWithTbank, listsOf } from './tbank-agreement.ts'

test.use({ onePage: true })

test('an act of a firm is paid to its account by Т-Банк, and the act becomes paid @web', async ({
  page,
}) => {
  const read = await listsOf(page.request, 'operator')
  const { items: acts } = await read<{
    items: { id: string; supplier_id: string; supplier_name: string; number: string }[]
  }>('act/getAllActs', { status: ['issued', 'signed'], payment_state: ['unpaid'], limit: 200 })
  const mine = acts.find(({ supplier_name: name }) => name.startsWith('ООО'))!
  const headers = { authorization: `Bearer ${await enterAs(page, 'operator')}` }
  const card = await page.request.get(`/api/v1/supplier/getSupplier?id=${mine.supplier_id}`, {
    headers,
  })
  const { methods } = (await card.json()) as { methods: { id: string; kind: string }[] }
  await agreeWithTbank(page.request, methods.find(({ kind }) => kind === 'account')!.id)
  await page.goto(`/operator/create_payment/details/${mine.supplier_id}?act=${mine.id}`)
  await expect(page.getByText('Банковский счёт', { exact: true })).toBeVisible()
  await expect(page.getByText('Т-Банк, расчётный счёт')).toBeVisible()
  await shot(page, '70-pay-account')
  await page.getByRole('button', { name: /Сохранить и отправить/ }).click()
  await givePin(page)
  await seePaid(page, '71-account-paid')
  await page.getByRole('link', { name: new RegExp(`№ ${mine.number}`) }).click()
  await expect(page.getByRole('heading', { name: /Акт №/ })).toBeVisible()
  await expect(page.getByText('Оплачен').first()).toBeVisible()
  await shot(page, '72-act-of-firm-paid')
  await test.step('the order is printed with what the bank said', async () => {
    await page.goto('/operator/payments')
    await page.getByRole('row').filter({ hasText: mine.number }).first().dblclick()
    await page.getByRole('link', { name: 'Платёжное поручение' }).click()
    await expect(page.getByText('0401060')).toBeVisible()
    await expect(page.getByText(/Исполнено .*EXECUTED/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'PDF' })).toBeVisible()
    await shot(page, '73-payment-order')
    await phoneShot(page, '73-payment-order')
  })
})
