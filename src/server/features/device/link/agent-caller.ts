import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { AGENT_AUDIENCE } from '#contract/device/agent-link.ts'
import type { Services } from '../../../services.ts'
import { findAgent, type KnownAgent } from './agent-queries.ts'

// devices.md 1.1: a token lives a minute and its id is remembered for two.
const LIFE_S = 60
const REMEMBERED_MS = 120_000
// An agent learns the time from a header that cuts its second off.
const SKEW_S = 5
const MAX_TOKEN = 1000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
declare module '../../../services.ts' {
  interface ProcessState {
    usedAgentTokens?: Map<string, number>
  }
}

/** The agent behind the bearer token of a call; undefined for a revoked one. */
export async function activeAgentOf(
  services: Services,
  token: string | undefined,
): Promise<KnownAgent | undefined> {
  const agent = await agentOf(services, token)
  return agent?.status === 'revoked' ? undefined : agent
}

/** The agent behind a bearer token, revoked ones too; undefined for a token that proves nothing or was used before. */
export async function agentOf(
  services: Services,
  token: string | undefined,
): Promise<KnownAgent | undefined> {
  if (!token || token.length > MAX_TOKEN) return undefined
  const id = claimedId(token)
  const agent = id === undefined ? undefined : await findAgent(services.q, id)
  if (!agent) return undefined
  const jti = await verifyAgent(agent, token)
  return jti !== undefined && isFirstUse(services, `${agent.id}:${jti}`) ? agent : undefined
}

function claimedId(token: string): string | undefined {
  try {
    const { iss } = decodeJwt(token)
    return iss && UUID.test(iss) ? iss : undefined
  } catch {
    return undefined
  }
}

async function verifyAgent(agent: KnownAgent, token: string): Promise<string | undefined> {
  const x = agent.public_key.toString('base64url')
  try {
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA')
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      issuer: agent.id,
      audience: AGENT_AUDIENCE,
      requiredClaims: ['jti', 'iat', 'exp'],
      maxTokenAge: LIFE_S,
      clockTolerance: SKEW_S,
    })
    const short = payload.exp! - payload.iat! <= LIFE_S
    return short && typeof payload.jti === 'string' ? payload.jti.slice(0, 100) : undefined
  } catch {
    return undefined
  }
}

function isFirstUse(services: Services, jti: string): boolean {
  const used = (services.state.usedAgentTokens ??= new Map())
  const now = performance.now()
  for (const [known, at] of used) {
    if (now - at < REMEMBERED_MS) break
    used.delete(known)
  }
  if (used.has(jti)) return false
  used.set(jti, now)
  return true
}
