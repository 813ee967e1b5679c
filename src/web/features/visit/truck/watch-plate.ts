import type { PlateReading } from '#contract/device/reading.ts'
import { carnumber } from '#contract/device/device.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'

// A plate that was not read in this many attempts is typed.
const MAX_POLLS = 15
// Less than this is not even offered (screens.md 9).
const OFFERED_BP = 5000

interface PlateWatch {
  post: number
  /** A camera reads plates here: without one nothing is asked. */
  hasReader: boolean
  pollMs: number
  /** From this confidence on a plate fills the field, and reading ends. */
  sureBp: number
  signal: AbortSignal
}

/** Looks for the plate of a new load until it is surely read, for at most fifteen looks. */
export async function* watchPlate({
  post,
  hasReader,
  pollMs,
  sureBp,
  signal,
}: PlateWatch): AsyncGenerator<PlateReading> {
  const looks = hasReader ? MAX_POLLS : 0
  for (let look = 0; look < looks && !signal.aborted; look += 1) {
    const plate = await readPlate(post, signal)
    if (signal.aborted) return
    if (plate?.plate && plate.confidence_bp >= OFFERED_BP) yield plate
    if (plate?.plate && plate.confidence_bp >= sureBp) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Absent while none is read: the operator types it. */
async function readPlate(post: number, signal: AbortSignal): Promise<PlateReading | undefined> {
  try {
    return await send(carnumber.get, { query: { post } }, { signal, quiet: true })
  } catch (error) {
    if (error instanceof CallError || signal.aborted) return undefined
    throw error
  }
}
