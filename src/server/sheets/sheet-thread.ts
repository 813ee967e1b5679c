import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SheetColumn, SheetRow } from './columns.ts'

export type SheetJob =
  | {
      kind: 'write'
      name: string
      columns: readonly SheetColumn[]
      timeZone: string | undefined
    }
  | { kind: 'read'; bytes: Uint8Array; bounds: SheetBounds }

/** What a thread that writes is sent each time it wants rows; none means there are no more. */
export interface NextRows {
  rows: SheetRow[] | undefined
}

export type WriterMessage = { want: true } | { chunk: Uint8Array } | { written: true }

/** Beyond these a file is refused; `bytes` bounds the file, the parts inside may hold ten times as much. */
export interface SheetBounds {
  readonly bytes: number
  readonly rows: number
  readonly columns: number
}

/** A row of a read table with its number in the file, from 1; empty rows are left out, days are `YYYY-MM-DD`. */
export interface ReadRow {
  readonly number: number
  readonly cells: (string | number | null)[]
}

export type ReaderMessage = { rows: ReadRow[] } | { refused: 'unreadable' | 'too-large' }

/** Two sheets at a time on a machine of two cores; others wait for their turn. */
const THREADS = 2
/** Heap of one thread: 100,000 rows are written within a third of it, and a bomb ends at it. */
const HEAP_MB = 384

let running = 0
const waiting: (() => void)[] = []

/** Gives a job a thread of its own, which ends with it: XLSX of any size leaves the event loop of the server free. */
export async function inSheetThread<T>(
  job: SheetJob,
  work: (thread: Worker) => Promise<T>,
): Promise<T> {
  if (running === THREADS) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  const thread = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  try {
    return await work(thread)
  } finally {
    await thread.terminate()
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The messages of a thread in their order, none lost; one that fails, ends or lets the deadline pass throws. */
export async function* messagesOf<T>(thread: Worker, deadlineMs: number): AsyncGenerator<T> {
  const signal = AbortSignal.timeout(deadlineMs)
  for await (const [message] of on(thread, 'message', { signal, close: ['exit'] }))
    yield message as T
  throw new Error('The sheet thread ended before its work')
}
