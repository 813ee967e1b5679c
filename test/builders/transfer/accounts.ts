import { uuidv7 } from '#server/db/uuid.ts'
import { encryptKeys } from '#server/features/bank/config-values.ts'
import { directbank } from '#server/features/bank/providers/directbank/directbank.ts'
import type { BankProvider } from '#server/features/bank/providers/provider.ts'
import { tbank } from '#server/features/bank/providers/tbank/tbank.ts'
import { yookassa } from '#server/features/bank/providers/yookassa/yookassa.ts'
import { payeeKey } from '#server/features/supplier/method/payee.ts'
import { selfMadeCertificate } from '../../support/self-made-certificate.ts'
import type { TestCompany } from '../../support/world.ts'
import { addSupplier, type SupplierOverrides } from '../builders.ts'
import type { Payee } from '../payouts.ts'

export const BIK = '044525974'
/** The account of the company at the bank simulator. */
export const PAYER_ACCOUNT = '40702810500000000001'

/** An account at the bank above with a key digit that fits; its last two digits choose what the bank simulator does. */
export function accountWith(tail: string): string {
  for (let key = 0; key < 10; key++) {
    const account = `40702810${key}${tail.padStart(11, '0')}`
    const digits = [...BIK.slice(6), ...account].map(Number)
    if (digits.reduce((sum, digit, at) => sum + digit * [7, 1, 3][at % 3]!, 0) % 10 === 0)
      return account
  }
  throw new Error('an account key always exists')
}

/** The keys of an agreement about payment orders; its certificate signed itself. */
export function transferKeys() {
  const { cert, key } = selfMadeCertificate()
  return { token: 'TBankSandboxToken', client_certificate: cert, client_key: key }
}

let tails = 1000

/** An active firm that is paid to an account; the bank simulator pays it unless the tail says otherwise. */
export async function addFirm(
  company: TestCompany,
  { tail = `${++tails}50`, ...supplier }: SupplierOverrides & { tail?: string } = {},
): Promise<Payee> {
  const firm = await addSupplier(company, { type: 'company', ...supplier })
  const account = accountWith(tail)
  const id = uuidv7()
  await company.db.q
    .insertInto('payment_method')
    .values({
      company_id: company.id,
      id,
      supplier_id: firm.id,
      kind: 'account',
      account,
      bik: BIK,
      corr_account: '30101810145250000974',
      bank_name: 'АО «ТБанк»',
      holder_name: firm.name,
      holder_match: 'match',
      payee_key: payeeKey(company.db, { kind: 'account', account, bik: BIK }),
      is_default: true,
      status: 'active',
      requisites_changed_at: '2024-01-10T09:00:00Z',
      created_at: '2024-01-10T09:00:00Z',
    })
    .execute()
  return { supplierId: firm.id, methodId: id }
}

/** An agreement about payment orders with the bank simulator, the company's default for accounts. */
export function addTransferBank(company: TestCompany, sandboxUrl: string): Promise<string> {
  const address = new URL(sandboxUrl).origin
  return addAgreement(company, tbank, { name: 'Т-Банк', address, keys: transferKeys() })
}

/** What the simulator's DirectBank lets in. */
export const DIRECT_KEYS = { login: 'demo', password: 'demo-directbank', customer_id: '24102018' }

/** The same by packs of DirectBank. */
export function addDirectBank(company: TestCompany, sandboxUrl: string): Promise<string> {
  const address = `${new URL(sandboxUrl).origin}/directbank`
  return addAgreement(company, directbank, { name: 'Банк', address, keys: DIRECT_KEYS })
}

/** Payouts to phones by YooKassa itself, not by the training bank that speaks its dialect. */
export function addPayoutBank(
  company: TestCompany,
  address: string,
  keys: { shop_id: string; secret_key: string },
): Promise<string> {
  return addAgreement(company, yookassa, { name: 'ЮKassa', address, keys, method: 'sbp' })
}

interface Agreement {
  readonly name: string
  readonly address: string
  readonly keys: object
  readonly method?: 'sbp' | 'account'
}

async function addAgreement(
  company: TestCompany,
  provider: BankProvider,
  { name, address, keys, method = 'account' }: Agreement,
): Promise<string> {
  const { q } = company.db
  const bankId = uuidv7()
  await q
    .insertInto('bank')
    .values({
      id: bankId,
      code: `${provider.code}-${bankId.slice(-6)}`,
      name,
      bik: BIK,
      adapter: provider.code,
      base_url: address,
    })
    .execute()
  const id = uuidv7()
  await q
    .insertInto('bank_config')
    .values({
      company_id: company.id,
      id,
      bank_id: bankId,
      title: name,
      account: provider.payerAccount ? PAYER_ACCOUNT : null,
      credentials: encryptKeys(company.db, id, keys),
      ...provider.limits,
      status: 'active',
    })
    .execute()
  await q
    .insertInto('bank_config_default')
    .values({ company_id: company.id, method, bank_config_id: id })
    .onConflict((oc) => oc.columns(['company_id', 'method']).doUpdateSet({ bank_config_id: id }))
    .execute()
  return id
}
