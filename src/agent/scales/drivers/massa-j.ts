import { badFrame, weightEvent } from '../frames/displayed-weight.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

const ASK_WEIGHT = 0x4a
const LENGTH = 5
const RAW_BYTES = 16
const STABLE = 0x80
/** Moving, stable, stable at zero. */
const STATES = [0x00, STABLE, 0xc0]
/** Decimals of a kilogram by the code of the division: 1 g, 0.1 g, 10 g, 100 g. */
const DECIMALS: Readonly<Record<number, number>> = { 0: 3, 1: 4, 4: 2, 5: 1 }

/**
 * Old Масса-К: state, code of the division, three bytes of mass, low first, with the sign in the highest bit
 * (MassaKScales of DeviceIntegrations, 4800 8E1). An answer has neither a mark nor a sum, so that only its length
 * tells that it is whole: what came besides five bytes is no answer.
 */
export function createDriver(): ScaleDriver {
  let pending: number[] = []
  return {
    mode: 'poll',
    poll: () => Uint8Array.of(ASK_WEIGHT),
    feed(chunk) {
      pending = [...pending, ...chunk.subarray(0, RAW_BYTES)]
      // The echo of the own question.
      while (pending[0] === ASK_WEIGHT) pending.shift()
      if (pending.length < LENGTH) return []
      const raw = Uint8Array.from(pending)
      pending = []
      return [raw.length > LENGTH ? badFrame('length', raw) : readAnswer(raw)]
    },
    reset() {
      pending = []
    },
  }
}

function readAnswer(raw: Uint8Array): ScaleEvent {
  const [state, division, low, middle, high] = raw
  const decimals = DECIMALS[division!]
  if (decimals === undefined || !STATES.includes(state!)) return badFrame('alphabet', raw)
  const digits = low! | (middle! << 8) | ((high! & 0x7f) << 16)
  const shown = { digits, decimals, minus: (high! & 0x80) !== 0 }
  return weightEvent(shown, { named: 'kg' }, { stable: (state! & STABLE) !== 0 }, raw)
}
