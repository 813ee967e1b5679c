import type { TerminalFrame } from '#contract/device/scale-terminal.ts'
import { TERMINAL_PAGE } from '#contract/device/scale-terminal.ts'
import { device } from '#contract/device/device.ts'
import { deviceSetUp } from '#contract/device/device-set-up.ts'
import { bytesOfHex } from '#contract/scales/form/line-bytes.ts'
import { CallError } from '#web/state/call-error.ts'
import { send, sendUnchecked } from '#web/api/send.ts'

/** devices.md 2.1: how long raw traffic is watched, ms. */
export const WATCH_MS = 20_000
/** Between two questions, ms: a watched minute stays far below the limit of writing calls. */
const PAUSE_MS = 800

export interface LineReading {
  frames: readonly TerminalFrame[]
  /** Why there is nothing to show; the next request may recover. */
  trouble: string
}

/** Asks the agent again and again what went over a scale's line, until the time or the signal ends it. */
export async function readLine(
  where: { companyId: string; device_id: string },
  hear: (reading: LineReading) => void,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + WATCH_MS
  let after = 0
  while (!signal.aborted && performance.now() < end) {
    const body = { ...where, after }
    const answer = await send(device.superWatchDevice, { body }, { signal }).catch(
      (error: unknown) => {
        if (error instanceof CallError || signal.aborted) return error as Error
        throw error
      },
    )
    if (signal.aborted) return
    const frames = answer instanceof Error ? [] : answer.frames
    after = frames.at(-1)?.n ?? after
    hear({ frames, trouble: answer instanceof Error ? answer.message : '' })
    // A full page means that more data are waiting.
    if (frames.length < TERMINAL_PAGE) await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
}

/** This many bytes of a line are enough to see how its frames look. */
const ENOUGH_BYTES = 400

interface CapturedLine {
  companyId: string
  siteId: string
  /** A scale that is already set up: its line is in use, and the agent keeps the bytes received from it. */
  deviceId: string | undefined
  /** As the form holds it: only the server validates it. */
  transport: object
  /** Greeting and question of a format that is typed in; where neither is, the agent tries the questions of the drivers. */
  says: { greeting?: string; question?: string } | undefined
}

/** Raw bytes of a line as the agent hears them, or why there are none. */
export async function captureLine(
  line: CapturedLine,
  signal: AbortSignal,
): Promise<Uint8Array | string> {
  return line.deviceId ? watch(line, line.deviceId, signal) : listen(line, signal)
}

async function watch({ companyId }: CapturedLine, deviceId: string, signal: AbortSignal) {
  const enough = new AbortController()
  let hex = ''
  let trouble = ''
  await readLine(
    { companyId, device_id: deviceId },
    (reading) => {
      trouble = reading.trouble
      hex += reading.frames.flatMap(({ way, hex }) => (way === 'in' ? [hex] : [])).join('')
      if (hex.length >= 2 * ENOUGH_BYTES) enough.abort()
    },
    AbortSignal.any([signal, enough.signal]),
  )
  return hex === '' ? trouble || 'Линия молчит.' : Uint8Array.from(bytesOfHex(hex))
}

async function listen({ companyId, siteId, transport, says }: CapturedLine, signal: AbortSignal) {
  const body = { companyId, site_id: siteId, transport, ...(says && { says }) }
  const answer = await sendUnchecked(deviceSetUp.superDetectScale, { body }, { signal }).catch(
    (error: unknown) => {
      if (error instanceof CallError || signal.aborted) return error as Error
      throw error
    },
  )
  if (answer instanceof Error) return answer.message
  if (answer.heard === undefined)
    return 'Программу на весах нужно обновить: она не передаёт байты линии.'
  return answer.heard === '' ? 'Линия молчит.' : Uint8Array.from(bytesOfHex(answer.heard))
}

/** The printable part of a piece, a dot for every other byte. */
export function textOf(hex: string): string {
  const bytes = hex.match(/../g) ?? []
  return bytes
    .map((byte) => Number.parseInt(byte, 16))
    .map((code) => (code >= 32 && code < 127 ? String.fromCharCode(code) : '·'))
    .join('')
}

/** Bytes separated by spaces, as manuals print them. */
export function spaceHex(hex: string): string {
  return (hex.match(/../g) ?? []).join(' ').toUpperCase()
}
