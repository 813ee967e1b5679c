import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { refuse } from '#http/refusal.ts'
import type { PlateCandidate, PlateReader } from './plate-reader.ts'
import type { PlateAnswer, PlateJob } from './plate-worker.ts'

/** One frame may take this long; a worker that needs more is ended and started anew (devices.md 6.2). */
const DEADLINE_MS = 4000
/** Loading two models and a first run. */
const START_MS = 30_000
/** The thread has nothing left to do when it is asked to end. */
const END_MS = 2000

interface Waiting {
  job: PlateJob
  signal: AbortSignal
  resolve(candidates: PlateCandidate[]): void
  reject(error: unknown): void
}

/** Reads plates in a worker thread, one frame at a time; a frame that waits gives way to a newer one. */
export function workerPlateReader(
  file = new URL('./plate-worker.ts', import.meta.url),
): PlateReader & { close(): Promise<void> } {
  let worker: Promise<Worker> | undefined
  let waiting: Waiting | undefined
  let busy = false
  let serving = Promise.resolve()
  let nextId = 1
  let closed = false

  function start(): Promise<Worker> {
    worker ??= launch(file).catch((error: unknown) => {
      worker = undefined
      throw error
    })
    return worker
  }

  async function pump(): Promise<void> {
    if (busy) return
    busy = true
    while (waiting) {
      const next = waiting
      waiting = undefined
      if (next.signal.aborted) next.reject(next.signal.reason)
      else await (serving = serve(next))
    }
    busy = false
  }

  async function serve(next: Waiting): Promise<void> {
    try {
      const thread = await start()
      const answer = await ask(thread, next.job).catch(async (error: unknown) => {
        worker = undefined
        await thread.terminate()
        throw error
      })
      if ('candidates' in answer) next.resolve(answer.candidates)
      else next.reject(new Error('error' in answer ? answer.error : 'The worker began anew'))
    } catch (error) {
      next.reject(error)
    }
  }

  // The models load while the yard is still empty; a failure is told to whoever asks for a plate.
  start().catch(() => {})
  return {
    read: (jpeg, { roi, signal }) =>
      new Promise((resolve, reject) => {
        if (closed) refuse('device.offline')
        waiting?.reject(new Error('A newer frame took its place'))
        const job = { id: nextId++, jpeg, ...(roi ? { roi } : {}) }
        waiting = { job, signal, resolve, reject }
        void pump()
      }),
    async close() {
      closed = true
      waiting?.reject(new Error('The agent is ending'))
      waiting = undefined
      await serving
      const thread = await worker?.catch(() => undefined)
      if (thread) await end(thread)
    },
  }
}

async function launch(file: URL): Promise<Worker> {
  const thread = new Worker(file)
  try {
    await once(thread, 'message', { signal: AbortSignal.timeout(START_MS) })
  } catch (error) {
    await thread.terminate()
    console.error('Plate recognition does not start', error)
    refuse('device.offline', { message: 'Распознавание номеров недоступно на этом компьютере' })
  }
  // A crash between two frames shows at the next one, which starts a new worker.
  thread.on('error', () => {})
  thread.unref()
  return thread
}

/** Lets the thread end by itself; one that does not is ended from outside. */
async function end(thread: Worker): Promise<void> {
  thread.ref()
  const exited = once(thread, 'exit', { signal: AbortSignal.timeout(END_MS) })
  thread.postMessage({ end: true }, [])
  await exited.catch(() => thread.terminate())
}

/** Rejects when the worker ended or let the deadline pass. */
async function ask(thread: Worker, job: PlateJob): Promise<PlateAnswer> {
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(DEADLINE_MS)])
  const ended = async (): Promise<never> => {
    await once(thread, 'exit', { signal })
    throw new Error('The plate worker ended')
  }
  try {
    thread.postMessage(job, [])
    const answered = once(thread, 'message', { signal })
    const [answer] = await Promise.race([answered, ended()])
    return answer as PlateAnswer
  } finally {
    done.abort()
  }
}
