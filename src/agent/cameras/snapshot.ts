import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { MAX_AGENT_BLOB, type CameraConnection } from '#contract/agent-link.ts'
import { refuse } from '#http/refusal.ts'
import { allowedAddress } from '../allowed-address.ts'
import { digestHeader, freshCnonce, readChallenge, type DigestChallenge } from './digest.ts'

/** One picture; `taken_at` is monotonic real milliseconds of `performance.now()`. */
export interface Photo {
  jpeg: Uint8Array
  taken_at: number
}

export interface Camera {
  /** Refuses with `device.offline` and the cause in Russian. */
  photo(): Promise<Photo>
}

const DEADLINE_MS = 3000
/** Two calls for one camera within this time share one picture (devices.md 5). */
const SHARED_MS = 300
const JPEG_START = Uint8Array.of(0xff, 0xd8, 0xff)
const JPEG_END = Uint8Array.of(0xff, 0xd9)
/** Some cameras pad a picture with a few bytes after its end. */
const PADDING = 64

interface Answer {
  status: number
  challenges: string[]
  body: Buffer
}

/** A camera that gives a JPEG by GET, with Digest or (over TLS only) Basic; redirects are never followed. */
export function snapshotCamera(connection: CameraConnection, allowLoopback: boolean): Camera {
  const url = new URL(connection.url)
  let shared: { at: number; photo: Promise<Photo> } | undefined
  let challenge: DigestChallenge | undefined
  let nc = 0

  function photo(): Promise<Photo> {
    const now = performance.now()
    if (shared && now - shared.at < SHARED_MS) return shared.photo
    shared = { at: now, photo: take() }
    return shared.photo
  }

  async function take(): Promise<Photo> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    let answer = await get(authorization(), signal)
    if (answer.status === 401 && connection.user !== undefined) {
      const tried = challenge?.nonce
      challenge = readChallenge(answer.challenges)
      nc = 0
      const again = challenge && (challenge.nonce !== tried || challenge.stale)
      if (again || offersBasic(answer)) answer = await get(authorization(), signal)
    }
    if (answer.status === 401 || answer.status === 403)
      refuse('device.offline', { message: 'Камера не приняла пароль' })
    if (answer.status !== 200 || !isWholeJpeg(answer.body))
      refuse('device.offline', { message: 'Камера прислала не изображение' })
    return { jpeg: answer.body, taken_at: performance.now() }
  }

  function authorization(): string | undefined {
    const { user, password = '' } = connection
    if (user === undefined) return undefined
    if (challenge) {
      const uri = url.pathname + url.search
      nc++
      return digestHeader(challenge, {
        user,
        password,
        method: 'GET',
        uri,
        nc,
        cnonce: freshCnonce(),
      })
    }
    if (url.protocol !== 'https:') return undefined
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  function offersBasic(answer: Answer): boolean {
    return url.protocol === 'https:' && answer.challenges.some((c) => /^\s*Basic/i.test(c))
  }

  async function get(auth: string | undefined, signal: AbortSignal): Promise<Answer> {
    try {
      return await send(url, allowLoopback, auth, signal)
    } catch (error) {
      if (error instanceof TooLarge)
        refuse('device.offline', { message: 'Камера прислала не изображение' })
      refuse('device.offline', { message: 'Камера не отвечает' })
    }
  }

  return { photo }
}

/** A picture cut on its way would show half a lorry as proof. */
function isWholeJpeg(body: Buffer): boolean {
  const end = body.subarray(-PADDING)
  return body.subarray(0, JPEG_START.length).equals(JPEG_START) && end.includes(JPEG_END)
}

class TooLarge extends Error {}

async function send(
  url: URL,
  allowLoopback: boolean,
  auth: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const { host, lookup } = allowedAddress(url.hostname, allowLoopback)
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    open(
      {
        host,
        port: url.port || undefined,
        path: url.pathname + url.search,
        lookup,
        signal,
        agent: false,
        headers: { accept: 'image/jpeg', ...(auth ? { authorization: auth } : {}) },
      },
      resolve,
    )
      .on('error', reject)
      .end()
  })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_AGENT_BLOB) {
      response.destroy()
      throw new TooLarge('Picture over 5 MB')
    }
    parts.push(part)
  }
  return {
    status: response.statusCode ?? 0,
    challenges: response.headersDistinct['www-authenticate'] ?? [],
    body: Buffer.concat(parts),
  }
}
