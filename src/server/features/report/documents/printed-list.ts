import type { ActionCode } from '#contract/core/actions.ts'
import type { CallSpec } from '#contract/core/call.ts'
import type { Db } from '../../../db/handle.ts'
import type { ParamValues, ReportParams } from '../report-params.ts'

/** Everything that the product must know of a document over many records: its rights, its facts and its page. */
export interface PrintedList<P extends ReportParams = ReportParams, Facts = unknown> {
  readonly kind: string
  readonly title: string
  readonly permission: ActionCode
  /** The list from whose screen it is printed: its module and its right are needed too. */
  readonly source: CallSpec
  readonly params: P
  facts(db: Db, params: ParamValues<P>): Promise<Facts>
  /** The same facts always give the same bytes. */
  page(facts: Facts): string
}

/** Describes a document; what it reads and what it prints have one type. */
export function printedList<P extends ReportParams, Facts>(
  document: PrintedList<P, Facts>,
): PrintedList {
  return document
}
