import type { ActionCode } from '#contract/core/actions.ts'
import type { CallSpec } from '#contract/core/call.ts'
import type { ListColumns } from '#contract/lists/column.ts'
import type { DashboardUnit } from '#contract/report/dashboard.ts'
import type { ReportFormat } from '#contract/report/report-entities.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { ParamValues, ReportParams } from './report-params.ts'
import type { ProgressListener, WrittenFile } from './write/composed-file.ts'

/** The largest rows of a report as bars. */
export interface ReportChart {
  readonly title: string
  readonly unit: DashboardUnit
  /** Ids of the columns with the name and with the length of a bar. */
  readonly name: string
  readonly value: string
  /** The rows have an order of their own, at most 24: hours, ages. */
  readonly isInOrder?: true
}

/** The whole description of one report: form, rights, table, chart and rows. */
export interface ReportKind<P extends ReportParams = ReportParams, Row = unknown> {
  readonly type: string
  readonly title: string
  /** What it tells, beside its title in the gallery of reports. */
  readonly sentence: string
  readonly permission: ActionCode
  /** The list that shows the same records: its module and its right are needed besides. */
  readonly source: CallSpec
  readonly params: P
  /** On the screen and in the file; one that is summed has an `addend`. */
  readonly columns: ListColumns<Row>
  readonly formats: readonly Extract<ReportFormat, 'xlsx' | 'csv' | 'pdf' | 'xml'>[]
  readonly chart?: ReportChart
  /** The address of the screen that shows the record, or the records, behind a row. */
  opens?(row: Row, params: ParamValues<P>): string | null
  /** How many rows there are, up to one more than may be written, where that is known before they are read. */
  count?(db: Db, params: ParamValues<P>): Promise<number>
  rows(db: Tx, params: ParamValues<P>): AsyncIterable<Row>
  /** The same records as another program reads them: with the format `xml`. */
  writeXml?(db: Tx, params: ParamValues<P>, onProgress: ProgressListener): Promise<WrittenFile>
}

/** Describes a report; its rows have one type in columns and query. */
export function reportKind<P extends ReportParams, Row>(kind: ReportKind<P, Row>): ReportKind {
  return kind as ReportKind
}
