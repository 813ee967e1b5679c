import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { CameraConnection } from '#contract/device/camera-connection.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import { digestHeader, freshCnonce, readChallenge, type DigestChallenge } from './digest.ts'

/** Requests to one camera with its password: Digest, or Basic over TLS only; redirects are never followed. */
export interface CameraRequests {
  /**
   * The answer to GET, its body still to be read; a wrong or expired nonce is tried once more, so a returned 401 means a wrong
   * password.
   */
  get(url: URL, accept: string, signal: AbortSignal): Promise<IncomingMessage>
}

export function cameraRequests(
  { user, password = '' }: Pick<CameraConnection, 'user' | 'password'>,
  allowLoopback: boolean,
): CameraRequests {
  let challenge: DigestChallenge | undefined
  let nc = 0

  function authorization(url: URL): string | undefined {
    if (user === undefined) return undefined
    if (challenge) {
      nc++
      const uri = url.pathname + url.search
      const use = { user, password, method: 'GET', uri, nc, cnonce: freshCnonce() }
      return digestHeader(challenge, use)
    }
    if (url.protocol !== 'https:') return undefined
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  return {
    async get(url, accept, signal) {
      const send = () => open(url, allowLoopback, accept, authorization(url), signal)
      const answer = await send()
      if (answer.statusCode !== 401 || user === undefined) return answer
      const challenges = answer.headersDistinct['www-authenticate'] ?? []
      const tried = challenge?.nonce
      challenge = readChallenge(challenges)
      nc = 0
      const hasNewChallenge = challenge && (challenge.nonce !== tried || challenge.stale)
      const basic = url.protocol === 'https:' && challenges.some((c) => /^\s*Basic/i.test(c))
      if (!hasNewChallenge && !basic) return answer
      answer.destroy()
      return send()
    },
  }
}

async function open(
  url: URL,
  allowLoopback: boolean,
  accept: string,
  auth: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { host, lookup } = allowedAddress(url.hostname, allowLoopback)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(
      {
        host,
        port: url.port || undefined,
        path: url.pathname + url.search,
        lookup,
        signal,
        agent: false,
        headers: { accept, ...(auth ? { authorization: auth } : {}) },
      },
      resolve,
    )
      .on('error', reject)
      .end()
  })
}
