import type { RefusalCode } from '#contract/core/refusals.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { readInProcess } from '../../../unpack/in-process.ts'
import type { BikDirectory } from './bik-directory.ts'

/**
 * The message of the reader's process: the directory, or the refusal in parts, since an error loses its class between
 * processes.
 */
export type ReadOutcome =
  | { readonly directory: BikDirectory }
  | { readonly code: RefusalCode; readonly message: string }

// Ten times what the real directory takes on a slow machine.
const LIMITS = { heapMb: 512, deadlineMs: 30_000 }
const PROGRAM = new URL('read-ed807-process.ts', import.meta.url)

/** Reads an upload in a process of its own: a second of parsing would hold up every weighing (security.md 9.1). */
export async function readApart(bytes: Buffer): Promise<BikDirectory> {
  const outcome = await readInProcess<ReadOutcome>(PROGRAM, bytes, LIMITS)
  if (!outcome)
    return refuse('bik.bad-file', { message: 'Файл слишком сложен для справочника БИК' })
  if ('code' in outcome) throw new Refusal(outcome.code, { message: outcome.message })
  return outcome.directory
}
