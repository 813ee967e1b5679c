import {
  TERMINAL_FRAMES,
  TERMINAL_PAGE,
  type TerminalFrame,
} from '#contract/device/scale-terminal.ts'
import { formatKg } from '#contract/core/input-text.ts'
import type { BadReason, ScaleEvent } from './frames/scale-driver.ts'

/** A piece may be a whole network packet; this much of it is shown. */
const PIECE_BYTES = 64

interface Piece extends Pick<TerminalFrame, 'n' | 'way'> {
  at: number
  bytes: Buffer
  read: ScaleEvent | undefined
}

/** The last 200 pieces of one line in words, for the person who sets the scale up (devices.md 3.10). */
export function lineTerminal(now: () => number) {
  const pieces: Piece[] = []
  let last = 0
  return {
    note(way: TerminalFrame['way'], bytes: Uint8Array, events: readonly ScaleEvent[]): void {
      const shown = Buffer.from(bytes.subarray(0, PIECE_BYTES))
      pieces.push({ n: ++last, at: now(), way, bytes: shown, read: events.at(-1) })
      if (pieces.length > TERMINAL_FRAMES) pieces.shift()
    },
    after: (n: number): TerminalFrame[] =>
      pieces
        .filter((piece) => piece.n > n)
        .slice(0, TERMINAL_PAGE)
        .map(inWords),
  }
}

const REASONS: Record<BadReason, string> = {
  checksum: 'контрольная сумма не сходится',
  length: 'длина кадра не та',
  alphabet: 'в весе не цифры',
  unit: 'показаны не килограммы',
  'other-unit': 'единица не та, что в настройках весов',
  step: 'деление меньше 1 г',
  'device-error': 'индикатор сообщил об ошибке',
}

function inWords({ n, way, at, bytes, read }: Piece): TerminalFrame {
  const hex = bytes.toString('hex')
  return { n, at: new Date(at).toISOString(), way, hex, read: read ? describeEvent(read) : '' }
}

function describeEvent(event: ScaleEvent): string {
  if (event.kind === 'busy') return 'ответ без веса'
  if (event.kind === 'bad')
    return `плохой кадр: ${event.hint ?? REASONS[event.reason]}`.slice(0, 120)
  if (event.overload) return 'перегруз'
  if (event.grams === null) return 'ниже нуля'
  const weight = `${event.net ? 'нетто ' : ''}${formatKg(event.grams)} кг`
  const tare = event.tare ? `тара ${formatKg(event.tare)} кг` : ''
  const rest = event.stable === null ? '' : event.stable ? 'стоит' : 'движется'
  return [weight, tare, rest].filter(Boolean).join(', ')
}
