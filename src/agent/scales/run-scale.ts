import { setTimeout as sleep } from 'node:timers/promises'
import { ANSWER_MS } from '#contract/visit/weighing-pace.ts'
import type { Clock } from '../clock.ts'
import type { ScaleDriver, ScaleEvent, Transport } from './frames/scale-driver.ts'

export interface ScaleListener {
  /** One event of the driver with the monotonic time of its chunk's last byte. */
  event(event: ScaleEvent, at: number): void
  /** The line is open; the windows of the stability detector restart. */
  connected(): void
  /** No line; three questions without an answer or a silent stream; bytes that make no frame; answers to questions of long ago. */
  silent(cause: 'no-line' | 'no-answer' | 'nonsense' | 'late'): void
  /** Every piece that came or went, with what the driver read from it. */
  traffic(way: 'in' | 'out', bytes: Uint8Array, events: readonly ScaleEvent[]): void
}

export interface ScaleOptions {
  period_ms: number
  clock: Clock
}

export interface RunningScale {
  /** Sends a command in place of the next question. */
  send(command: Uint8Array): true
  stop(): Promise<void>
}

const RECONNECT_MS = [500, 1000, 2000, 5000]
const UNANSWERED = 3
/**
 * Answers that are missing since the line was last known to be empty: with so many of them an arriving answer may belong to an
 * old request, so nothing is requested until the line has been silent for a while.
 */
const MISSING = 4
const EMPTY_LINE_MS = 1500
/** An indicator of one frame a second is accepted; a slower one is reported as slow. */
const SILENT_STREAM_MS = 1000
const SILENT_SLOW_STREAM_MS = 1400
/** Frames farther apart than this are those of a slow indicator. */
const SLOW_FRAMES_MS = 700
/** Bytes without one good frame for so long are nonsense (devices.md 3.2, rule 5). */
const NONSENSE_MS = 1000
/** A line without one byte for so long is closed and opened again: it may be half open. */
const DEAD_LINE_MS = 3000
const WATCH_MS = 100

/** Holds a line to one indicator open, polls it or listens to it, and passes on everything that the driver read. */
export function runScale(
  driver: ScaleDriver,
  open: (signal: AbortSignal) => Promise<Transport>,
  options: ScaleOptions,
  listener: ScaleListener,
): RunningScale {
  const stopping = new AbortController()
  const commands: Uint8Array[] = []
  let tellNow = () => {}

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      const line = await open(stopping.signal).catch(() => undefined)
      if (line && driver.mode === 'stream') tellNow = () => sendCommand(line, commands, listener)
      const hasAnswered = line && (await listen(driver, line, commands, options, listener))
      tellNow = () => {}
      if (!stopping.signal.aborted) listener.silent(hasAnswered ? 'no-answer' : 'no-line')
      failures = hasAnswered ? 0 : failures + 1
      const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]!
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    send: (command) => {
      if (commands.length === 0) commands.push(command)
      tellNow()
      return true
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** A command goes to a streaming indicator at once, and to a polled one in place of a request. */
function sendCommand(line: Transport, commands: Uint8Array[], listener: ScaleListener): void {
  const command = commands.shift()
  if (command) say(line, command, listener)
}

function say(line: Transport, bytes: Uint8Array, listener: ScaleListener): void {
  line.write(bytes)
  listener.traffic('out', bytes, [])
}

interface LineState {
  at: number
  /** The last frame that was understood, a weight or not. */
  good: number
  /** Between the last two of them. */
  interval: number
  any: boolean
  awaiting: boolean
  asked: number
  unanswered: number
  /** Questions without an answer since the line was last known to be empty. */
  missing: number
  /** Nothing is asked or believed until the line is empty. */
  emptying: boolean
  /** Bytes since the last question. */
  bytes: number
  /** Until then what comes is the answer to the greeting. */
  greetedUntil: number
}

/** One connection from open to close; true when a byte came. A line that breaks is its usual end. */
async function listen(
  driver: ScaleDriver,
  line: Transport,
  commands: Uint8Array[],
  options: ScaleOptions,
  listener: ScaleListener,
): Promise<boolean> {
  const lineState = {
    at: performance.now(),
    good: performance.now(),
    interval: 0,
    any: false,
    awaiting: false,
    asked: 0,
    unanswered: 0,
    missing: 0,
    emptying: false,
    bytes: 0,
    greetedUntil: -Infinity,
  }
  const period = Math.max(1, options.period_ms / options.clock.factor)
  const askNow = () => ask(driver, line, commands, lineState, listener, options.clock.now())
  const asking = driver.mode === 'poll' ? setInterval(askNow, period) : undefined
  const watching = setInterval(() => supervise(driver, line, lineState, listener), WATCH_MS)
  driver.reset()
  commands.length = 0
  listener.connected()
  if (driver.greeting) {
    say(line, driver.greeting(), listener)
    lineState.greetedUntil = performance.now() + ANSWER_MS
  }
  try {
    for await (const chunk of line.chunks) {
      const at = options.clock.now()
      lineState.at = performance.now()
      lineState.any = true
      lineState.bytes += chunk.length
      if (lineState.at < lineState.greetedUntil) {
        lineState.good = lineState.at
        listener.traffic('in', chunk, [])
        continue
      }
      const events = driver.feed(chunk)
      listener.traffic('in', chunk, events)
      for (const event of events) {
        noteGood(event, lineState)
        if (lineState.emptying) {
          if (event.kind !== 'bad') listener.silent('late')
          continue
        }
        if (lineState.awaiting || event.kind !== 'bad')
          lineState.missing = Math.max(0, lineState.missing - 1)
        lineState.awaiting = false
        lineState.unanswered = 0
        listener.event(event, at)
      }
      if (!lineState.awaiting && !lineState.emptying && driver.asksAgain?.()) askNow()
    }
  } finally {
    clearInterval(asking)
    clearInterval(watching)
    line.close()
  }
  return lineState.any
}

function noteGood(event: ScaleEvent, lineState: LineState): void {
  if (!isUnderstood(event)) return
  if (lineState.at > lineState.good) lineState.interval = lineState.at - lineState.good
  lineState.good = lineState.at
}

/** A bad frame that names its own fault, as pounds do: "nonsense" would only take its words away, frame after frame. */
function isUnderstood(event: ScaleEvent): boolean {
  if (event.kind !== 'bad') return true
  return event.hint !== undefined || ['unit', 'other-unit', 'step'].includes(event.reason)
}

/** One request at a time; old input is discarded so that a late answer cannot pass for the next. */
function ask(
  driver: ScaleDriver,
  line: Transport,
  commands: Uint8Array[],
  lineState: LineState,
  listener: ScaleListener,
  at: number,
): void {
  const now = performance.now()
  if (now < lineState.greetedUntil) return
  if (lineState.emptying) {
    if (now - Math.max(lineState.at, lineState.asked) < EMPTY_LINE_MS) return
    lineState.emptying = false
    lineState.missing = 0
  }
  if (lineState.awaiting) {
    if (now - lineState.asked < ANSWER_MS) return
    lineState.unanswered++
    if (lineState.unanswered >= UNANSWERED)
      listener.silent(lineState.bytes > 0 ? 'nonsense' : 'no-answer')
    lineState.awaiting = false
    lineState.emptying = lineState.missing >= MISSING
    if (lineState.emptying) return driver.reset()
  }
  driver.reset()
  lineState.awaiting = true
  lineState.bytes = 0
  lineState.asked = now
  lineState.missing++
  say(line, commands.shift() ?? driver.poll!(at), listener)
}

function supervise(
  driver: ScaleDriver,
  line: Transport,
  lineState: LineState,
  listener: ScaleListener,
): void {
  const quiet = performance.now() - lineState.at
  const silentMs = lineState.interval > SLOW_FRAMES_MS ? SILENT_SLOW_STREAM_MS : SILENT_STREAM_MS
  if (driver.mode === 'stream' && quiet > silentMs) listener.silent('no-answer')
  else if (driver.mode === 'stream' && lineState.at - lineState.good > NONSENSE_MS)
    listener.silent('nonsense')
  if (quiet > DEAD_LINE_MS) line.close()
}
