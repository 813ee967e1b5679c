import assert from 'node:assert/strict'

/** Set by `npm run bench -- --only promises`, which runs each file that asks for it alone. */
const JUDGED = process.env['JUDGE_SPEED'] === '1'

/** How large a thing is: as large as its speed is promised for where that is judged, else as small as shows the same. */
export const promisedSize = (small: number, promised: number): number => (JUDGED ? promised : small)

/**
 * A promise of speed, judged by the bench alone: beside other tests the machine would be judged and not the product. What
 * happened at all, and in which order, is the test's own matter.
 */
export function assertWithin(tookMs: number, promisedMs: number, what: string): void {
  if (JUDGED) assert.ok(tookMs <= promisedMs, `${what}: ${tookMs.toFixed(1)} of ${promisedMs} ms`)
}
