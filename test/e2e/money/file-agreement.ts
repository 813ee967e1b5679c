import { expect, type APIRequestContext } from '@playwright/test'
import { PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { tokenOf } from '../support/addresses.ts'

export interface Act {
  id: string
  number: string
  supplier_id: string
  supplier_type: string
  total_kop: number
}

/** The agreement by which accounts are paid by file, tested and active. */
export async function addAgreement(
  request: APIRequestContext,
  adapter: 'file_1c' | 'file_iso20022' = 'file_1c',
  account = PAYER_ACCOUNT,
): Promise<string> {
  const authorization = `Bearer ${await tokenOf(request, 'super')}`
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await request[method](`/api/v1/${path}`, { headers: { authorization }, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()) as { id: string }
  }
  const own = await request.get('/api/v1/company/getCompany', {
    headers: { authorization: `Bearer ${await tokenOf(request, 'manager')}` },
  })
  const { id: companyId, bank_configs: agreements } = (await own.json()) as {
    id: string
    bank_configs: { id: string; version: number; default_for: string[] }[]
  }
  for (const { id, version, default_for: kinds } of agreements)
    if (kinds.includes('account'))
      await call('put', 'company/superUpdateBankConfig', {
        companyId,
        bankConfigId: id,
        version,
        default_for: kinds.filter((kind) => kind !== 'account'),
      })
  const bank = await call('post', 'bank/superCreateNewBank', {
    code: `file-${Date.now()}`,
    name: 'ПАО Сбербанк',
    bik: '044525225',
    adapter,
  })
  const config = await call('post', 'company/superAddBankConfig', {
    companyId,
    bank_id: bank.id,
    title: 'Файл в Сбербанк',
    account,
    default_for: ['account'],
  })
  for (const new_status of ['testing', 'active'])
    await call('put', 'company/superUpdateBankConfigStatus', {
      companyId,
      bankConfigId: config.id,
      new_status,
    })
  return config.id
}

export async function unpaidActOfFirm(request: APIRequestContext): Promise<Act> {
  const filter = { limit: 200, status: ['issued', 'signed'], payment_state: ['unpaid'] }
  const text = encodeURIComponent(JSON.stringify(filter))
  const answer = await request.get(`/api/v1/act/getAllActs?filter=${text}`, {
    headers: { authorization: `Bearer ${await tokenOf(request, 'operator')}` },
  })
  const { items } = (await answer.json()) as { items: Act[] }
  const act = items
    .filter(({ supplier_type: type }) => type === 'company')
    .toSorted((a, b) => a.total_kop - b.total_kop)[0]
  expect(act, 'the demo has an unpaid act of a firm').toBeDefined()
  return act!
}
