import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { Series, Tile } from './dashboard.ts'

const month = s.pattern(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'Месяц пишется так: 2026-11')
const href = s.displayText(2000)

const MonthDay = z.strictObject({
  day: s.day,
  acts: s.count,
  net_g: s.signedGrams,
  total_kop: s.signedGrams,
  paid_kop: s.signedGrams,
  href,
})

const MetalOfMonth = z.strictObject({
  title: s.displayText(40),
  net_g: s.signedGrams,
  total_kop: s.signedGrams,
  before_net_g: s.signedGrams,
  before_total_kop: s.signedGrams,
})

const SupplierOfMonth = z.strictObject({
  id: s.id('supplier'),
  name: s.displayText(300),
  acts: s.count,
  net_g: s.signedGrams,
  total_kop: s.signedGrams,
  href,
})

/** A month of the company, whole or so far, beside the month before. */
export const CompanyMonth = z.strictObject({
  month,
  /** The first and the last day that count: of the running month the last is today. */
  date_from: s.day,
  date_to: s.day,
  is_running: z.boolean(),
  /** The month before until the same day and time; the whole of it where the month is over or longer. */
  before_from: s.day,
  before_to: s.day,
  figures: s.list(Tile, 6),
  /** Net weight by day, a line for each class of metal. */
  chart: Series,
  days: s.list(MonthDay, 31),
  metals: s.list(MetalOfMonth, 3),
  /** What does not happen in a usual month: its number beside that of the month before. */
  unusual: s.list(Tile, 10),
  /** Those who sold most; null for a reader who sees no suppliers. */
  suppliers: z.nullable(s.list(SupplierOfMonth, 10)),
  as_of: s.instant,
})
export type CompanyMonth = z.output<typeof CompanyMonth>

/** Beyond the specification: screens.md 12. */
export const companyMonth = {
  getMonth: call({
    method: 'GET',
    path: '/api/v1/report/getMonth',
    access: 'operator',
    module: 'act',
    action: 'report.create',
    summary: 'A month: tonnes and roubles by day and metal, money, what was unusual, who sold most',
    query: z.strictObject({
      /** The running one when absent. */
      month: z.optional(month),
    }),
    result: CompanyMonth,
    about: ['act', 'payment', 'payment_return', 'transaction', 'company'],
    use: false,
  }),
} as const
