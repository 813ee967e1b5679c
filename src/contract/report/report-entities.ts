import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'
import { dashboardUnits } from './dashboard.ts'

export const reportStatuses = [
  'queued',
  'running',
  'ready',
  'failed',
  'expired',
  'cancelled',
] as const
export type ReportStatus = (typeof reportStatuses)[number]
export const reportFormats = ['xlsx', 'pdf', 'csv', 'xml', 'txt', 'zip'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Names a report; which ones there are is known to the server alone, which describes them in `getReportTypeList`. */
export const reportType = s.pattern(/^[a-z][a-z0-9_]{0,39}$/, 'Такого отчёта нет')

/** Parameters of a report as its own description declares them. */
export const reportParams = s.jsonValue(16_384)

/** A parameter as the screen draws its field. */
export const ReportParam = z.strictObject({
  name: s.displayText(40),
  title: s.displayText(60),
  required: z.boolean(),
  /** What is meant where nothing is said; the form begins with it. */
  usual: z.optional(s.displayText(40)),
  kind: z.enum(['day', 'plate', 'choice', 'supplier', 'money', 'text', 'words']),
  /** For `words`: which. */
  words: z.optional(s.list(s.displayText(40), 100)),
  /** For `choice`, when the report was named: the company's own records. */
  options: z.optional(
    s.list(z.strictObject({ value: s.displayText(40), label: s.displayText(320) }), 2000),
  ),
})
export type ReportParam = z.output<typeof ReportParam>

const cellKinds = [
  'text',
  'integer',
  'money',
  'weight',
  'percent',
  'day',
  'instant',
  'flag',
] as const
export type CellKind = (typeof cellKinds)[number]

const column = z.strictObject({
  id: s.displayText(40),
  title: s.displayText(60),
  kind: z.enum(cellKinds),
})

/** A report as the server describes it to the screen. */
export const ReportDescription = z.strictObject({
  type: s.displayText(40),
  title: s.displayText(150),
  /** What it tells; of a report that is ordered by its form. */
  sentence: z.optional(s.displayText(200)),
  has_chart: z.optional(z.boolean()),
  params: s.list(ReportParam, 20),
  columns: s.list(column, 60),
  /** None for a document that is printed. */
  formats: s.list(z.enum(reportFormats), reportFormats.length),
  /** The list from whose screen it is printed or, with a format, ordered: `act/getAllActs`. */
  printed_from: z.optional(s.displayText(80)),
})
export type ReportDescription = z.output<typeof ReportDescription>

const cell = z.union([s.displayText(2000), s.signedGrams, z.nullable(z.boolean())])
const row = s.list(cell, 60)
export type ReportCell = z.output<typeof cell>

/** The beginning of a report as the screen shows it before a file is asked for. */
export const ReportPreview = z.strictObject({
  rows: s.list(row, 50),
  /** Where the record behind each row is opened. */
  links: s.list(z.nullable(s.displayText(500)), 50),
  /** Rows that were read; the report has more where `more` says so. */
  total: s.count,
  more: z.boolean(),
  /** The last line of the file; null without sums and where not all rows were read. */
  totals: z.nullable(row),
  /** What the sums of the last line add up, in whole sentences. */
  meanings: s.list(s.displayText(400), 20),
  chart: z.nullable(
    z.strictObject({
      title: s.displayText(100),
      unit: z.enum(dashboardUnits),
      bars: s.list(z.strictObject({ name: s.displayText(320), value: s.signedGrams }), 24),
    }),
  ),
})
export type ReportPreview = z.output<typeof ReportPreview>

export const Report = z.strictObject({
  id: s.id('report'),
  type: s.displayText(40),
  title: s.displayText(150),
  params: reportParams,
  format: z.enum(reportFormats),
  status: z.enum(reportStatuses),
  progress: s.int(0, 100),
  rows: z.nullable(s.count),
  file_id: z.nullable(s.id('file')),
  error: z.nullable(s.displayText(500)),
  expires_at: z.nullable(s.instant),
  created_by_name: z.nullable(s.displayText(150)),
  company_name: z.optional(z.nullable(s.displayText(255))),
  created_at: s.instant,
})
export type Report = z.output<typeof Report>
