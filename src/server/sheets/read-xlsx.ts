import { refuse } from '#http/refusal.ts'
import { readInProcess } from '../unpack/in-process.ts'
import { isZip } from '../unpack/read-zip.ts'
import type { ReadTable, SheetBounds, TableOutcome } from './read-table.ts'
import { SHEET_HEAP_MB } from './sheet-thread.ts'

export type { ReadCell } from './read-cell.ts'
export type { ReadRow, ReadTable, SheetBounds, SheetNote } from './read-table.ts'

/** A file within its bounds is read in a second or two; what takes longer was made to take long. */
const DEADLINE_MS = 30_000
const PROGRAM = new URL('./read-process.ts', import.meta.url)

/** The first visible sheet of an XLSX file; whatever is not one, or is too much of one, is refused. */
export async function readXlsx(bytes: Uint8Array, bounds: SheetBounds): Promise<ReadTable> {
  if (bytes.length > bounds.bytes) refuse('file.sheet-too-large')
  if (!isZip(bytes)) refuse('file.bad-sheet')
  const limits = { heapMb: SHEET_HEAP_MB, deadlineMs: DEADLINE_MS }
  const outcome = await readInProcess<TableOutcome>(PROGRAM, { bytes, bounds }, limits)
  if (!outcome) refuse('file.sheet-too-large')
  if ('rows' in outcome) return outcome
  const { code, message } = outcome
  return refuse(code, message === undefined ? {} : { message })
}
