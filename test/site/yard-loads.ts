import { createHmac } from 'node:crypto'
import { signReading, type Signer } from '#agent/scales/sign-reading.ts'
import type { AgentConfig } from '#contract/device/agent-link.ts'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import { firstSignedText } from '#contract/device/signed-text.ts'

export type Scale = Extract<AgentConfig['devices'][number], { kind: 'scale' }>

/** The load on one scale; `null` weight = the indicator does not answer. */
export interface Load {
  weight_g: number | null
  stable: boolean
  overload: boolean
  episode_id: string | null
  plate: PlateReading
}

/** An indicator at zero without a vehicle before the plate camera. */
export function emptyLoad(): Load {
  return { weight_g: 0, stable: true, overload: false, episode_id: null, plate: plateOf(null) }
}

/** What a sure camera reads; `null` = no plate in the picture. */
export function plateOf(plate: string | null): PlateReading {
  const confidence_bp = plate === null ? 0 : 9600
  return {
    plate,
    raw: plate,
    confidence_bp,
    ts: new Date().toISOString(),
    candidates: plate === null ? [] : [{ plate, confidence_bp }],
  }
}

let loads = 0

/** 26 signs of Crockford's base32 that grow with each load. */
export function newEpisode(): string {
  return `01FAKE${String(Date.now()).padStart(14, '0')}${String(++loads).padStart(6, '0')}`
}

/** A sample of a scale as the agent sends it; nothing while the indicator is silent. */
export function readingOf(
  signer: Signer,
  scale: Scale,
  load: Load,
  seq: number,
): Reading | undefined {
  const { weight_g, stable, overload, episode_id } = load
  if (weight_g === null && !overload) return undefined
  return signed(signer, {
    device_id: scale.device_id,
    post: scale.post,
    weight_g,
    stable,
    zero: stable && weight_g !== null && Math.abs(weight_g) <= scale.zero_band_g,
    overload,
    status: overload ? 'overload' : stable ? 'ok' : 'unstable',
    ts: new Date().toISOString(),
    age_ms: 0,
    seq,
    episode_id,
    blockers: [],
    raw: 'ff01c2ff',
    sig: '',
  })
}

/** Signed over the fields of devices.md 4.4 by the agent. */
export function signed(signer: Signer, reading: Reading): Reading {
  const whole = { ...reading, agent_id: signer.agent_id }
  return { ...whole, sig: signReading(signer, whole) }
}

/** As an agent of the former release signed it, by the key of the scale. */
export function signedFirst(scale: Scale, { agent_id: _agent, ...reading }: Reading): Reading {
  const key = Buffer.from(scale.agent_key, 'base64url')
  const sig = createHmac('sha256', key).update(firstSignedText(reading)).digest('base64url')
  return { ...reading, sig }
}
