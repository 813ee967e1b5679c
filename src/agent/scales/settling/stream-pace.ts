import { longestInterval } from '#contract/visit/weighing-pace.ts'

/** `catching-up`: the frames were buffered somewhere on the way and are old; `slow`: too rare for a weight. */
export type StreamPace = 'unknown' | 'usual' | 'catching-up' | 'slow'

const SECOND_MS = 1000
/** The usual number of frames a second is the middle of so many seconds in which any came. */
const SECONDS = 21
/** So many have to be known: a device server of 4 KB that empties itself at 9600 baud is done by then. */
const LEAST_SECONDS = 5
/** More frames in a second than the usual and half of it are a backlog that runs off. */
const HASTE = 1.5
/** Frames more than that by the mere edges of a second. */
const EDGE_FRAMES = 2
/** No backlog lasts as long as this: the indicator itself was set to send more often. */
const LONGEST_BACKLOG_MS = 60_000
const INTERVALS = 3

/**
 * How often frames of a streaming indicator come, against their usual rate on this line. Only the rate reveals old frames: a
 * device server or a radio modem that was cut off sends its buffer as fast as its line can.
 */
export function streamPace({ max_age_ms }: { max_age_ms: number }) {
  const longest = longestInterval(max_age_ms)
  let seconds: number[] = []
  let second = { from: -Infinity, frames: 0 }
  let recent: number[] = []
  let intervals: number[] = []
  let lastAt: number | undefined
  let hurriedSince: number | undefined

  function take(at: number): StreamPace {
    if (lastAt !== undefined) intervals = [...intervals, at - lastAt].slice(-INTERVALS)
    lastAt = at
    recent = [...recent.filter((one) => one > at - SECOND_MS), at]
    const usual = usualRate()
    const hurried = usual !== undefined && recent.length > usual * HASTE + EDGE_FRAMES
    hurriedSince = hurried ? (hurriedSince ?? at) : undefined
    if (hurriedSince !== undefined && at - hurriedSince > LONGEST_BACKLOG_MS) seconds = []
    countSecond(at, hurried)
    if (hurried) return 'catching-up'
    if (isSlow()) return 'slow'
    return usual === undefined ? 'unknown' : 'usual'
  }

  /** Seconds are counted from a frame on, so that a stall is not one; a hurried second is not usual. */
  function countSecond(at: number, hurried: boolean): void {
    if (at - second.from >= SECOND_MS) {
      if (second.frames > 0) seconds = [...seconds, second.frames].slice(-SECONDS)
      second = { from: at, frames: 0 }
    }
    if (hurried) second = { from: -Infinity, frames: 0 }
    else second.frames++
  }

  function usualRate(): number | undefined {
    if (seconds.length < LEAST_SECONDS) return undefined
    return seconds.toSorted((a, b) => a - b)[seconds.length >> 1]
  }

  function isSlow(): boolean {
    if (intervals.length < INTERVALS) return false
    return intervals.toSorted((a, b) => a - b)[INTERVALS >> 1]! > longest
  }

  return { take, isSlow }
}
