import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { readFile } from 'node:fs/promises'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { Refusal } from '#http/refusal.ts'
import type { Clock } from '../clock.ts'
import type { DirectSettings } from '../config.ts'
import type { Identity } from '../link/identity.ts'
import { listen, type Listening } from '../listen.ts'
import type { Site } from '../site/site.ts'
import { directCalls, json } from './direct-calls.ts'
import type { ServerKeys } from './server-keys.ts'

const PREFIX = '/api/v1/'
const MAX_CONNECTIONS = 100
const ALLOWED = {
  vary: 'Origin',
  'access-control-allow-headers': 'Authorization',
  'access-control-allow-methods': 'GET',
  'access-control-allow-private-network': 'true',
  'access-control-expose-headers': 'x-taken-at, x-age-ms, retry-after',
  'access-control-max-age': '600',
}

/** Serves device calls to browsers of the own server's pages alone, each with its device token (devices.md 1.4). */
export async function serveDirect(
  settings: DirectSettings,
  identity: Identity,
  site: Site,
  keys: ServerKeys,
  clock: Clock,
): Promise<Listening> {
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void handle(request, response).catch((error: unknown) => fail(response, error))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin, authorization } = request.headers
    const own = origin === identity.server.origin
    if (own)
      response.setHeaders(
        new Map(Object.entries({ ...ALLOWED, 'access-control-allow-origin': origin })),
      )
    if (origin !== undefined && !own) return void response.writeHead(403).end()
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
    const grant = token && (await verifyToken(token, identity, keys, clock))
    if (!grant) return json(response, AUTH_REQUIRED, 401)
    const url = new URL(request.url ?? '/', 'http://agent')
    const path = url.pathname.startsWith(PREFIX) ? url.pathname.slice(PREFIX.length) : ''
    const call = directCalls[`${request.method} ${path}`]
    if (!call) return json(response, NOT_FOUND, 404)
    if (!grant.scope.includes(path.split('/')[0]!)) return json(response, DENIED, 403)
    const post = postOf(url, grant.posts)
    if (post === undefined) return json(response, NOT_FOUND, 404)
    await call({ site, clock, post, camera: Number(url.searchParams.get('camera')), response })
  }

  return listen(await open(settings, answer), settings, MAX_CONNECTIONS)
}

/** What a device token lets its bearer ask. */
interface DirectGrant {
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
async function verifyToken(
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

/** Over TLS; plainly only for tests, since the settings demand a certificate. */
async function open(
  { cert, key }: DirectSettings,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  if (!cert || !key) return createPlain(answer)
  try {
    return createSecure({ cert: await readFile(cert), key: await readFile(key) }, answer)
  } catch (error) {
    throw new Error(
      `AGENT_DIRECT_CERT, AGENT_DIRECT_KEY: not a pair of PEM files: ${cert}, ${key}`,
      {
        cause: error,
      },
    )
  }
}

const AUTH_REQUIRED = { code: 'auth.required', message: 'Войдите в систему' }
const DENIED = { code: 'access.denied', message: 'Недостаточно прав' }
const NOT_FOUND = { code: 'common.not-found', message: 'Запись не найдена' }

/** The post of the query, the first one without a number; undefined for a post that the token does not name. */
function postOf(url: URL, posts: readonly number[]): number | undefined {
  const asked = url.searchParams.get('post')
  const post = asked === null ? posts[0] : Number(asked)
  return posts.find((own) => own === post)
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  if (error instanceof Refusal) {
    const { retryAfterSeconds } = error.detail
    if (retryAfterSeconds) response.setHeader('retry-after', String(retryAfterSeconds))
    return json(response, { code: error.code, message: error.message }, error.status)
  }
  console.error('Direct call failed', error)
  return json(response, { code: 'device.offline', message: 'Нет связи с площадкой' }, 503)
}
