import { deviceSetUp } from '#contract/device/device-set-up.ts'
import { CallError } from '#web/state/call-error.ts'
import { sendUnchecked } from '#web/api/send.ts'
import { readLine } from './read-line.ts'

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
  const heard = line.deviceId ? watch(line, line.deviceId, signal) : listen(line, signal)
  return heard
}

async function watch({ companyId }: CapturedLine, deviceId: string, signal: AbortSignal) {
  const enough = new AbortController()
  let hex = ''
  let trouble = ''
  await readLine(
    { companyId, device_id: deviceId },
    (heard) => {
      trouble = heard.trouble
      hex += heard.frames.flatMap(({ way, hex }) => (way === 'in' ? [hex] : [])).join('')
      if (hex.length >= 2 * ENOUGH_BYTES) enough.abort()
    },
    AbortSignal.any([signal, enough.signal]),
  )
  return hex === '' ? trouble || 'Линия молчит.' : bytesOf(hex)
}

async function listen({ companyId, siteId, transport, says }: CapturedLine, signal: AbortSignal) {
  const body = { companyId, site_id: siteId, transport, ...(says && { says }) }
  const heard = await sendUnchecked(deviceSetUp.superDetectScale, { body }, { signal }).catch(
    (error: unknown) => {
      if (error instanceof CallError || signal.aborted) return error as Error
      throw error
    },
  )
  if (heard instanceof Error) return heard.message
  if (heard.heard === undefined)
    return 'Программу на весах нужно обновить: она не передаёт байты линии.'
  return heard.heard === '' ? 'Линия молчит.' : bytesOf(heard.heard)
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
