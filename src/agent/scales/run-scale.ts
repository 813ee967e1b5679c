import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { ScaleDriver, ScaleEvent, Transport } from './drivers/scale-driver.ts'

export interface ScaleListener {
  /** One event of the driver with the monotonic time of its chunk's last byte. */
  event(event: ScaleEvent, at: number): void
  /** The line is open; the windows of the judge start anew. */
  connected(): void
  /** No line; three questions without an answer or a silent stream; bytes that make no frame. */
  silent(cause: 'no-line' | 'no-answer' | 'nonsense'): void
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
const ANSWER_MS = 200
const UNANSWERED = 3
const SILENT_STREAM_MS = 1000
/** Bytes without one good frame for so long are nonsense (devices.md 3.2, rule 5). */
const NONSENSE_MS = 1000
/** A line without one byte for so long is closed and opened again: it may be half open. */
const DEAD_LINE_MS = 3000
const WATCH_MS = 100

/** Keeps a line to one indicator open, asks it or listens to it, and hands on all that the driver read. */
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
      const heard = line && (await listen(driver, line, commands, options, listener))
      tellNow = () => {}
      if (!stopping.signal.aborted) listener.silent(heard ? 'no-answer' : 'no-line')
      failures = heard ? 0 : failures + 1
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

/** An indicator that streams is spoken to at once; one that is asked hears it in place of a question. */
function sendCommand(line: Transport, commands: Uint8Array[], listener: ScaleListener): void {
  const command = commands.shift()
  if (command) say(line, command, listener)
}

function say(line: Transport, bytes: Uint8Array, listener: ScaleListener): void {
  line.write(bytes)
  listener.traffic('out', bytes, [])
}

interface Heard {
  at: number
  /** The last frame that was understood, a weight or not. */
  good: number
  any: boolean
  awaiting: boolean
  asked: number
  unanswered: number
  /** Bytes since the last question. */
  bytes: number
}

/** One connection from open to close; true when a byte came. A line that breaks is its usual end. */
async function listen(
  driver: ScaleDriver,
  line: Transport,
  commands: Uint8Array[],
  options: ScaleOptions,
  listener: ScaleListener,
): Promise<boolean> {
  const heard = {
    at: performance.now(),
    good: performance.now(),
    any: false,
    awaiting: false,
    asked: 0,
    unanswered: 0,
    bytes: 0,
  }
  const period = Math.max(1, options.period_ms / options.clock.factor)
  const asking =
    driver.mode === 'poll'
      ? setInterval(() => ask(driver, line, commands, heard, listener), period)
      : undefined
  const watching = setInterval(() => supervise(driver, line, heard, listener), WATCH_MS)
  driver.reset()
  commands.length = 0
  listener.connected()
  try {
    for await (const chunk of line.chunks) {
      const at = options.clock.now()
      heard.at = performance.now()
      heard.any = true
      heard.bytes += chunk.length
      const events = driver.feed(chunk)
      listener.traffic('in', chunk, events)
      for (const event of events) {
        heard.awaiting = false
        heard.unanswered = 0
        if (isUnderstood(event)) heard.good = heard.at
        listener.event(event, at)
      }
    }
  } finally {
    clearInterval(asking)
    clearInterval(watching)
    line.close()
  }
  return heard.any
}

/** A bad frame that names its own fault, as pounds do: "nonsense" would only take its words away, frame after frame. */
function isUnderstood(event: ScaleEvent): boolean {
  if (event.kind !== 'bad') return true
  return event.hint !== undefined || ['unit', 'other-unit', 'step'].includes(event.reason)
}

/** One question at a time; old input is thrown away so that a late answer cannot pass for the next. */
function ask(
  driver: ScaleDriver,
  line: Transport,
  commands: Uint8Array[],
  heard: Heard,
  listener: ScaleListener,
): void {
  const now = performance.now()
  if (heard.awaiting) {
    if (now - heard.asked < ANSWER_MS) return
    heard.unanswered++
    if (heard.unanswered >= UNANSWERED) listener.silent(heard.bytes > 0 ? 'nonsense' : 'no-answer')
  }
  driver.reset()
  heard.awaiting = true
  heard.bytes = 0
  heard.asked = now
  say(line, commands.shift() ?? driver.poll!(), listener)
}

function supervise(
  driver: ScaleDriver,
  line: Transport,
  heard: Heard,
  listener: ScaleListener,
): void {
  const quiet = performance.now() - heard.at
  if (driver.mode === 'stream' && quiet > SILENT_STREAM_MS) listener.silent('no-answer')
  else if (driver.mode === 'stream' && heard.at - heard.good > NONSENSE_MS)
    listener.silent('nonsense')
  if (quiet > DEAD_LINE_MS) line.close()
}
