import { decodeProtectedHeader, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Identity } from '../link/identity.ts'
import type { ServerKeys } from './server-keys.ts'

/** What a device token lets its bearer ask. */
export interface DirectGrant {
  posts: readonly number[]
  scope: readonly string[]
}

const claims = z.object({
  company_id: z.string(),
  posts: z.array(z.int()).check(z.maxLength(99)),
  scope: z.array(z.enum(['weight', 'carnumber', 'camera'])),
})
const SKEW_S = 60
const MAX_TOKEN = 2048

/** Verifies a device token without asking the server (devices.md 1.4); undefined = it is not valid here. */
export async function verifyToken(
  token: string,
  identity: Identity,
  keys: ServerKeys,
  clock: Clock,
): Promise<DirectGrant | undefined> {
  if (token.length > MAX_TOKEN) return undefined
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    // Nothing is asked of the server for a token that could not be its own.
    if (alg !== 'EdDSA' || !kid) return undefined
    const key = await keys.find(kid)
    if (!key) return undefined
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      typ: 'device+jwt',
      issuer: identity.server.origin,
      audience: `agent:${identity.agent_id}`,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: SKEW_S,
      currentDate: new Date(clock.wall()),
    })
    const granted = claims.safeParse(payload)
    return granted.success && granted.data.company_id === identity.company_id
      ? granted.data
      : undefined
  } catch {
    return undefined
  }
}
