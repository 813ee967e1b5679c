import type { ActionCode } from '#contract/core/actions.ts'
import type { CallSpec } from '#contract/core/call.ts'
import type { Db } from '../../../db/handle.ts'
import {
  printedDocument,
  type DocumentForm,
  type PrintedDocument,
} from '../../../documents/printed-document.ts'
import type { ParamValues, ReportParams } from '../report-params.ts'

/** A document over many records: as any other, and with the rights, the parameters and the facts that its list needs. */
interface ListForm<P extends ReportParams, Facts> extends DocumentForm<Facts> {
  readonly permission: ActionCode
  /** The list from whose screen it is printed: its module and its right are needed too. */
  readonly source: CallSpec
  readonly params: P
  facts(db: Db, params: ParamValues<P>): Promise<Facts>
}

export type PrintedList<P extends ReportParams = ReportParams, Facts = unknown> = Omit<
  ListForm<P, Facts>,
  'body' | 'texts'
> &
  PrintedDocument<Facts>

/** The sheet of a long table. */
export const tablePage = {
  margins: [10, 8, 14, 8],
  size: 9,
  lineHeight: 1.2,
  family: 'serif',
  numbered: true,
} as const

/** Describes a document; what it reads and what it prints have one type. */
export function printedList<P extends ReportParams, Facts>(form: ListForm<P, Facts>): PrintedList {
  const list: PrintedList<P, Facts> = { ...form, ...printedDocument(form) }
  return list
}
