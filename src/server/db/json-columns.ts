import type { ColumnType } from 'kysely'
import type { PayeeCheck } from '#contract/supplier/payee-check.ts'

/** A jsonb column: it is read as the value that our code stored, and written as text or as the value itself. */
export type JsonColumn<T> = ColumnType<T, T | string, T | string>

/** A representative as stored: the document is encrypted inside the row's JSON. */
export interface StoredRepresentative {
  readonly full_name: string
  /** Base64 of the sealed document. */
  readonly doc: string | null
  readonly authority: string
  readonly number: string | null
  readonly date: string | null
  readonly valid_until: string | null
}

/** What is frozen of a method in a payment: enough to recognise it, never enough to pay by it (payments.md 9). */
export interface MethodSnapshot {
  readonly kind: 'card' | 'sbp' | 'account'
  readonly label: string
  readonly holder_name: string
  /** What a payment order says of the payee besides the account. */
  readonly payee?: AccountPayee
  /** What the bank told of the owner, as it stood when the payment was saved. */
  readonly check?: PayeeCheck
}

/** The first word of a bank that a payment has this end, and by which channel it came. */
export interface ToldEnd {
  readonly end: 'paid' | 'refused'
  readonly by: 'answer' | 'notice' | 'statement' | 'file'
  /** The bank's own word for it. */
  readonly words: string
}

/** The payee of a payment order; frozen in the payment, so that a repeat of a send is the same bytes. */
export interface AccountPayee {
  readonly name: string
  /** `0` when there is none. */
  readonly inn: string
  readonly kpp: string
  readonly bank_name: string
  readonly corr_account: string
}

/** Texts of a version of a form by their keys; what is missing is said as the form says it by itself. */
export type StoredTexts = Readonly<Record<string, string>>

/** One unload of a visit, as stored in its row. */
export interface StoredDrop {
  readonly drop_no: number
  readonly weight_g: number
  readonly product_id?: string | null
}
