import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { StoreAway } from '../store-away.ts'
import type { S3Settings } from './s3-settings.ts'

/** The store answered, and refused. */
export class S3Refusal extends StoreAway {
  readonly status: number
  /** The store's own word, `NoSuchBucket` for example. */
  readonly reason: string

  constructor(status: number, reason: string) {
    super(`S3 answered ${status} ${reason}`)
    this.status = status
    this.reason = reason
  }
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Within the prefix; without it the bucket itself is asked. */
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Opened anew for each attempt. */
  readonly body?: () => Uint8Array | Readable
}

export interface S3Client {
  /** The answer with its body unread. Every request may be repeated: each name is written once, with the same bytes. */
  send(request: S3Request): Promise<IncomingMessage>
  close(): void
}

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 100
/** Stores ask for a repetition by these. */
const REPEATABLE = new Set([429, 500, 502, 503, 504])
// An answer on its way waits for a slow reader: the store is silent only because nobody takes more.
const ANSWER_SILENCE_MS = 60_000

/** SHA-256 of no bytes. */
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Signed requests (Signature Version 4) to one bucket; a store that is silent for `silenceMs` is away. */
export function openS3Client(settings: S3Settings, silenceMs: number): S3Client {
  const { request: open, Agent } = settings.endpoint.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })

  async function attempt(request: S3Request): Promise<IncomingMessage> {
    const { method, url, headers } = await sign(settings, request)
    const sent = open(url, { method, headers, agent, timeout: silenceMs })
    sent.on('timeout', () => sent.destroy(new StoreAway('S3 is silent')))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve)
      sent.on('error', reject)
    })
    const body = request.body?.()
    if (body === undefined || body instanceof Uint8Array) sent.end(body)
    // A store that refuses may close before it has read everything; its answer counts then.
    else void pipeline(body, sent).catch((error: Error) => sent.destroy(error))
    const answer = await answered
    answer.setTimeout(ANSWER_SILENCE_MS)
    if (answer.statusCode! < 300) return answer
    const words = await text(answer).catch(() => '')
    throw new S3Refusal(answer.statusCode!, /<Code>(\w+)<\/Code>/.exec(words)?.[1] ?? '')
  }

  return {
    async send(request) {
      const begun = performance.now()
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(request)
        } catch (error) {
          const isFinal = error instanceof S3Refusal && !REPEATABLE.has(error.status)
          const isLate = performance.now() - begun >= silenceMs
          if (isFinal || isLate || tried === ATTEMPTS) throw asAway(error)
          await pause(FIRST_PAUSE_MS * 2 ** tried)
        }
      }
    },
    close: () => agent.destroy(),
  }
}

/** A file of ours that cannot be read, a full disk for example, keeps its own error. */
function asAway(error: unknown): unknown {
  if (error instanceof StoreAway || !(error instanceof Error)) return error
  const isOurs = 'path' in error
  return isOurs ? error : new StoreAway(`S3 cannot be reached: ${error.message}`, { cause: error })
}

async function sign(settings: S3Settings, { method, name, query, headers }: S3Request) {
  const signed = await new AwsV4Signer({
    method,
    url: addressOf(settings, name, query).href,
    headers: { 'x-amz-content-sha256': EMPTY_HASH, ...headers },
    accessKeyId: settings.keyId,
    secretAccessKey: settings.secret,
    service: 's3',
    region: settings.region,
  }).sign()
  return { method, url: signed.url, headers: Object.fromEntries(signed.headers) }
}

function addressOf(
  { endpoint, bucket, prefix, style }: S3Settings,
  name: string | undefined,
  query: S3Request['query'],
): URL {
  const url = new URL(endpoint)
  if (style === 'virtual') url.hostname = `${bucket}.${url.hostname}`
  const parts = [style === 'path' ? bucket : [], name === undefined ? [] : prefix + name]
  url.pathname = `/${parts.flat().join('/')}`
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value)
  return url
}
