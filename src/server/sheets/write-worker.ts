import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { CellValue } from 'hucre/xlsx'
import { writeXlsxStream } from 'hucre/xlsx'
import { wallClock } from './columns.ts'
import type { NextRows, WriteJob, WriterMessage } from './sheet-thread.ts'
import { cell, definition, sheetName } from './xlsx-cells.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread')

await write(workerData as WriteJob)

function postToParent(message: WriterMessage): void {
  port!.postMessage(message, 'chunk' in message ? [message.chunk.buffer as ArrayBuffer] : [])
}

async function write({ name, columns, timeZone }: WriteJob): Promise<void> {
  const clock = wallClock(timeZone)
  const kinds = columns.map(({ kind }) => kind)
  async function* rows(): AsyncGenerator<CellValue[]> {
    for (;;) {
      const answer = once(port!, 'message')
      postToParent({ want: true })
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
  for await (const chunk of stream) postToParent({ chunk: Uint8Array.from(chunk) })
  postToParent({ written: true })
}
