import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../../db/handle.ts'
import { interruptBackend, isStillTaken, readBackend } from '../report-queries.ts'
import type { TakenReport } from '../report-queries.ts'

const CHECK_EVERY_MS = 500

/** The report was cancelled or is made by another worker: what was done of it is dropped. */
export class TakenOver extends Error {}

/**
 * Does the work of a report on its own connection and interrupts its statement once the report is cancelled or taken over: the first
 * step of a long one gives no row, and so no progress, for many seconds. Throws `TakenOver` then.
 */
export async function workWhileTaken<T>(
  db: Db,
  taken: TakenReport,
  own: Tx,
  work: () => Promise<T>,
): Promise<T> {
  const pid = await readBackend(own)
  const done = new AbortController()
  let isInterrupted = false
  const watching = (async () => {
    while (await waits(done.signal)) {
      // A database that does not answer decides nothing: the work has its own deadline.
      if (await isStillTaken(db, taken).catch(() => true)) continue
      isInterrupted = true
      await interruptBackend(db, pid).catch(() => undefined)
    }
  })()
  try {
    return await work()
  } catch (error) {
    throw isInterrupted ? new TakenOver() : error
  } finally {
    done.abort()
    // The connection must not end before the watch: its number may then be another's.
    await watching
  }
}

/** True after a while, false as soon as the work is done. */
async function waits(signal: AbortSignal): Promise<boolean> {
  await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}
