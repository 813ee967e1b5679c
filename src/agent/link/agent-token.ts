import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { AGENT_AUDIENCE } from '#contract/device/agent-link.ts'
import type { Clock } from '../clock.ts'
import type { Identity } from './identity.ts'

const LIFE_S = 60

/** A token for one request: EdDSA, 60 seconds, its `jti` used once (devices.md 1.1). */
export function agentToken(identity: Identity, clock: Clock): Promise<string> {
  const now = Math.floor(clock.wall() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(identity.agent_id)
    .setAudience(AGENT_AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + LIFE_S)
    .sign(identity.key)
}
