import { createHash, randomBytes } from 'node:crypto'

/** What a camera asked for in `WWW-Authenticate: Digest …`. */
export interface DigestChallenge {
  realm: string
  nonce: string
  opaque?: string
  algorithm: 'MD5' | 'MD5-sess' | 'SHA-256' | 'SHA-256-sess'
  qop?: 'auth'
  stale: boolean
}

export interface DigestUse {
  user: string
  password: string
  method: string
  /** Path with query, as in the request line. */
  uri: string
  nc: number
  cnonce: string
}

const ALGORITHMS = ['SHA-256-sess', 'SHA-256', 'MD5-sess', 'MD5'] as const

/** Reads the strongest challenge that we can answer out of all `WWW-Authenticate` headers of an answer. */
export function readChallenge(headers: readonly string[]): DigestChallenge | undefined {
  const challenges = headers.flatMap((header) => {
    const found = /^\s*Digest\s+(.*)$/is.exec(header)
    const challenge = found && fromFields(fieldsOf(found[1]!))
    return challenge ? [challenge] : []
  })
  return challenges.sort((a, b) => strength(a) - strength(b))[0]
}

/** The `response` of RFC 7616, section 3.4.1. */
export function digestResponse(challenge: DigestChallenge, use: DigestUse): string {
  const hash = (text: string) =>
    createHash(challenge.algorithm.startsWith('SHA') ? 'sha256' : 'md5')
      .update(text)
      .digest('hex')
  const plain = hash(`${use.user}:${challenge.realm}:${use.password}`)
  const secret = challenge.algorithm.endsWith('-sess')
    ? hash(`${plain}:${challenge.nonce}:${use.cnonce}`)
    : plain
  const request = hash(`${use.method}:${use.uri}`)
  return challenge.qop
    ? hash(
        `${secret}:${challenge.nonce}:${counter(use.nc)}:${use.cnonce}:${challenge.qop}:${request}`,
      )
    : hash(`${secret}:${challenge.nonce}:${request}`)
}

/** The `Authorization` header for one request. */
export function digestHeader(challenge: DigestChallenge, use: DigestUse): string {
  const fields = [
    `username="${escapeQuotes(use.user)}"`,
    `realm="${escapeQuotes(challenge.realm)}"`,
    `nonce="${escapeQuotes(challenge.nonce)}"`,
    `uri="${use.uri}"`,
    `algorithm=${challenge.algorithm}`,
    `response="${digestResponse(challenge, use)}"`,
  ]
  if (challenge.qop) fields.push('qop=auth', `nc=${counter(use.nc)}`, `cnonce="${use.cnonce}"`)
  if (challenge.opaque !== undefined) fields.push(`opaque="${escapeQuotes(challenge.opaque)}"`)
  return `Digest ${fields.join(', ')}`
}

export function freshCnonce(): string {
  return randomBytes(12).toString('base64url')
}

function fromFields(fields: Map<string, string>): DigestChallenge | undefined {
  const realm = fields.get('realm')
  const nonce = fields.get('nonce')
  const named = (fields.get('algorithm') ?? 'MD5').toUpperCase()
  const algorithm = ALGORITHMS.find((a) => a.toUpperCase() === named)
  const offered = fields.get('qop')
  const auth = offered?.split(',').some((q) => q.trim().toLowerCase() === 'auth')
  if (realm === undefined || nonce === undefined || !algorithm || (offered && !auth))
    return undefined
  const opaque = fields.get('opaque')
  return {
    realm,
    nonce,
    algorithm,
    stale: fields.get('stale')?.toLowerCase() === 'true',
    ...(auth ? { qop: 'auth' as const } : {}),
    ...(opaque === undefined ? {} : { opaque }),
  }
}

function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [, name, quoted, bare] of text.matchAll(
    /([a-z0-9-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi,
  ))
    fields.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare!)
  return fields
}

function strength(challenge: DigestChallenge): number {
  return ALGORITHMS.indexOf(challenge.algorithm)
}

function counter(nc: number): string {
  return nc.toString(16).padStart(8, '0')
}

function escapeQuotes(text: string): string {
  return text.replace(/["\\]/g, '\\$&')
}
