import { create } from 'zustand'
import { serverTime } from '#contract/server-time.ts'

/** Begun when the page was opened and carried on by a clock that nobody sets. */
const ownNow = () => performance.timeOrigin + performance.now()
const time = serverTime()

/** This computer's clock minus the server's, milliseconds, where it is told; 0 while it is right enough. */
export const useClockGap = create<{ gap: number }>(() => ({ gap: 0 }))

/** From here on screens would name another hour, and in the end another day. */
const TOLD_MS = 120_000

/** Each answer of the server says what time it is there; `sentAt` and `receivedAt` by `performance.now()`. */
export function noteServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const { timeOrigin } = performance
  if (!time.learn(date, timeOrigin + sentAt, timeOrigin + receivedAt)) return
  const off = Date.now() - serverNow()
  const gap = Math.abs(off) < TOLD_MS ? 0 : off
  if (Math.abs(useClockGap.getState().gap - gap) > TOLD_MS / 2) useClockGap.setState({ gap })
}

/** The server's time, epoch ms: days and waiting times are taken from it, never from a clock that somebody set. */
export function serverNow(): number {
  return Math.round(ownNow() + time.correction())
}

/** A moment that this browser's own clock noted, in the server's time. */
export function toServerTime(noted: number): number {
  return noted + serverNow() - Date.now()
}
