import { Worker } from 'node:worker_threads'
import type { PdfJob } from './draw-pdf.ts'

export interface PdfRequest {
  readonly id: number
  readonly job: PdfJob
}

export type PdfOutcome =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** A register book of 5000 acts takes some fifteen seconds of a busy machine; a thread that hangs ends here. */
const DEADLINE_MS = 120_000
/** A new thread reads fonts and library first, so it stays alive for the next document. */
const IDLE_MS = 60_000
const HEAP_MB = 512

/**
 * Draws the PDFs of this process in a thread of its own, one after the other: an act takes a tenth of a second, in which the
 * process would answer no request.
 */
class PdfThread {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #last = 0
  readonly #waiting = new Map<number, Waiting>()

  async draw(job: PdfJob): Promise<Uint8Array> {
    const worker = this.#start()
    const id = ++this.#last
    const deadline = setTimeout(
      () => this.#fail(worker, new Error('The PDF took too long')),
      DEADLINE_MS,
    )
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        worker.ref()
        const request: PdfRequest = { id, job }
        worker.postMessage(request, [])
      })
    } finally {
      clearTimeout(deadline)
      this.#waiting.delete(id)
      this.#rest(worker)
    }
  }

  #start(): Worker {
    clearTimeout(this.#idle)
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.on('message', (outcome: PdfOutcome) => {
      const waiting = this.#waiting.get(outcome.id)
      if ('bytes' in outcome) waiting?.resolve(outcome.bytes)
      else waiting?.reject(new Error(outcome.error))
    })
    worker.on('error', (error: Error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error('The thread ended before its work')))
    this.#worker = worker
    return worker
  }

  /** Every request that waits for a lost thread is rejected; the next document starts another thread. */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    void worker.terminate()
  }

  /** Without work the thread holds no process up, and ends after a while. */
  #rest(worker: Worker): void {
    if (this.#waiting.size > 0 || this.#worker !== worker) return
    worker.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.#worker = undefined
      void worker.terminate()
    }, IDLE_MS).unref()
  }
}

const thread = new PdfThread()

/** The PDF of a form, drawn beside the process. */
export function drawPdfApart(job: PdfJob): Promise<Uint8Array> {
  return thread.draw(job)
}
