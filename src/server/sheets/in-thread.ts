import { on } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Two threads at a time on a machine of two cores; others wait for their turn. */
const THREADS = 2

let running = 0
const waiting: (() => void)[] = []

interface ThreadWork<T> {
  readonly program: URL
  readonly data: unknown
  /** A file that was made to grow ends at it. */
  readonly heapMb: number
  readonly work: (thread: Worker) => Promise<T>
}

/**
 * Gives a job of ours a thread of its own, which ends with it. What reads files of others runs in a process (`unpack/in-process.ts`): a
 * thread that has used up its heap may never end.
 */
export async function inThread<T>({ program, data, heapMb, work }: ThreadWork<T>): Promise<T> {
  if (running === THREADS) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  const thread = new Worker(program, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
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

/** The messages of a thread in their order, none lost; throws when the thread fails, ends or misses the deadline. */
export async function* messagesOf<T>(thread: Worker, deadlineMs: number): AsyncGenerator<T> {
  const signal = AbortSignal.timeout(deadlineMs)
  for await (const [message] of on(thread, 'message', { signal, close: ['exit'] }))
    yield message as T
  throw new Error('The thread ended before its work')
}
