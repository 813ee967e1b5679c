import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { refuse } from '#http/refusal.ts'
import type { PlateCandidate, PlateReader } from './plate-reader.ts'
import type { PlateAnswer, PlateJob } from './plate-messages.ts'

/**
 * A worker without a sign of life for this long is ended and started again (devices.md 6.2). On a busy machine a whole frame
 * may take longer, and a new start costs as much as ten frames.
 */
const SILENCE_MS = 4000
/** For each step of a start: the program, the libraries, two models and a first run. */
const START_MS = 30_000
/** A killed process is gone at once, unless the system itself hangs. */
const END_MS = 2000

/** Our own recogniser. */
export interface OwnPlateReader extends PlateReader {
  /** Loads the models while the site is still empty; the next request for a plate reports a failure. */
  warm(): void
  /** The process's id, under which the system counts its memory. */
  pid(): Promise<number>
  close(): Promise<void>
}

interface Waiting {
  job: PlateJob
  signal: AbortSignal
  resolve(candidates: PlateCandidate[]): void
  reject(error: unknown): void
}

/**
 * Reads plates in a process of its own, one frame at a time; a waiting frame gives way to a newer one. Weighing goes on
 * whatever happens to that process (docs/decisions/0018). It starts with the first plate camera that needs it.
 */
export function workerPlateReader(
  file = new URL('./plate-worker.ts', import.meta.url),
  silenceMs = SILENCE_MS,
): OwnPlateReader {
  let worker: Promise<ChildProcess> | undefined
  let waiting: Waiting | undefined
  let busy = false
  let serving = Promise.resolve()
  let nextId = 1
  const closing = new AbortController()

  function start(): Promise<ChildProcess> {
    worker ??= launch(file, closing.signal).catch((error: unknown) => {
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
      const child = await start()
      const answer = await ask(child, next.job, silenceMs).catch(async (error: unknown) => {
        worker = undefined
        await end(child)
        throw error
      })
      if ('candidates' in answer) next.resolve(answer.candidates)
      else next.reject(new Error('error' in answer ? answer.error : 'The worker began anew'))
    } catch (error) {
      next.reject(error)
    }
  }

  return {
    warm: () => void start().catch(() => {}),
    pid: async () => (await start()).pid!,
    read: (jpeg, { roi, signal }) =>
      new Promise((resolve, reject) => {
        if (closing.signal.aborted) refuse('device.offline')
        signal.throwIfAborted()
        waiting?.reject(new Error('A newer frame took its place'))
        const job = { id: nextId++, jpeg, ...(roi ? { roi } : {}) }
        waiting = { job, signal, resolve, reject }
        // A worker that starts or hangs does not answer in time; the request ends at its own deadline.
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        void pump()
      }),
    async close() {
      closing.abort(new Error('The agent is ending'))
      waiting?.reject(closing.signal.reason)
      waiting = undefined
      const child = await worker?.catch(() => undefined)
      if (child) await end(child)
      await serving
    },
  }
}

async function launch(file: URL, closing: AbortSignal): Promise<ChildProcess> {
  // Pictures go over as bytes; the lines of a program that answers on its output belong to the agent alone.
  const child = fork(file, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // A crash between two frames shows at the next one, which starts a new process.
  child.on('error', () => {})
  try {
    await awaitAnswer(child, START_MS, closing)
  } catch (error) {
    await end(child)
    closing.throwIfAborted()
    console.error('Plate recognition does not start', error)
    refuse('device.offline', { message: 'Распознавание номеров недоступно на этом компьютере' })
  }
  // Idle, it keeps no program from ending.
  child.unref()
  child.channel?.unref()
  return child
}

async function ask(child: ChildProcess, job: PlateJob, silenceMs: number): Promise<PlateAnswer> {
  const answer = awaitAnswer(child, silenceMs)
  child.channel?.ref()
  child.send(job)
  try {
    return await answer
  } finally {
    child.channel?.unref()
  }
}

/** The next answer; rejects when the process ended, `ms` after its last sign of life, or when no request waits any more. */
function awaitAnswer(child: ChildProcess, ms: number, until?: AbortSignal): Promise<PlateAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PlateAnswer>()
  const silent = () => reject(new Error('The plate worker gives no sign of life'))
  const onExit = () => reject(new Error('The plate worker ended'))
  const forgotten = () => reject(until!.reason)
  const silence = setTimeout(silent, ms)
  const onAnswer = (said: PlateAnswer) => {
    if ('working' in said) silence.refresh()
    else resolve(said)
  }
  child.on('message', onAnswer).once('exit', onExit)
  if (until?.aborted) forgotten()
  until?.addEventListener('abort', forgotten)
  return promise.finally(() => {
    clearTimeout(silence)
    child.off('message', onAnswer).off('exit', onExit)
    until?.removeEventListener('abort', forgotten)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(END_MS) })
  child.kill('SIGKILL')
  await exited.catch(() => {})
}
