import type { RefusalCode } from '#contract/core/refusals.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { readInProcess, type ReadLimits } from '../../../unpack/in-process.ts'

/** The message of the reader's process: an error loses its class between processes. */
export type PdfOutcome =
  | { readonly ok: true }
  | { readonly code: RefusalCode; readonly message: string }

// Twenty scans of ten megabytes are read within two seconds; what takes longer was made to take long.
const LIMITS: ReadLimits = { heapMb: 256, deadlineMs: 10_000 }
const PROGRAM = new URL('./pdf-process.ts', import.meta.url)

/** Refuses what is no sound PDF; read in a process that can be ended, since a file decides how long its reading takes. */
export async function refuseBadPdfs(
  paths: readonly string[],
  limits: ReadLimits = LIMITS,
): Promise<void> {
  if (paths.length === 0) return
  const outcome = await readInProcess<PdfOutcome>(PROGRAM, paths, limits)
  if (!outcome)
    return refuse('file.bad-type', {
      message: 'Файл PDF слишком сложен. Сохраните его заново или приложите снимки страниц',
    })
  if ('code' in outcome) throw new Refusal(outcome.code, { message: outcome.message })
}
