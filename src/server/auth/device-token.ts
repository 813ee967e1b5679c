import { createHash, hkdfSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { exportJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { Services } from '../services.ts'
import { tokenKeys, type TokenKeys } from './tokens.ts'

/** What a browser may ask of an agent that it calls directly (devices.md 1.4). */
export interface DeviceGrant {
  readonly agentId: string
  readonly userId: string
  readonly companyId: string
  readonly posts: readonly number[]
  readonly scope: readonly ('weight' | 'carnumber' | 'camera')[]
}

const LIFE_S = 600
// An agent keeps the last good keys for thirty days; a proxy need not ask for each of them.
const KEYS_FRESH_S = 300

interface DeviceKeys {
  readonly seed: Buffer
  readonly keys: TokenKeys
  readonly kid: string
}

declare module '../services.ts' {
  interface ProcessState {
    deviceKeys?: DeviceKeys
  }
}

/** A token for one agent, valid ten minutes: the session's own token never leaves our origin. */
export async function signDeviceToken(
  services: Services,
  grant: DeviceGrant,
): Promise<{ token: string; token_expires_at: string }> {
  const { keys, kid } = keysOf(services)
  const { agentId, userId, companyId, posts, scope } = grant
  // One reading of the clock: a second that ends between two would shorten the life of the token.
  const issuedAt = Math.floor(Date.now() / 1000)
  const exp = issuedAt + LIFE_S
  const token = await new SignJWT({ company_id: companyId, posts, scope })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'device+jwt' })
    .setIssuer(keys.issuer)
    .setAudience(`agent:${agentId}`)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(exp)
    .sign(keys.privateKey)
  return { token, token_expires_at: new Date(exp * 1000).toISOString() }
}

/** A statement of the server about what it holds, EdDSA, `typ: proof+jwt`: the key is that of `/.well-known/jwks.json`. */
export async function sealStatement(
  services: Services,
  statement: JWTPayload,
): Promise<{ seal: string; key: string }> {
  const { keys, kid } = keysOf(services)
  const seal = await new SignJWT(statement)
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'proof+jwt' })
    .setIssuer(keys.issuer)
    .setIssuedAt()
    .sign(keys.privateKey)
  return { seal, key: (await exportJWK(keys.publicKey)).x! }
}

/** GET /.well-known/jwks.json: the public halves, by which agents verify device tokens without asking the server. */
export function attachDeviceKeys(app: FastifyInstance, services: Services): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    const { publicUrl } = services.config
    const known = services.tokenKeys.accepted().map(({ seed }) => makeKeys(seed, publicUrl))
    const shown = known.map(async ({ keys, kid }): Promise<JWK> => {
      const jwk = await exportJWK(keys.publicKey)
      return { ...jwk, kid, alg: 'EdDSA', use: 'sig' }
    })
    return reply
      .header('cache-control', `public, max-age=${KEYS_FRESH_S}`)
      .type('application/json')
      .send({ keys: await Promise.all(shown) })
  })
}

function keysOf(services: Services): DeviceKeys {
  const { seed } = services.tokenKeys.accepted()[0]!
  const held = services.state.deviceKeys
  if (held?.seed === seed) return held
  return (services.state.deviceKeys = makeKeys(seed, services.config.publicUrl))
}

/** A key of its own out of the same secret: a device token can never pass for a session's. */
function makeKeys(seed: Buffer, publicUrl: string): DeviceKeys {
  const own = Buffer.from(hkdfSync('sha256', seed, '', 'priyomka device tokens', 32))
  const keys = tokenKeys(own, new URL(publicUrl).origin)
  const raw = keys.publicKey.export({ format: 'der', type: 'spki' })
  return { seed, keys, kid: createHash('sha256').update(raw).digest('base64url').slice(0, 16) }
}
