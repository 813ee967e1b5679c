import type { Worker } from 'node:worker_threads'
import { batchesOf, type Sheet } from './columns.ts'
import { messagesOf } from './in-thread.ts'
import { inWriterThread, type NextRows, type WriterMessage } from './sheet-thread.ts'

/** 200,000 rows take some twenty seconds on a busy machine; a source of rows that hangs ends here. */
const DEADLINE_MS = 10 * 60_000

/**
 * One sheet with a frozen header, widths and formats; texts are string cells, formulas are never written
 * (security.md 6.5). Rows are taken from their source as the writer needs them.
 */
export function writeXlsx(sheet: Sheet): Promise<Uint8Array> {
  const { name, columns, timeZone } = sheet
  return inWriterThread({ name, columns, timeZone }, (thread) => feedWriter(thread, sheet))
}

async function feedWriter(thread: Worker, sheet: Sheet): Promise<Uint8Array> {
  const batches = batchesOf(sheet.rows)
  const chunks: Uint8Array[] = []
  try {
    for await (const message of messagesOf<WriterMessage>(thread, DEADLINE_MS)) {
      if ('chunk' in message) chunks.push(message.chunk)
      else if ('written' in message) break
      else {
        const next = await batches.next()
        const answer: NextRows = { rows: next.done ? undefined : next.value }
        thread.postMessage(answer, [])
      }
    }
  } finally {
    await batches.return(undefined)
  }
  return Buffer.concat(chunks)
}
