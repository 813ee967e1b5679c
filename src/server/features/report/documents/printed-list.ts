import type { ActionCode } from '#contract/core/actions.ts'
import type { CallSpec } from '#contract/core/call.ts'
import type { Db } from '../../../db/handle.ts'
import type { PrintedDocument } from '../../../documents/printed-document.ts'
import type { ParamValues, ReportParams } from '../report-params.ts'

/** A document over many records: as any other, and with the rights, the parameters and the facts that its list needs. */
export interface PrintedList<
  P extends ReportParams = ReportParams,
  Facts = unknown,
> extends PrintedDocument<Facts> {
  readonly permission: ActionCode
  /** The list from whose screen it is printed: its module and its right are needed too. */
  readonly source: CallSpec
  readonly params: P
  facts(db: Db, params: ParamValues<P>): Promise<Facts>
}

/** Describes a document; what it reads and what it prints have one type. */
export function printedList<P extends ReportParams, Facts>(
  document: PrintedList<P, Facts>,
): PrintedList {
  return document
}
