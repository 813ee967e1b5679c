import * as z from 'zod/mini'
import { refuse } from '#http/refusal.ts'
import { authorizeRights } from '../../../auth/rights/authorize.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import type { Session } from '../../../auth/session.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { problemsOf } from '../report-params.ts'
import { readRequest, type ReportRequest } from '../requested-report.ts'
import type { ComposedFile, ProgressListener, WrittenFile } from './composed-file.ts'
import { findComposedFile } from './composed-files.ts'
import { writeReport } from './write-report.ts'

/** A file whose order was read: a table of rows, or one that is put together from records. */
export interface OrderedFile {
  readonly title: string
  /** The right to it: when it is ordered, and again when it is made. */
  readonly authorize: (db: Db, session: Session) => void
  /** Refuses records that are not the company's. */
  readonly check: (db: Db) => Promise<void>
  readonly write: (db: Tx, onProgress: ProgressListener) => Promise<WrittenFile>
}

/** Reads an order: refuses `report.bad-params`. */
export function readOrder(order: Required<ReportRequest>): OrderedFile {
  const composed = findComposedFile(order.type)
  if (composed) return composedOrder(composed, order)
  const report = readRequest(order)
  return {
    title: report.title,
    authorize: report.authorize,
    check: report.checkChoices,
    write: (db, onProgress) => writeReport(db, report, order.format, onProgress),
  }
}

function composedOrder(
  file: ComposedFile,
  { params, format }: Required<ReportRequest>,
): OrderedFile {
  if (format !== file.format)
    refuse('report.bad-params', { fields: { format: 'Этот отчёт так не выгружается' } })
  const read = z.safeParse(file.params, params, { reportInput: true })
  if (!read.success) return refuse('report.bad-params', { fields: problemsOf(read.error) })
  return {
    title: file.title,
    authorize(db, session) {
      authorizeRights(session, file.source)
      for (const permission of file.permissions) mustMay(db, permission, session)
    },
    check: (db) => file.check(db, read.data),
    write: (db, onProgress) => file.compose(db, read.data, onProgress),
  }
}
