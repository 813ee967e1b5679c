import type { RegisterMap } from '#contract/scales/modbus.ts'
import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { type ShownWeight } from '#contract/scales/form/shown-weight.ts'
import { badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import { modbusFrames, readRegisters, writeRegister } from './modbus/frames.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

type Settings = ScaleSettings<'modbus'>

/** Laumas TLU, TLB, LCB: status 40007, gross 40008-40009, its sign in the status; command 8 in 40006 zeroes. */
const LAUMAS: RegisterMap = {
  fc: 3,
  start: 6,
  count: 3,
  status: { reg: 0, stable: 11, error: [0, 1], overload: [2, 3, 4, 5], underload: [], negative: 7 },
  gross: { reg: 1, type: 'u32', words: 'high_first' },
  zero: { register: 5, value: 8 },
}
/** Gross as IEEE 754 without any status, so only the stability detector decides. */
const FLOAT32: RegisterMap = {
  fc: 3,
  start: 0x1000,
  count: 2,
  gross: { reg: 0, type: 'f32', words: 'high_first' },
}

/** Modbus RTU, RTU over TCP and Modbus/TCP (devices.md 3.8): registers by a profile that is data. */
export function createDriver(settings: Settings): ScaleDriver {
  const profile = profileOf(settings)
  const frames = modbusFrames(settings.framing, settings.address)

  function match(bytes: Uint8Array, at: number): FrameMatch {
    const seen = frames.look(bytes, at, profile.fc, 2 * profile.count)
    if (seen === 'none' || seen === 'unfinished') return seen
    const raw = bytes.slice(at, at + seen.length)
    if (seen.answer === 'checksum') return { length: 1, event: badFrame('checksum', raw) }
    // An exception is an error of the indicator, never a zero.
    if (seen.answer === 'exception')
      return { length: seen.length, event: badFrame('device-error', raw) }
    if (seen.answer === 'done') return { length: seen.length, event: { kind: 'busy' } }
    return { length: seen.length, event: readAnswer(seen.answer, raw, profile, settings) }
  }

  const { zero } = profile
  return {
    mode: 'poll',
    poll: () => frames.request(readRegisters(profile.fc, profile.start, profile.count)),
    ...(zero && { zero: () => frames.request(writeRegister(zero.register, zero.value)) }),
    ...frameScanner(match),
  }
}

function profileOf(settings: Settings): RegisterMap {
  if (settings.profile === 'custom') return settings.custom
  return settings.profile === 'laumas' ? LAUMAS : FLOAT32
}

function readAnswer(
  data: DataView,
  raw: Uint8Array,
  profile: RegisterMap,
  { unit, decimals }: Settings,
): ScaleEvent {
  const { status } = profile
  const word = status ? data.getUint16(2 * status.reg) : 0
  const any = (bits: readonly number[]) => bits.some((bit) => (word & (1 << bit)) !== 0)
  if (any(status?.error ?? []))
    return badFrame('device-error', raw, 'индикатор сообщает о неисправности датчика или АЦП')
  const below = status?.negative !== undefined && any([status.negative])
  if (any(status?.overload ?? [])) return outOfRange(below ? 'underload' : 'overload', raw)
  if (any(status?.underload ?? [])) return outOfRange('underload', raw)
  const shown = readGross(data, profile.gross, decimals)
  if (shown && below) shown.minus = true
  const flag = status?.stable === undefined ? null : any([status.stable])
  return weightEvent(shown, { own: unit }, { net: false, stable: flag }, raw)
}

function readGross(
  data: DataView,
  { reg, type, words }: RegisterMap['gross'],
  decimals: number,
): ShownWeight | undefined {
  const value = numberAt(data, reg, type, words)
  const digits = type === 'f32' ? roundDisplayed(value, decimals) : value
  if (!Number.isSafeInteger(digits)) return undefined
  return { digits: Math.abs(digits), decimals, minus: digits < 0 }
}

function numberAt(
  data: DataView,
  reg: number,
  type: RegisterMap['gross']['type'],
  words: RegisterMap['gross']['words'],
): number {
  if (type === 'u16') return data.getUint16(2 * reg)
  if (type === 'i16') return data.getInt16(2 * reg)
  const [first, second] = [data.getUint16(2 * reg), data.getUint16(2 * reg + 2)]
  const whole = new DataView(new ArrayBuffer(4))
  whole.setUint16(words === 'high_first' ? 0 : 2, first)
  whole.setUint16(words === 'high_first' ? 2 : 0, second)
  if (type === 'f32') return whole.getFloat32(0)
  return type === 'u32' ? whole.getUint32(0) : whole.getInt32(0)
}

/** The register itself is a float, so its nearest displayed digits are taken once, here, and nowhere else. */
function roundDisplayed(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals)
}
