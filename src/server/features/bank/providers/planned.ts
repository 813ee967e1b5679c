import type { BankLimits } from '#contract/bank/bank-entities.ts'
import { plannedProvider } from './provider.ts'

/** Providers that can be recorded and that the product cannot talk to yet (payments.md 13). */

/** Of every provider whose orders go by file. */
export const fileLimits: BankLimits = {
  min_kop: 100,
  per_payment_kop: 100_000_000,
  per_day_kop: 300_000_000,
  per_month_kop: 3_000_000_000,
  payee_day_count: 10,
  payee_month_kop: 150_000_000,
}
const orderFile = { addresses: () => [], payerAccount: true, fields: {}, limits: fileLimits }

export const fileIso20022 = plannedProvider('file_iso20022', orderFile)
