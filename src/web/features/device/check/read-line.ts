import type { TerminalFrame } from '#contract/device/scale-terminal.ts'
import { TERMINAL_PAGE } from '#contract/device/scale-terminal.ts'
import { device } from '#contract/device/device.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'

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
  hear: (heard: LineReading) => void,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + WATCH_MS
  let after = 0
  while (!signal.aborted && performance.now() < end) {
    const body = { ...where, after }
    const heard = await send(device.superWatchDevice, { body }, { signal }).catch(
      (error: unknown) => {
        if (error instanceof CallError || signal.aborted) return error as Error
        throw error
      },
    )
    if (signal.aborted) return
    const frames = heard instanceof Error ? [] : heard.frames
    after = frames.at(-1)?.n ?? after
    hear({ frames, trouble: heard instanceof Error ? heard.message : '' })
    // A full page means that more data are waiting.
    if (frames.length < TERMINAL_PAGE) await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
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
