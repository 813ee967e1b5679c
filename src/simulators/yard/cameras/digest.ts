import { createHash, randomBytes } from 'node:crypto'

export type DigestAlgorithm = 'MD5' | 'SHA-256'

/** What a camera demands and from whom. */
export interface DigestAccount {
  user: string
  password: string
  realm: string
}

/** Verdict on one request; `stale` is true when only the nonce is too old or used up. */
export type DigestVerdict = { granted: true } | { granted: false; challenge: string }

/** Cameras keep a nonce for about a minute, so that a client must be able to begin again. */
const NONCE_LIVES_MS = 60_000
const MOST_NONCES = 1000

/** HTTP Digest with qop=auth on the server's side (RFC 7616): growing nc, own nonces only. */
export function createDigestGuard(account: DigestAccount) {
  const nonces = new Map<string, { until_ms: number; count: number }>()

  const challenge = (algorithm: DigestAlgorithm, stale: boolean) => {
    const nonce = randomBytes(16).toString('hex')
    nonces.set(nonce, { until_ms: performance.now() + NONCE_LIVES_MS, count: 0 })
    if (nonces.size > MOST_NONCES) nonces.delete(nonces.keys().next().value!)
    return (
      `Digest realm="${account.realm}", qop="auth", algorithm=${algorithm}, ` +
      `nonce="${nonce}", opaque="${randomBytes(8).toString('hex')}"${stale ? ', stale=true' : ''}`
    )
  }

  return (
    algorithm: DigestAlgorithm,
    method: string,
    uri: string,
    header: string | undefined,
  ): DigestVerdict => {
    const refuse = (stale: boolean) => ({
      granted: false as const,
      challenge: challenge(algorithm, stale),
    })
    const given = readDigest(header ?? '')
    if (!given || given['uri'] !== uri || given['username'] !== account.user) return refuse(false)
    if ((given['algorithm'] ?? 'MD5').toUpperCase() !== algorithm) return refuse(false)
    if (given['realm'] !== account.realm || given['qop'] !== 'auth') return refuse(false)
    if (given['response'] !== digestResponse(algorithm, account, method, given))
      return refuse(false)
    const nonceState = nonces.get(given['nonce'] ?? '')
    const count = Number.parseInt(given['nc'] ?? '', 16)
    if (!nonceState || nonceState.until_ms < performance.now() || !(count > nonceState.count))
      return refuse(true)
    nonceState.count = count
    return { granted: true }
  }
}

/** The response a client must send for given fields (RFC 7616 section 3.4.1, qop=auth). */
export function digestResponse(
  algorithm: DigestAlgorithm,
  account: DigestAccount,
  method: string,
  given: Record<string, string>,
) {
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex')
  const who = hash(`${account.user}:${account.realm}:${account.password}`)
  const what = hash(`${method}:${given['uri']}`)
  return hash([who, given['nonce'], given['nc'], given['cnonce'], given['qop'], what].join(':'))
}

function readDigest(header: string) {
  if (!/^Digest\s/i.test(header) || header.length > 2000) return null
  const fields: Record<string, string> = {}
  for (const match of header.slice(7).matchAll(/(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)) {
    fields[match[1]!] = match[2] ?? match[3] ?? ''
  }
  return fields
}
