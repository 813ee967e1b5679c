import * as z from 'zod/mini'
import * as s from '#contract/core/shapes.ts'
import type { CreateReport } from '#contract/report/report.ts'
import { issueText } from '#contract/core/issue-text.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { refuse } from '#http/refusal.ts'
import { authorizeRights } from '../../auth/rights/authorize.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { isSupervisor, type Session } from '../../auth/session.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { exportedLists } from './lists/exported-lists.ts'
import {
  exportColumns,
  type ExportColumn,
  type ExportedList,
  type OpenList,
} from './lists/list-export.ts'
import { findReportKind } from './kinds/all.ts'
import type { ReportKind } from './report-kind.ts'
import { askedWords, foreignChoices, problemsOf, readParams } from './report-params.ts'
import type { ProgressListener, WrittenFile } from './write/composed-file.ts'
import type { ReportPreview } from '#contract/report/report-entities.ts'
import type { SheetRow } from '../../sheets/columns.ts'
import { chartOf } from './write/report-chart.ts'

export type ReportRequest = Pick<CreateReport, 'type' | 'params'> & {
  readonly format?: CreateReport['format']
}

/** A report that can be written: a list of the screens or a kind, with its parameters read. */
export interface RequestedReport {
  readonly title: string
  readonly columns: readonly ExportColumn<unknown>[]
  /** The right to it: when it is asked for, and again when it is written. */
  readonly authorize: (db: Db, session: Session) => void
  /** Refuses records that are not the company's. */
  readonly checkChoices: (db: Db) => Promise<void>
  /** What was asked for, in words for the head of a printed report. */
  readonly asked?: (db: Db) => Promise<string[]>
  /** `count` is absent where the rows are counted while they are read. */
  readonly open: (db: Tx) => Pick<OpenList<unknown>, 'pages'> & Partial<OpenList<unknown>>
  /** The address of the records behind a row. */
  readonly opens?: (row: unknown) => string | null
  /** Its rows as bars, on the screen and in a printed file. */
  readonly chart?: (rows: readonly SheetRow[]) => ReportPreview['chart']
  /** Writes the form that another program reads, where there is one. */
  readonly writeXml?: (db: Tx, onProgress: ProgressListener) => Promise<WrittenFile>
}

/** The name under which lists of the screens are asked for (screens.md 4.5). */
export const LIST_TYPE = 'list'
export const LIST_TITLE = 'Список с экрана'
export const LIST_FORMATS = ['xlsx', 'csv'] as const

/** Finds the report and reads its parameters: refuses `report.bad-params`. */
export function readRequest({ type, params, format }: ReportRequest): RequestedReport {
  const kind = findReportKind(type)
  const formats: readonly string[] = kind?.formats ?? LIST_FORMATS
  if (!kind && type !== LIST_TYPE) return bad('type', 'Такого отчёта нет')
  if (format !== undefined && !formats.includes(format))
    return bad('format', 'Этот отчёт так не выгружается')
  return kind ? requestedKind(kind, params) : requestedList(params)
}

function requestedKind(kind: ReportKind, given: unknown): RequestedReport {
  const read = readParams(kind.params, given)
  if ('problems' in read) return refuse('report.bad-params', { fields: read.problems })
  const { values } = read
  return {
    title: kind.title,
    columns: Object.values(exportColumns(kind.columns)),
    authorize(db, session) {
      authorizeRights(session, kind.source)
      mustMay(db, kind.permission, session)
    },
    async checkChoices(db) {
      const problems = await foreignChoices(db, kind.params, values)
      if (Object.keys(problems).length > 0) refuse('report.bad-params', { fields: problems })
    },
    asked: (db) => askedWords(db, kind.params, values),
    open: (db) => ({
      ...(kind.count && { count: () => kind.count!(db, values) }),
      pages: () => pagesOf(kind.rows(db, values)),
    }),
    ...(kind.opens && { opens: (row) => kind.opens!(row, values) }),
    ...(kind.chart && { chart: (rows) => chartOf(kind, rows) }),
    ...(kind.writeXml && { writeXml: (db, onProgress) => kind.writeXml!(db, values, onProgress) }),
  }
}

const PAGE = 500

async function* pagesOf(rows: AsyncIterable<unknown>): AsyncGenerator<unknown[]> {
  let page: unknown[] = []
  for await (const row of rows) {
    page.push(row)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

const listParams = z.strictObject({
  call: s.text(80),
  filter: z.optional(s.jsonValue(8192)),
  columns: s.list(s.text(40), 60, 1),
})

function requestedList(given: unknown): RequestedReport {
  const read = z.safeParse(listParams, given, { reportInput: true })
  if (!read.success) return refuse('report.bad-params', { fields: problemsOf(read.error) })
  const { call, filter: conditions = {}, columns: ids } = read.data
  const list = exportedLists.get(call) ?? bad('params.call', 'Этот список не выгружается')
  const columns = ids.map(
    (id) => ownValue(list.columns, id) ?? bad('params.columns', `Нет колонки ${id}`),
  )
  const filter = readListFilter(list, conditions)
  return {
    title: list.title,
    columns,
    authorize(db, session) {
      authorizeRights(session, list.call)
      // Lists of the platform belong to SUPERVISOR, who never has rights of companies.
      if (!isSupervisor(session)) mustMay(db, 'report.create', session)
    },
    checkChoices: async () => undefined,
    open: (db) => list.open(db, filter),
  }
}

/** The conditions and the order of a list, as its own call takes them; a file has no pages. */
export function readListFilter(list: ExportedList, given: unknown): object {
  const query = { filter: JSON.stringify(given) }
  const read = z.safeParse(list.call.query!, query, { reportInput: true })
  if (!read.success) return bad('params.filter', issueText(read.error.issues[0]!))
  const { filter = {} } = read.data as { filter?: Record<string, unknown> }
  const { limit: _l, offset: _o, after: _a, with: _w, ...rest } = filter
  return rest
}

function bad(field: string, message: string): never {
  return refuse('report.bad-params', { fields: { [field]: message } })
}
