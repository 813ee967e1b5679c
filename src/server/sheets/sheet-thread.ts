import type { Worker } from 'node:worker_threads'
import { inThread } from './in-thread.ts'
import type { SheetColumn, SheetRow } from './columns.ts'

export interface WriteJob {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly timeZone: string | undefined
}

/** What a thread that writes is sent each time it wants rows; none means there are no more. */
export interface NextRows {
  rows: SheetRow[] | undefined
}

export type WriterMessage = { want: true } | { chunk: Uint8Array } | { written: true }

/** Heap of one thread: 100,000 rows are written within a third of it, and a bomb ends at it. */
export const SHEET_HEAP_MB = 384

/** XLSX of any size is written in a thread of its own, two at a time. */
export function inWriterThread<T>(job: WriteJob, work: (thread: Worker) => Promise<T>): Promise<T> {
  const program = new URL('./write-worker.ts', import.meta.url)
  return inThread({ program, data: job, heapMb: SHEET_HEAP_MB, work })
}
