import * as z from 'zod/mini'
import { methodKinds } from '../bank/method-kinds.ts'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import type { SumMeaning } from '../core/sum-meanings.ts'
import { Attention } from '../report/dashboard.ts'
import { runningStatuses, type CountedDay, type PaymentStatus } from './payment-entities.ts'

/**
 * What became of money: each payment counts in one of these, and what came back from it in `returned`. `file`: handed over in a file
 * for the bank that nobody has downloaded, of which the bank knows nothing.
 */
export const moneyStages = [
  'saved',
  'file',
  'in_bank',
  'unknown',
  'paid',
  'returned',
  'rejected',
] as const
export type MoneyStage = (typeof moneyStages)[number]

/** What each adds up. */
export const stageMeanings: Readonly<Record<MoneyStage, SumMeaning>> = {
  saved: 'saved',
  file: 'inFile',
  in_bank: 'inBank',
  unknown: 'unknown',
  paid: 'paid',
  returned: 'returned',
  rejected: 'rejected',
}

export const moneyGroups = ['day', 'bank', 'method'] as const
export type MoneyGroup = (typeof moneyGroups)[number]

/** Over all companies, for super administrators. */
export const platformMoneyGroups = ['company', ...moneyGroups] as const
export type PlatformMoneyGroup = (typeof platformMoneyGroups)[number]

const stageSum = z.strictObject({ count: s.count, amount_kop: s.kop })

const stageSums = z.strictObject({
  saved: stageSum,
  file: stageSum,
  in_bank: stageSum,
  unknown: stageSum,
  paid: stageSum,
  returned: stageSum,
  rejected: stageSum,
})
export type StageSums = z.output<typeof stageSums>

const MoneyRow = z.strictObject({
  /** A day, the id of a company or of an agreement, or a kind of method, as the answer is grouped. */
  key: s.displayText(40),
  /** Of a company its name, of an agreement its title, of a day or a kind null: both have words of their own. */
  title: z.nullable(s.displayText(200)),
  sums: stageSums,
})
export type MoneyRow = z.output<typeof MoneyRow>

/** What one limit still allows now, also when no payment has used it yet. */
const MoneyLimit = z.strictObject({
  /** Null: of the company. */
  bank_config_id: z.nullable(s.id('bank_config')),
  title: s.displayText(60),
  period: z.enum(['day', 'month']),
  cap_kop: s.kop,
  used_kop: s.kop,
  left_kop: s.kop,
  /** Payments that the day still allows; null: their number is not limited. */
  left_count: z.nullable(s.count),
})
export type MoneyLimit = z.output<typeof MoneyLimit>

const days = {
  /** Today when absent. */
  date_from: z.optional(s.day),
  date_to: z.optional(s.day),
}

const flow = {
  date_from: s.day,
  date_to: s.day,
  /** Each day of the period; of companies, agreements and kinds those that have anything. */
  rows: s.list(MoneyRow, 1000),
  /** Saved before the period and still not over; outside the rows. */
  earlier: stageSums,
  /** Rows and earlier together. */
  totals: stageSums,
  limits: s.list(MoneyLimit, 101),
  attention: s.list(Attention, 20),
  as_of: s.instant,
}

const ABOUT = ['payment', 'payment_return', 'bank_config', 'bank_statement', 'company'] as const

export const moneyFlow = {
  // Beyond the specification: payments.md 3.12.
  getMoneyFlow: call({
    method: 'GET',
    path: '/api/v1/payment/getMoneyFlow',
    access: 'operator',
    module: 'payment',
    action: 'report.create',
    summary: 'What waits, left, came back and was refused, by day, bank or method; limits, matters',
    query: z.strictObject({
      filter: s.jsonText(z.strictObject({ by: z.enum(moneyGroups), ...days })),
    }),
    result: z.strictObject({ by: z.enum(moneyGroups), ...flow }),
    about: [...ABOUT],
    use: false,
  }),
  // Beyond the specification: payments.md 3.12.
  getPlatformMoney: call({
    method: 'GET',
    path: '/api/v1/payment/superGetMoneyFlow',
    access: 'super',
    summary: 'The same over all companies, or of one of them; days are those of each company',
    query: z.strictObject({
      filter: s.jsonText(
        z.strictObject({
          by: z.enum(platformMoneyGroups),
          ...days,
          /** Absent: all companies. */
          company_id: z.optional(s.id('company')),
        }),
      ),
    }),
    result: z.strictObject({
      by: z.enum(platformMoneyGroups),
      /** The chosen one. */
      company: z.nullable(z.strictObject({ id: s.id('company'), name: s.displayText(200) })),
      ...flow,
    }),
    about: [...ABOUT],
    use: false,
  }),
} as const

const STATUSES: Record<MoneyStage, readonly PaymentStatus[]> = {
  saved: ['saved'],
  file: ['registering'],
  in_bank: runningStatuses.filter((status) => status !== 'unknown'),
  unknown: ['unknown'],
  paid: ['paid'],
  returned: ['paid'],
  rejected: ['rejected'],
}

const DAYS_OF: Record<MoneyStage, CountedDay> = {
  saved: 'saved',
  file: 'saved',
  in_bank: 'saved',
  unknown: 'saved',
  paid: 'finished',
  returned: 'returned',
  rejected: 'finished',
}

interface MoneyPlace {
  readonly stage: MoneyStage
  readonly date_from?: string
  readonly date_to?: string
  readonly bank_config_id?: string
  readonly kind?: (typeof methodKinds)[number]
}

/** The filter of the list of payments that shows what a sum of the answer is made of. */
export function paymentsBehind({ stage, bank_config_id, kind, ...days }: MoneyPlace) {
  return {
    ...days,
    status: [...STATUSES[stage]],
    day_of: DAYS_OF[stage],
    is_test: false,
    ...(stage === 'file' && { waits_for_file: true }),
    ...(stage === 'in_bank' && { waits_for_file: false }),
    ...(bank_config_id && { bank_config_id: [bank_config_id] }),
    ...(kind && { kind: [kind] }),
  }
}

/** The place of a row's sum within the period of the answer. */
export function placeInRow(
  { by, date_from, date_to }: { by: PlatformMoneyGroup; date_from: string; date_to: string },
  { key }: Pick<MoneyRow, 'key'>,
  stage: MoneyStage,
): MoneyPlace {
  if (by === 'day') return { stage, date_from: key, date_to: key }
  const kind = methodKinds.find((one) => one === key)
  return {
    stage,
    date_from,
    date_to,
    ...(by === 'bank' ? { bank_config_id: key } : kind && { kind }),
  }
}
