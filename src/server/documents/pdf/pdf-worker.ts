import { parentPort } from 'node:worker_threads'
import { drawPdf } from './draw-pdf.ts'
import type { PdfOutcome, PdfRequest } from './pdf-thread.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread')

let last: Promise<void> = Promise.resolve()

// One after the other: a thread gains nothing by two at once.
port.on('message', (request: PdfRequest) => {
  last = last.then(() => answer(request))
})

async function answer({ id, job }: PdfRequest): Promise<void> {
  const outcome: PdfOutcome = await drawPdf(job).then(
    (bytes) => ({ id, bytes: Uint8Array.from(bytes) }),
    (error: unknown) => ({ id, error: String(error) }),
  )
  port!.postMessage(outcome, 'bytes' in outcome ? [outcome.bytes.buffer] : [])
}
