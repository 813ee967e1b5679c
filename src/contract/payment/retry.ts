import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'

/** An ended payment that another one repeats, wholly or for some of its acts. */
export const Retry = z.strictObject({
  payment_id: s.id('payment'),
  /** For which acts, how and why it ended. */
  words: s.displayText(500),
})
export type Retry = z.output<typeof Retry>

/** Twenty acts with two ends each; more are linked and not told. */
export const MOST_RETRIES = 40
