import type {
  FileEncoding,
  ProviderCode,
  ProviderDescription,
} from '#contract/bank/bank-providers.ts'
import { plannedProvider, type PlannedProvider } from './provider.ts'

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
}

/**
 * A provider without calls: a person brings the file of orders to the bank, and the bank's statement says what became of them
 * (payments.md 4.4). The worker never asks it.
 */
export interface FileProvider extends PlannedProvider {
  readonly format: '1c'
  readonly fileName: (registryNumber: string) => string
  /** Why the bank would not take this order in its file; a whole sentence. */
  orderProblem(payer: OrderParty, order: PaymentOrder, encoding: FileEncoding): string | undefined
  /** The same bytes for the same orders; throws on an order that has a problem. */
  writeOrders(file: OrderFile): Buffer
}

type FileParts = Omit<FileProvider, keyof ProviderDescription | 'credentials'>

/** Joins the parts of a provider of files to its description. */
export function fileProvider(code: ProviderCode, parts: FileParts): FileProvider {
  return { ...plannedProvider(code, parts), ...parts }
}
