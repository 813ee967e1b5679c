import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import type { Reading, StoredReading } from '#contract/device/reading.ts'
import { firstSignedText, signedText } from '#contract/device/signed-text.ts'
import type { Db } from '../../../db/handle.ts'
import { openAgentKey } from '../../company/site/device-secrets.ts'
import { agentKey } from '../../device/link/agent-queries.ts'
import type { Scale } from '../../device/setup/device-queries.ts'

export type SignatureState = 'fits' | 'broken' | 'no_key'

/** Made again over what is stored (devices.md 4.4), by the public key of the agent or, for old readings, by the scale's. */
export async function checkSignature(
  db: Db,
  scale: { readonly id: string; readonly agent_key: Buffer | null } | undefined,
  reading: StoredReading,
): Promise<SignatureState> {
  if (reading.agent_id !== undefined) {
    const agent = await agentKey(db, reading.agent_id)
    if (!agent) return 'no_key'
    return agentSigned(agent.public_key, reading) ? 'fits' : 'broken'
  }
  if (!scale?.agent_key) return 'no_key'
  const key = Buffer.from(openAgentKey(db, scale.id, scale.agent_key), 'base64url')
  const due = createHmac('sha256', key).update(firstSignedText(reading)).digest()
  const given = Buffer.from(reading.sig, 'base64url')
  return given.length === due.length && timingSafeEqual(given, due) ? 'fits' : 'broken'
}

function agentSigned(x: Buffer, reading: StoredReading): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const text = Buffer.from(signedText(reading))
  return verify(null, text, key, Buffer.from(reading.sig, 'base64url'))
}

/** Whether an agent of the scale's own site signed it; a revoked one may have, of a load that was seen before. */
export async function isSignedFor(db: Db, scale: Scale, reading: StoredReading): Promise<boolean> {
  if (reading.agent_id !== undefined) {
    const agent = await agentKey(db, reading.agent_id)
    if (agent?.site_id !== scale.site_id) return false
  }
  return (await checkSignature(db, scale, reading)) === 'fits'
}

/**
 * The part of a reading that only the caller has and that may be stored. The first version of the signed text does not cover
 * the frame and the flags: the values that an accepted reading implies are stored instead, and no frame.
 */
export function provenPart({ age_ms: _age, ...reading }: Reading, scale: Scale): StoredReading {
  if (reading.agent_id !== undefined) return reading
  const { device_id, seq, ts, weight_g, stable, episode_id, sig } = reading
  const implied = { post: scale.post, zero: false, overload: false, status: 'ok' as const }
  return {
    ...implied,
    device_id,
    seq,
    ts,
    weight_g,
    stable,
    episode_id,
    sig,
    blockers: [],
    raw: '',
  }
}
