import { Worker } from 'node:worker_threads'
import { Refusal, refuse } from '#http/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { BikDirectory } from './bik-directory.ts'

/** What the worker sends back: the directory, or the refusal in parts, for an error loses its kind on the way. */
export type ReadOutcome =
  | { readonly directory: BikDirectory }
  | { readonly code: RefusalCode; readonly message: string }

// Ten times what the real directory takes on a slow machine.
const DEADLINE_MS = 30_000

/** Reads an upload in a thread of its own: a second of parsing would hold up every weighing (security.md 9.1). */
export async function readApart(bytes: Buffer): Promise<BikDirectory> {
  const worker = new Worker(new URL('read-ed807-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const deadline = setTimeout(() => void worker.terminate(), DEADLINE_MS)
  try {
    const outcome = await new Promise<ReadOutcome | undefined>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('exit', () => resolve(undefined))
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(undefined) : reject(error),
      )
    })
    if (!outcome)
      return refuse('bik.bad-file', { message: 'Файл слишком сложен для справочника БИК' })
    if ('code' in outcome) throw new Refusal(outcome.code, { message: outcome.message })
    return outcome.directory
  } finally {
    clearTimeout(deadline)
    void worker.terminate()
  }
}
