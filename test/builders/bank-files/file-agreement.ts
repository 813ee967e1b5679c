import { uuidv7 } from '#server/db/uuid.ts'
import { payeeKey } from '#server/features/supplier/method/payee.ts'
import type { TestCompany } from '../../support/world.ts'
import { addSupplier } from '../builders.ts'
import type { Payee } from '../payouts.ts'

/** The account that the agreement pays from; its check digits hold with the БИК. */
export const PAYER_ACCOUNT = '40702810200000000001'
const BIK = '044525225'
/** Accounts of payees whose check digits hold at the same bank. */
const PAYEE_PREFIX = '4081781'

/** An active agreement that pays to accounts by files, of 1С unless another provider is named, the default for them. */
export async function addFileAgreement(
  company: TestCompany,
  account = PAYER_ACCOUNT,
  adapter: 'file_1c' | 'file_iso20022' = 'file_1c',
): Promise<string> {
  const { q } = company.db
  const bankId = uuidv7()
  await q
    .insertInto('bank')
    .values({
      id: bankId,
      code: `file-${bankId.slice(-6)}`,
      name: 'ПАО СБЕРБАНК',
      bik: BIK,
      adapter,
    })
    .execute()
  const id = uuidv7()
  await q
    .insertInto('bank_config')
    .values({
      company_id: company.id,
      id,
      bank_id: bankId,
      title: 'Файл в Сбербанк',
      account,
      per_payment_kop: 100_000_000,
      per_day_kop: 300_000_000,
      per_month_kop: 3_000_000_000,
      payee_day_count: 100,
      payee_month_kop: 300_000_000,
      status: 'active',
    })
    .execute()
  await q
    .insertInto('bank_config_default')
    .values({ company_id: company.id, method: 'account', bank_config_id: id })
    .onConflict((oc) => oc.columns(['company_id', 'method']).doUpdateSet({ bank_config_id: id }))
    .execute()
  return id
}

let made = 0

/** Another account of the bank of the agreement, with right check digits. */
function nextAccount(): string {
  const tail = String(++made).padStart(11, '0')
  for (let key = 0; key < 10; key++) {
    const account = `${PAYEE_PREFIX}0${key}${tail}`
    const digits = BIK.slice(-3) + account
    let sum = 0
    for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * [7, 1, 3][i % 3]!
    if (sum % 10 === 0) return account
  }
  throw new Error('no check digit fits')
}

export interface AccountPayee extends Payee {
  readonly account: string
  readonly name: string
}

/** An active supplier, a new one unless another is named, who is paid to an account, known for long. */
export async function addAccountPayee(
  company: TestCompany,
  overrides: {
    last_name?: string
    holder?: string
    supplier?: { readonly id: string; readonly name: string }
  } = {},
): Promise<AccountPayee> {
  const { db } = company
  const seller = overrides.supplier ?? (await addSupplier(company, overrides))
  const account = nextAccount()
  const methodId = uuidv7()
  const name = overrides.holder ?? seller.name
  await db.q
    .insertInto('payment_method')
    .values({
      company_id: company.id,
      id: methodId,
      supplier_id: seller.id,
      kind: 'account',
      account,
      bik: BIK,
      bank_name: 'ПАО СБЕРБАНК',
      holder_name: name,
      holder_match: 'match',
      payee_key: payeeKey(db, { kind: 'account', account, bik: BIK }),
      is_default: true,
      status: 'active',
      requisites_changed_at: '2024-01-10T09:00:00Z',
      created_at: '2024-01-10T09:00:00Z',
    })
    .execute()
  return { supplierId: seller.id, methodId, account, name }
}
