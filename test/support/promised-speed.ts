import assert from 'node:assert/strict'

/** Set by `npm run bench -- --only promises`, which runs each file that asks for it alone. */
export const IS_JUDGED = process.env['JUDGE_SPEED'] === '1'

/** The size of a test: the promised size where speed is measured, else as small as shows the same. */
export const promisedSize = (small: number, promised: number): number =>
  IS_JUDGED ? promised : small

/**
 * A promise of speed, checked by the bench alone: beside other tests the machine would be measured and not the product. That
 * something happened at all, and in which order, is checked by the test itself.
 */
export function assertWithin(tookMs: number, promisedMs: number, what: string): void {
  if (IS_JUDGED)
    assert.ok(tookMs <= promisedMs, `${what}: ${tookMs.toFixed(1)} of ${promisedMs} ms`)
}
