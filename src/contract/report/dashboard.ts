import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { entities } from '../core/entities.ts'
import { sumMeanings, type SumMeaning } from '../core/sum-meanings.ts'
import * as s from '../core/shapes.ts'
import { Photo } from '../file/file-entities.ts'

export const dashboardUnits = ['count', 'g', 'kop', 'bp', 'minutes'] as const
export type DashboardUnit = (typeof dashboardUnits)[number]

const meanings = Object.keys(sumMeanings) as SumMeaning[]

/** An address of our own screens with its filter: the list that proves the number. */
const href = s.displayText(2000)

/** Two weeks, so that each day stands beside the same day of the week before. */
export const RECENT_DAYS = 14

/** One figure with its period; `value` is null when this tile alone could not be computed. */
export const Tile = z.strictObject({
  key: s.displayText(40),
  title: s.displayText(100),
  period: s.displayText(60),
  value: z.nullable(s.signedGrams),
  unit: z.enum(dashboardUnits),
  /** What it adds up: of each sum of money, and of counts that have one. */
  sums: z.nullable(z.enum(meanings)),
  /** The same figure of the previous period, for the words of difference. */
  previous: z.nullable(s.signedGrams),
  previous_period: z.nullable(s.displayText(60)),
  /** Day by day until the last one, where it is kept by day. */
  recent: z.optional(s.list(z.strictObject({ day: s.day, value: s.signedGrams }), RECENT_DAYS, 2)),
  href,
})
export type Tile = z.output<typeof Tile>

/** A chart: at most 366 points of at most 4 lines. */
export const Series = z.strictObject({
  key: s.displayText(40),
  title: s.displayText(100),
  chart: z.enum(['line', 'bar', 'donut']),
  unit: z.enum(dashboardUnits),
  sums: z.nullable(z.enum(meanings)),
  lines: s.list(
    z.strictObject({
      name: s.displayText(100),
      points: s.list(
        z.strictObject({
          /** A day `YYYY-MM-DD` or a name. */
          x: s.displayText(200),
          y: s.signedGrams,
          href: z.optional(href),
        }),
        366,
      ),
    }),
    4,
  ),
})
export type Series = z.output<typeof Series>

/** Something that needs a person's attention. */
export const Attention = z.strictObject({
  kind: s.displayText(40),
  tone: z.enum(['error', 'warning', 'info']),
  title: s.displayText(150),
  text: s.displayText(500),
  count: z.nullable(s.count),
  /** What the records behind it are about in money; null where they have no sum. */
  kop: z.nullable(s.kop),
  at: z.nullable(s.instant),
  href,
  entity: z.nullable(z.enum(entities)),
  entity_id: z.nullable(z.uuid()),
})
export type Attention = z.output<typeof Attention>

export const answerPeriods = ['day', 'week', 'month'] as const
export type AnswerPeriod = (typeof answerPeriods)[number]

/** The one answer that a company's home opens with: what was bought since the begin of a period, beside the period before it. */
export const PurchasesAnswer = z.strictObject({
  period: z.enum(answerPeriods),
  /** Net weight, sum and number of acts; how far prices were from the list where there were any. */
  figures: s.list(Tile, 4),
  /** Net weight by hour of a day, else by day, a line for each class of metal. */
  chart: Series,
})
export type PurchasesAnswer = z.output<typeof PurchasesAnswer>

/** Vehicles that a home shows; the others are in the list of visits. */
export const MOST_ON_SITE = 6

/** A vehicle on site as a home shows it. */
const VehicleOnSite = z.strictObject({
  visit_id: s.id('transaction'),
  number: s.displayText(40),
  carnumber: z.nullable(s.displayText(20)),
  supplier_name: z.nullable(s.displayText(300)),
  in_at: s.instant,
  in_g: z.nullable(s.grams),
  /** Of its first weighing. */
  photo: z.nullable(Photo),
})
export type VehicleOnSite = z.output<typeof VehicleOnSite>

export const dashboard = {
  // Beyond the specification: screens.md 4.5.
  getDashboard: call({
    method: 'GET',
    path: '/api/v1/report/getDashboard',
    access: 'operator-or-super',
    summary: 'Figures, charts and matters of the day for a company or for the platform',
    query: z.strictObject({
      filter: s.jsonText(
        z.strictObject({
          scope: z.enum(['operator', 'super']),
          date_from: z.optional(s.day),
          date_to: z.optional(s.day),
          site_id: z.optional(s.id('site')),
          /** Of the answer; a day unless asked otherwise. */
          period: z.optional(z.enum(answerPeriods)),
        }),
      ),
    }),
    result: z.strictObject({
      scope: z.enum(['operator', 'super']),
      date_from: s.day,
      date_to: s.day,
      /** Null of the platform, and without the module of acts. */
      answer: z.nullable(PurchasesAnswer),
      tiles: s.list(Tile, 30),
      series: s.list(Series, 10),
      attention: s.list(Attention, 100),
      /** The longest there first; null where the reader sees no visits. */
      yard: z.nullable(s.list(VehicleOnSite, MOST_ON_SITE)),
      as_of: s.instant,
    }),
    about: ['transaction', 'act', 'payment', 'device', 'company'],
    use: false,
  }),
} as const
