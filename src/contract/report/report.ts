import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { companyMonth } from './month.ts'
import { dashboard } from './dashboard.ts'
import * as e from './report-entities.ts'
import * as s from '../core/shapes.ts'
import { statusCounts } from '../lists/status-sums.ts'

const module = 'report'

const createReportBody = z.strictObject({
  type: e.reportType,
  params: e.reportParams,
  format: z.enum(e.reportFormats),
  client_id: z.optional(s.clientId),
  /** SUPERVISOR names the company; people of a company leave it out. */
  companyId: z.optional(s.id('company')),
})
export type CreateReport = z.output<typeof createReportBody>

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
        type: z.optional(s.list(e.reportType, 40, 1)),
        status: z.optional(s.someOf(e.reportStatuses)),
        own: z.optional(z.boolean()),
      }),
    }),
    result: s.listOf(e.Report, statusCounts(e.reportStatuses)),
    about: ['report'],
  }),
  getTypes: call({
    method: 'GET',
    path: '/api/v1/report/getReportTypeList',
    access: 'operator-or-super',
    module,
    summary: 'Reports that the caller may make, as their forms and tables are drawn',
    query: z.strictObject({
      /** Names one report, whose choices are then answered too. */
      type: z.optional(e.reportType),
    }),
    result: s.list(e.ReportDescription, 100),
  }),
  // Beyond the specification: domain.md 11.
  preview: call({
    method: 'GET',
    path: '/api/v1/report/getReportPreview',
    access: 'operator-or-super',
    module,
    summary: 'The first rows of a report, its sums and its chart; nothing is stored',
    query: z.strictObject({
      type: e.reportType,
      params: s.jsonText(e.reportParams),
    }),
    result: e.ReportPreview,
    refusals: ['report.bad-params'],
  }),
  getDocument: call({
    method: 'GET',
    path: '/api/v1/report/getDocumentBody',
    access: 'operator',
    module,
    summary: 'A document over the records of a list, to be printed',
    query: z.strictObject({
      kind: e.reportType,
      params: s.jsonText(e.reportParams),
    }),
    result: z.strictObject({ title: s.displayText(150), html: s.displayText(20_000_000) }),
    refusals: ['report.bad-params'],
  }),
  getDocumentPdf: call({
    method: 'GET',
    path: '/api/v1/report/getDocumentPdf',
    access: 'operator',
    module,
    summary: 'The same document as PDF/A',
    query: z.strictObject({
      kind: e.reportType,
      params: s.jsonText(e.reportParams),
      copies: s.copies,
    }),
    result: 'blob',
    refusals: ['report.bad-params'],
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
    owner: true,
    module,
    summary: 'Queues a report; the right depends on its type (domain.md 11)',
    body: createReportBody,
    result: z.strictObject(progress),
    refusals: ['report.bad-params', 'report.too-many'],
  }),
  // Beyond the specification: domain.md 3.18.
  cancel: call({
    method: 'POST',
    path: '/api/v1/report/cancelReport',
    access: 'operator-or-super',
    owner: true,
    module,
    summary: 'Stops a report that waits or is being made',
    body: z.strictObject({ reportId: s.id('report') }),
    result: z.strictObject(progress),
  }),
  ...dashboard,
  ...companyMonth,
} as const
