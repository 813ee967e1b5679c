import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { readHold, type Hold } from './installation-queries.ts'

declare module '../services.ts' {
  interface ProcessState {
    /** In force since the start of this process, until two people let payouts go. */
    hold?: Hold | undefined
  }
}

const ASK_MS = 2000

/** Whether this process lets no money go, because its database was restored and banks were not asked yet. */
export const arePayoutsHeld = ({ state }: Services): boolean => state.hold !== undefined

/** Holds what moves money in this process, and resolves when payouts were let go, by whichever process. */
export async function holdUntilReleased(
  services: Services,
  hold: Hold,
  signal: AbortSignal,
): Promise<void> {
  services.state.hold = hold
  while (services.state.hold && !signal.aborted) {
    await sleep(ASK_MS, undefined, { signal }).catch(() => undefined)
    // A database that is away says nothing about the hold.
    services.state.hold = await readHold(services.q).catch(() => hold)
  }
}
