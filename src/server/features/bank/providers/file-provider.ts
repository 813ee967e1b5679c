import type {
  FileEncoding,
  ProviderCode,
  ProviderDescription,
} from '#contract/bank/bank-providers.ts'
import type { BankLimits, CredentialName } from '#contract/bank/bank-entities.ts'
import { commonProvider, type CommonProvider, type Reasons } from './provider.ts'

/** One side of a payment order, as the bank's form asks for it. */
export interface OrderParty {
  readonly name: string
  readonly inn: string | null
  readonly kpp: string | null
  readonly account: string
  readonly bik: string
  readonly bankName: string
  readonly bankPlace: string | null
  readonly corrAccount: string | null
}

/** One order of a file, made of what a payment fixed when it was handed over. */
export interface PaymentOrder {
  /** Of the payment, and with it the bank's reference of the order. */
  readonly id: string
  readonly number: number
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly amountKop: number
  readonly payee: OrderParty
  readonly purpose: string
  /** Код вида дохода of orders to people. */
  readonly incomeCode: string | null
}

export interface OrderFile {
  readonly payer: OrderParty
  /** When the file is made, on the company's clock: `YYYY-MM-DD` and `HH:MM:SS`. */
  readonly madeOn: string
  readonly madeAt: string
  readonly encoding: FileEncoding
  readonly orders: readonly PaymentOrder[]
  /** Names the file at the bank: the same for the same registry, at most 32 signs of ASCII. */
  readonly messageId: string
  /** The agreement's own settings, by the names of the provider's fields. */
  readonly settings: Readonly<Partial<Record<CredentialName, string>>>
}

/** The value of a registry's `format` for its file. */
export type OrderFormat = '1c' | 'pain.001'

/**
 * A provider without calls: a person brings the file of orders to the bank, and the bank's statement says what became of them
 * (payments.md 4.4). The worker never asks it.
 */
export interface FileProvider extends CommonProvider {
  readonly format: OrderFormat
  /** The codes with which the bank's answer to a file refuses an order. */
  readonly reasons: Reasons
  /** With its ending; the ending stands apart so that a copy can be named as one. */
  readonly fileName: (registryNumber: string) => readonly [name: string, ending: string]
  readonly mediaType: 'text/plain' | 'application/xml'
  /** How its files are written under these settings of an agreement. */
  readonly encodingOf: (settings: OrderFile['settings']) => FileEncoding
  /** Why the bank would not take this order in its file; a whole sentence. */
  orderProblem(payer: OrderParty, order: PaymentOrder, encoding: FileEncoding): string | undefined
  /** The same bytes for the same orders; throws on an order that has a problem. */
  writeOrders(file: OrderFile): Buffer
}

type FileParts = Omit<FileProvider, keyof ProviderDescription | 'credentials'>

/** Joins the parts of a provider of files to its description. */
export function fileProvider(code: ProviderCode, parts: FileParts): FileProvider {
  return { ...commonProvider(code, parts), ...parts }
}

/** First limits of every provider that is paid by files. */
export const fileLimits: BankLimits = {
  min_kop: 100,
  per_payment_kop: 100_000_000,
  per_day_kop: 300_000_000,
  per_month_kop: 3_000_000_000,
  payee_day_count: 10,
  payee_month_kop: 150_000_000,
}
