import { refuse } from '#http/refusal.ts'
import {
  inSheetThread,
  messagesOf,
  type ReaderMessage,
  type ReadRow,
  type SheetBounds,
} from './sheet-thread.ts'

export type { ReadRow, SheetBounds } from './sheet-thread.ts'

/** A file within its bounds is read in a second or two; what takes longer was made to take long. */
const DEADLINE_MS = 30_000

/** The first sheet of an XLSX file; whatever is not one, or is too much of one, is refused. */
export async function readXlsx(bytes: Uint8Array, bounds: SheetBounds): Promise<ReadRow[]> {
  if (bytes.length > bounds.bytes) refuse('file.sheet-too-large')
  if (!isZip(bytes)) refuse('file.bad-sheet')
  const answer = await inSheetThread({ kind: 'read', bytes, bounds }, async (thread) => {
    for await (const message of messagesOf<ReaderMessage>(thread, DEADLINE_MS)) return message
  }).catch(tooMuch)
  if (!answer) throw new Error('The sheet thread said nothing')
  if ('rows' in answer) return answer.rows
  return refuse(answer.refused === 'too-large' ? 'file.sheet-too-large' : 'file.bad-sheet')
}

/** A thread that used up its memory or its time met a file that is too much. */
function tooMuch(error: Error & { code?: string }): ReaderMessage {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error.name === 'AbortError')
    return { refused: 'too-large' }
  throw error
}

const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
