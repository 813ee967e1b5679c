import { MAX_TRIES } from '#contract/webhook/webhooks.ts'
import type { PostAnswer, PostFailure } from '../../../outbound/post-outside.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Pauses after the first, second … failed attempt, seconds: with the last one a day is over. */
const PAUSES = [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR] as const
// A receiver that asks for a pause gets it, but no pause makes a delivery older than a day.
const MAX_ASKED_PAUSE = HOUR
// While everything fails an address is asked less and less often, so that one of many events holds no worker slot.
const MAX_REST = 5 * MINUTE
/** An address that has failed for so long is stopped. */
export const FAILING_HOURS = 72

/** The result of an attempt: `done`, or why not; `status` is an answer other than 2xx. */
export interface Verdict {
  readonly isDelivered: boolean
  readonly status: number | null
  readonly error: PostFailure | 'redirect' | 'status' | 'secret' | null
  readonly answer: string | null
  /** 410: the receiver says that nobody is there any more. */
  readonly isGone: boolean
  readonly askedPause: number
}

/** No delivery is sent unsigned, and waiting would not make the secret readable. */
export const NO_SIGNATURE: Verdict = {
  isDelivered: false,
  status: null,
  error: 'secret',
  answer: null,
  isGone: false,
  askedPause: 0,
}

/** 2xx alone is delivered: a redirect is not followed, since it would lead around the check of the address. */
export function verdictOf(answer: PostAnswer): Verdict {
  const none = { isDelivered: false, isGone: false, askedPause: 0 }
  if ('failed' in answer) return { ...none, status: null, error: answer.failed, answer: null }
  const { status, text, retryAfter = 0 } = answer
  const said = { status, answer: readableText(text) }
  if (status >= 200 && status < 300) return { ...none, ...said, isDelivered: true, error: null }
  const error = status >= 300 && status < 400 ? 'redirect' : 'status'
  return { ...none, ...said, error, isGone: status === 410, askedPause: retryAfter }
}

/** Seconds to the next attempt after so many, or null when it was the last; ±10 %, so that a batch does not stay in step. */
export function pauseAfter(tries: number, askedPause: number, chance: number): number | null {
  const pause = PAUSES[tries - 1]
  if (tries >= MAX_TRIES || pause === undefined) return null
  const asked = Math.min(askedPause, MAX_ASKED_PAUSE)
  return Math.ceil(Math.max(pause * (0.9 + 0.2 * chance), asked))
}

/** Seconds for which an address is left alone after so many failures in a row. */
export function restAfter(failures: number): number {
  return Math.min(PAUSES[0] * 2 ** Math.min(failures - 1, 10), MAX_REST)
}

// What PostgreSQL keeps in no text, and what would move the words of a screen.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

function readableText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNREADABLE, '�').toWellFormed()
}
