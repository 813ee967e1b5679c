import type { PaymentMethod } from '#contract/supplier/supplier-entities.ts'
import { maskCard } from '#contract/requisites/card.ts'
import { formatPhone } from '#contract/requisites/phone.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { shorten } from '../../../text/shorten.ts'
import { maskPersonal } from '../../audit/mask-personal.ts'
import { findMethod, type MethodRow } from './method-queries.ts'

/** A method as the contract answers it: of a card only the last digits, the rest whole for the company's people. */
export function shownMethod(row: MethodRow): PaymentMethod {
  const { payee_key: _key, card_config_id: _config, holder_name, ...rest } = row
  return { ...rest, holder_name: holder_name ?? '', label: methodLabel(row) } as PaymentMethod
}

/** `•••• 9001 МИР`, a phone with its bank, an account with its bank. */
export function methodLabel(row: MethodRow): string {
  const label =
    row.kind === 'card'
      ? maskCard(row.card_last4 ?? '', row.card_brand)
      : row.kind === 'sbp'
        ? [formatPhone(row.sbp_phone ?? ''), row.sbp_bank_name].filter(Boolean).join(', ')
        : [row.account, row.bank_name].filter(Boolean).join(', ')
  return shorten(label, 200)
}

export async function presentMethod(
  db: Db,
  supplierId: string,
  id: string,
): Promise<PaymentMethod> {
  const row = await findMethod(db, supplierId, id)
  return row ? shownMethod(row) : refuse('common.not-found')
}

type LabelParts = Pick<
  MethodRow,
  'kind' | 'card_last4' | 'card_brand' | 'sbp_phone' | 'sbp_bank_name' | 'account' | 'bank_name'
>

/** The same where it is only recognised, never paid by: payments, papers and the audit chain (security.md 7.1). */
export function maskedMethodLabel(row: LabelParts): string {
  const label =
    row.kind === 'card'
      ? [maskCard(row.card_last4 ?? '', row.card_brand)]
      : row.kind === 'sbp'
        ? [maskPhone(row.sbp_phone), row.sbp_bank_name]
        : [maskAccount(row.account), row.bank_name]
  return shorten(label.filter(Boolean).join(', '), 200)
}

const maskPhone = (phone: string | null) => phone && `${phone.slice(0, 5)}***${phone.slice(-4)}`
const maskAccount = (account: string | null) =>
  account && `${account.slice(0, 4)}…${account.slice(-4)}`

/** A method for the audit chain: names, phones and accounts masked, no key and no token (security.md 7.1). */
export function methodAudit(row: MethodRow): object {
  return {
    supplier_id: row.supplier_id,
    kind: row.kind,
    title: row.title,
    // Word by word: another recipient often begins as the owner does.
    holder_name: row.holder_name?.split(' ').map(maskPersonal).join(' ') ?? null,
    card: row.card_last4 && `•••• ${row.card_last4}`,
    phone: maskPhone(row.sbp_phone),
    sbp_bank_id: row.sbp_bank_id,
    account: maskAccount(row.account),
    bik: row.bik,
    holder_match: row.holder_match,
    shared: row.shared,
    is_default: row.is_default,
    status: row.status,
  }
}
