import { setTimeout as pause } from 'node:timers/promises'

const GLANCE_MS = 10

/**
 * Waits until something holds and returns what was found. It has no time limit: the speed of a machine decides no test, and the
 * runner names and ends a stuck one (`scripts/run-tests.ts`).
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
