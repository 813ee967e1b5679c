import { expect, type APIRequestContext } from '@playwright/test'
import { accountWith, transferKeys } from '../../builders/transfer/accounts.ts'
import { stepsOf } from '../support/act-steps.ts'
import { enterAs, tokenOf } from '../support/addresses.ts'
import { test } from '../support/held-page.ts'
import { phoneShot, shot } from '../support/page.ts'
import { givePin, seePaid } from '../support/purchase-steps.ts'

test.use({ onePage: true })

interface Agreement {
  id: string
  company_id: string
  adapter: string
  version: number
  default_for: string[]
}

/** Reads as one person. */
async function readerOf(request: APIRequestContext, login: string) {
  const authorization = `Bearer ${await tokenOf(request, login)}`
  return async <T>(call: string, filter: object): Promise<T[]> => {
    const query = encodeURIComponent(JSON.stringify(filter))
    const got = await request.get(`/api/v1/${call}?filter=${query}`, { headers: { authorization } })
    expect(got.status(), await got.text()).toBe(200)
    return ((await got.json()) as { items: T[] }).items
  }
}

/** An agreement with Т-Банк at the bank simulator, tested, active and the default for accounts. */
async function agreeWithTbank(request: APIRequestContext, methodId: string): Promise<void> {
  const root = await stepsOf(request, 'super')
  const read = await readerOf(request, 'super')
  const banks = await read<{ id: string; adapter: string; version: number; base_url: string }>(
    'bank/superGetBanksList',
    { limit: 100 },
  )
  const bankOf = (adapter: string) => banks.find((one) => one.adapter === adapter)!
  const { origin } = new URL(bankOf('sandbox').base_url)
  const { id: bank_id, version } = bankOf('tbank')
  await root('put', 'bank/superUpdateBank', { id: bank_id, version, base_url: origin })
  const headers = { authorization: `Bearer ${await tokenOf(request, 'operator')}` }
  const agreements = async () => {
    const card = await request.get('/api/v1/company/getCompany', { headers })
    return ((await card.json()) as { bank_configs: Agreement[] }).bank_configs
  }
  const { company_id: companyId } = (await agreements())[0]!
  const made = await root('post', 'company/superAddBankConfig', {
    companyId,
    bank_id,
    title: 'Т-Банк, расчётный счёт',
    account: accountWith('1'),
    credentials: transferKeys(),
    limits: {
      min_kop: 100,
      per_payment_kop: 1_000_000_000,
      per_day_kop: 1_000_000_000,
      per_month_kop: 1_000_000_000,
      payee_day_count: 10,
      payee_month_kop: 1_000_000_000,
    },
  })
  const move = (new_status: string) =>
    root('put', 'company/superUpdateBankConfigStatus', {
      companyId,
      bankConfigId: made.id,
      new_status,
    })
  await move('testing')
  await proveBy(request, made.id, methodId)
  await move('active')
  // Whatever agreement pays accounts by now, this one does from here on.
  const { version: known } = (await agreements()).find(({ id }) => id === made.id)!
  await root('put', 'company/superUpdateBankConfig', {
    companyId,
    bankConfigId: made.id,
    version: known,
    default_for: ['account'],
    replaces_default: true,
  })
}

/** Only an agreement through which a test payment arrived becomes active. */
async function proveBy(request: APIRequestContext, bankConfigId: string, methodId: string) {
  const manager = await stepsOf(request, 'manager')
  const sent = await manager('post', 'payment/createTestPayment', {
    bank_config_id: bankConfigId,
    payment_method_id: methodId,
  })
  await expect
    .poll(async () => {
      const ids = [sent.id]
      const now = await manager<{ status: string }[]>('post', 'payment/getStatuses', { ids })
      return now[0]!.status
    })
    .toBe('paid')
}

test('an act of a firm is paid to its account by Т-Банк, and the act becomes paid @web', async ({
  page,
}) => {
  const read = await readerOf(page.request, 'operator')
  const acts = await read<{
    id: string
    supplier_id: string
    supplier_name: string
    number: string
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
