import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { dashboard } from './dashboard.ts'
import * as e from './report-entities.ts'
import * as s from '../core/shapes.ts'

const module = 'report'

const rest = {
  client_id: z.optional(s.clientId),
  /** SUPERVISOR names the company; people of a company leave it out. */
  companyId: z.optional(s.id('company')),
}

function bodyOf<const T extends e.ReportType>(type: T) {
  return z.strictObject({
    type: z.literal(type),
    params: e.reportParams[type],
    format: z.enum(e.reportSpecs[type].formats),
    ...rest,
  })
}
/** One strict body a type: its own parameters and formats. */
const createReportBody = z.discriminatedUnion('type', [
  bodyOf('psa_register'),
  bodyOf('weighing_log'),
  bodyOf('purchases_by_product'),
  bodyOf('purchases_by_supplier'),
  bodyOf('acts'),
  bodyOf('unpaid_acts'),
  bodyOf('payments'),
  bodyOf('supplier_ytd'),
  bodyOf('exceptions'),
  bodyOf('price_deviations'),
  bodyOf('tare_history'),
  bodyOf('duplicates'),
  bodyOf('self_check'),
  bodyOf('audit'),
  bodyOf('export_1c'),
  bodyOf('payment_file'),
  bodyOf('platform_turnover'),
  bodyOf('list'),
])
export type CreateReport = z.input<typeof createReportBody>

const progress = {
  reportId: s.id('report'),
  status: z.enum(e.reportStatuses),
}

export const report = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/report/getReportList',
    access: 'operator-or-super',
    module,
    summary: 'Reports whose right the caller has; dates cut the day of creation',
    query: z.strictObject({
      filter: s.filterOf('report', ['created_at', 'type', 'status'], {
        company_id: z.optional(s.id('company')),
        type: z.optional(s.someOf(e.reportTypes)),
        status: z.optional(s.someOf(e.reportStatuses)),
        own: z.optional(z.boolean()),
      }),
    }),
    result: s.listOf(e.Report),
    about: ['report'],
  }),
  getTypes: call({
    method: 'GET',
    path: '/api/v1/report/getReportTypeList',
    access: 'operator-or-super',
    module,
    summary: 'Reports that the caller may make, with their parameters',
    result: s.list(
      z.strictObject({
        type: z.enum(e.reportTypes),
        title: s.displayText(150),
        params: s.list(
          z.strictObject({
            name: s.displayText(40),
            required: z.boolean(),
            kind: z.enum(['day', 'year', 'money', 'text', 'id', 'words']),
            /** For `id`: whose; for `words`: which. */
            entity: z.optional(s.displayText(40)),
            words: z.optional(s.list(s.displayText(40), 100)),
          }),
          20,
        ),
        formats: s.list(z.enum(e.reportFormats), e.reportFormats.length),
      }),
      100,
    ),
  }),
  getStatus: call({
    method: 'GET',
    path: '/api/v1/report/getReportStatus',
    access: 'operator-or-super',
    module,
    summary: 'How far a report is',
    query: z.strictObject({ reportId: s.id('report') }),
    result: z.strictObject({
      ...progress,
      progress: s.int(0, 100),
      file_id: z.nullable(s.id('file')),
      error: z.nullable(s.displayText(500)),
    }),
    about: ['report'],
    use: false,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/report/createReport',
    access: 'operator-or-super',
    module,
    summary: 'Queues a report; the right depends on its type (domain.md 11)',
    body: createReportBody,
    result: z.strictObject(progress),
    refusals: ['report.bad-params', 'report.too-many'],
  }),
  ...dashboard,
} as const
