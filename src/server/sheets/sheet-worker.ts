import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { CellValue } from 'hucre/xlsx'
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx'
import { wallClock, type SheetColumn } from './columns.ts'
import { onlyParts } from './only-parts.ts'
import type {
  NextRows,
  ReaderMessage,
  ReadRow,
  SheetBounds,
  SheetJob,
  WriterMessage,
} from './sheet-thread.ts'
import { cell, definition, sheetName } from './xlsx-cells.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread')

const job = workerData as SheetJob
if (job.kind === 'write') await write(job.name, job.columns, job.timeZone)
else tell(await read(job.bytes, job.bounds))

function tell(message: WriterMessage | ReaderMessage): void {
  port!.postMessage(message, 'chunk' in message ? [message.chunk.buffer as ArrayBuffer] : [])
}

async function write(
  name: string,
  columns: readonly SheetColumn[],
  timeZone: string | undefined,
): Promise<void> {
  const clock = wallClock(timeZone)
  const kinds = columns.map(({ kind }) => kind)
  async function* rows(): AsyncGenerator<CellValue[]> {
    for (;;) {
      const answer = once(port!, 'message')
      tell({ want: true })
      const [{ rows: batch }] = (await answer) as [NextRows]
      if (!batch) return
      for (const row of batch) yield row.map((value, i) => cell(value, kinds[i] ?? 'text', clock))
    }
  }
  const stream = writeXlsxStream(rows(), {
    name: sheetName(name),
    columns: columns.map(definition),
    freezePane: { rows: 1 },
  })
  for await (const chunk of stream) tell({ chunk: Uint8Array.from(chunk) })
  tell({ written: true })
}

/** Whatever the library says of a file is the file's fault: it gets nothing but the file's own bytes. */
async function read(bytes: Uint8Array, bounds: SheetBounds): Promise<ReaderMessage> {
  const parts = onlyParts(bytes, bounds.bytes * 10)
  if (typeof parts === 'string') return { refused: parts }
  const rows: ReadRow[] = []
  try {
    for await (const { index, values } of streamXlsxRows(parts, { sheet: 0 })) {
      const cells = values.map(readCell)
      while (cells.length > 0 && cells.at(-1) === null) cells.pop()
      if (cells.length === 0) continue
      if (rows.length === bounds.rows || cells.length > bounds.columns)
        return { refused: 'too-large' }
      rows.push({ number: index + 1, cells })
    }
  } catch {
    return { refused: 'unreadable' }
  }
  return { rows }
}

function readCell(value: CellValue): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'boolean' ? (value ? 'да' : 'нет') : value
}
