import { expect, type APIRequestContext } from '@playwright/test'
import { PAYER_ACCOUNT, transferKeys } from '../../builders/transfer/accounts.ts'
import { stepsOf } from '../support/act-steps.ts'
import { tokenOf } from '../support/addresses.ts'

interface Agreement {
  id: string
  company_id: string
  adapter: string
  version: number
  default_for: string[]
}

/** Reads as one person; the answer of a call whose filter is JSON. */
export async function listsOf(request: APIRequestContext, login: string) {
  const authorization = `Bearer ${await tokenOf(request, login)}`
  return async <T>(call: string, filter: object = {}): Promise<T> => {
    const query = encodeURIComponent(JSON.stringify(filter))
    const got = await request.get(`/api/v1/${call}?filter=${query}`, { headers: { authorization } })
    expect(got.status(), await got.text()).toBe(200)
    return (await got.json()) as T
  }
}

/** An agreement with Т-Банк at the bank simulator, tested, active and the default for accounts. */
export async function agreeWithTbank(
  request: APIRequestContext,
  methodId: string,
): Promise<string> {
  const root = await stepsOf(request, 'super')
  const read = await listsOf(request, 'super')
  const { items: banks } = await read<{
    items: { id: string; adapter: string; version: number; base_url: string }[]
  }>('bank/superGetBanksList', { limit: 100 })
  const bankOf = (adapter: string) => banks.find((one) => one.adapter === adapter)!
  const { origin } = new URL(bankOf('sandbox').base_url)
  const { id: bank_id, version } = bankOf('tbank')
  await root('put', 'bank/superUpdateBank', { id: bank_id, version, base_url: origin })
  const headers = { authorization: `Bearer ${await tokenOf(request, 'operator')}` }
  const agreements = async () => {
    const card = await request.get('/api/v1/company/getCompany', { headers })
    return ((await card.json()) as { bank_configs: Agreement[] }).bank_configs
  }
  const present = await agreements()
  // Another journey may have agreed already: of a bank an account is named once, and the simulator knows this one alone.
  const id =
    present.find(({ adapter }) => adapter === 'tbank')?.id ??
    (await addAgreed(request, { companyId: present[0]!.company_id, bank_id, methodId }))
  // Whatever agreement pays accounts by now, this one does from here on.
  const agreed = (await agreements()).find((one) => one.id === id)!
  await root('put', 'company/superUpdateBankConfig', {
    companyId: agreed.company_id,
    bankConfigId: id,
    version: agreed.version,
    default_for: ['account'],
    replaces_default: true,
  })
  return id
}

async function addAgreed(
  request: APIRequestContext,
  { companyId, bank_id, methodId }: { companyId: string; bank_id: string; methodId: string },
): Promise<string> {
  const root = await stepsOf(request, 'super')
  const made = await root('post', 'company/superAddBankConfig', {
    companyId,
    bank_id,
    title: 'Т-Банк, расчётный счёт',
    account: PAYER_ACCOUNT,
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
  return made.id
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
