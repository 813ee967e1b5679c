import { describeProvider } from '#contract/bank/bank-providers.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../../db/handle.ts'
import type { AccountPayee, MethodSnapshot } from '../../../../db/json-columns.ts'
import type { MethodRow } from '../../../supplier/method/method-queries.ts'
import { bankByBik } from '../../../bank/bik/find-bik.ts'
import { maskedMethodLabel } from '../../../supplier/method/method-row.ts'
import { supplierName, type NameParts } from '../../../supplier/record/supplier-name.ts'

type Payee = NameParts & { readonly inn: string | null; readonly kpp: string | null }

interface Paying {
  readonly supplier: Payee
  readonly adapter: string
  /** Path of the row in the body, for messages at fields. */
  readonly at: string
}

/** The part of its method that a payment stores; for an account that is paid by a call also the payee's data of the order. */
export async function snapshotOf(db: Db, row: MethodRow, to: Paying): Promise<MethodSnapshot> {
  // A file is written once and its bytes are kept, so it needs no frozen payee.
  const isOrdered = row.kind === 'account' && !describeProvider(to.adapter).byFile
  return {
    kind: row.kind as MethodSnapshot['kind'],
    label: maskedMethodLabel(row),
    holder_name: row.holder_name ?? '',
    ...(isOrdered && { payee: await payeeOf(db, row, to) }),
    ...(row.payee_check && { check: row.payee_check }),
  }
}

// A payment order names the payee in at most so many characters.
const NAME_LENGTH = 160
// What stands in the field of a payee who has none.
const NONE = '0'

/** Refuses `payment.requisites-incomplete` at the row's method. */
async function payeeOf(db: Db, row: MethodRow, { supplier, at }: Paying): Promise<AccountPayee> {
  // An account in another person's name, allowed by a manager, is not the supplier's: his ИНН would contradict the name.
  const isOwn = row.holder_match !== 'mismatch'
  const isFirm = supplier.type === 'company'
  const bank = await bankOf(db, row)
  const missing = [
    !bank.corr_account && 'корреспондентский счёт банка',
    !bank.name && 'название банка',
    isOwn && (isFirm || supplier.type === 'ip') && !supplier.inn && 'ИНН получателя',
  ].filter(Boolean)
  if (missing.length > 0)
    refuse('payment.requisites-incomplete', {
      fields: {
        [`${at}.payment_method_id`]: `Для платёжного поручения нет: ${missing.join(', ')}`,
      },
    })
  return {
    name: (row.holder_name || supplierName(supplier)).slice(0, NAME_LENGTH),
    inn: (isOwn && supplier.inn) || NONE,
    kpp: (isOwn && isFirm && supplier.kpp) || NONE,
    bank_name: bank.name!,
    corr_account: bank.corr_account!,
  }
}

/** The directory's name comes first, so that papers give a БИК one name; what a method lacks it takes from there. */
async function bankOf(db: Db, { bik, bank_name: name, corr_account }: MethodRow) {
  const { bank } = await bankByBik(db, bik ?? '')
  return { name: bank?.name || name, corr_account: corr_account || bank?.corr_account }
}
