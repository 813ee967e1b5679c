import type * as z from 'zod/mini'
import type { ActionCode } from '#contract/core/actions.ts'
import type { CallSpec } from '#contract/core/call.ts'
import type { ReportFormat } from '#contract/report/report-entities.ts'
import type { AuditEvent } from '../../../db/audit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Storable } from '../../file/storage/store-file.ts'

/** Receives the percent after each piece of work and may throw to end it. */
export type ProgressListener = (percent: number) => Promise<void>

/** The finished report: bytes, or a file on the disk of the store, which is moved into it. */
export type WrittenFile = Storable & {
  /** Records in it, where a list shows their number. */
  readonly rows?: number
  /** What the journal tells of the records that were given out with it. */
  readonly events?: readonly AuditEvent[]
}

/** A file that is put together from records and their files, and ordered as a report is. */
export interface ComposedFile<P = unknown> {
  readonly type: string
  readonly title: string
  readonly format: ReportFormat
  readonly params: z.ZodMiniType<P>
  /** The call that shows the same records: its module and its right are needed besides. */
  readonly source: CallSpec
  /** Rights that are needed when it is ordered, and again when it is made. */
  readonly permissions: readonly ActionCode[]
  /** Whether the list of `source` offers it with its export. */
  readonly ofList?: true
  /** Refuses what the company does not have or cannot have as such a file. */
  check(db: Db, params: P): Promise<void>
  compose(db: Tx, params: P, onProgress: ProgressListener): Promise<WrittenFile>
}

/** Describes such a file; what it is asked for and what it reads have one type. */
export function composedFile<P>(file: ComposedFile<P>): ComposedFile {
  return file as ComposedFile
}
