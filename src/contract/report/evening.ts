import type { SumMeaning } from '../core/sum-meanings.ts'

/** What each sum of an evening adds up. */
export const eveningMeanings = {
  total_kop: 'purchases',
  paid_kop: 'paid',
  payable_kop: 'payable',
  exceptions_kop: 'exceptions',
} as const satisfies Record<string, SumMeaning>

/** The day of a company or of one of its sites. */
export interface EveningFigures {
  readonly acts: number
  readonly net_g: number
  readonly total_kop: number
  /** Of a company alone: a payment has no site. */
  readonly paid_kop: number | null
  readonly unpaid_acts: number
  readonly payable_kop: number
  /** For a tonne of what is bought by weight, beside the list; null without such purchases. */
  readonly price_kop: number | null
  readonly list_kop: number | null
  readonly deviation_bp: number | null
  /** Flags since the last evening, those of papers left out. */
  readonly exceptions: number
  readonly exceptions_kop: number
  /** Loads that nobody weighed, since the last evening. */
  readonly loads: number
  readonly loads_g: number
}
