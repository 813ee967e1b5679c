import { setTimeout as pause } from 'node:timers/promises'

const GLANCE_MS = 10

/**
 * Waits until something holds and answers what was found. No time of its own ends it: how fast a machine is decides no
 * test, and one that is stuck is named and ended by the runner (`scripts/run-tests.ts`).
 */
export async function until<T>(
  find: () => T | Promise<T>,
  fits: (found: T) => boolean = Boolean,
): Promise<T> {
  for (;;) {
    const found = await find()
    if (fits(found)) return found
    await pause(GLANCE_MS)
  }
}
