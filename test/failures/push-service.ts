import { webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createECDH, randomBytes } from 'node:crypto'
import { jwtVerify, importJWK } from 'jose'

const { subtle } = webcrypto

/** A browser that takes push messages: its keys are its own, and what it decrypts is done by another library than the product's. */
export function makeReceiver() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const point = pair.getPublicKey()
  return {
    keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    open: (body: Buffer) => decrypt(body, { privateKey: pair.getPrivateKey(), point, auth }),
  }
}

interface Own {
  readonly privateKey: Buffer
  readonly point: Buffer
  readonly auth: Buffer
}

/** RFC 8291, 3.4 and RFC 8188, 2, read from the receiver's side over WebCrypto. */
export async function decrypt(body: Buffer, { privateKey, point, auth }: Own): Promise<string> {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  if (record.length > recordSize) throw new Error('more than one record')
  const jwk = { ...jwkOf(point), d: privateKey.toString('base64url') }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const own = await subtle.importKey('jwk', jwk, curve, false, ['deriveBits'])
  const other = await subtle.importKey('raw', copy(sender), curve, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
  const secret = await derive(Buffer.from(shared), auth, info, 32)
  const cek = await derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const iv = await derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const key = await subtle.importKey('raw', copy(cek), 'AES-GCM', false, ['decrypt'])
  const plain = Buffer.from(
    await subtle.decrypt({ name: 'AES-GCM', iv: copy(iv) }, key, copy(record)),
  )
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('bad padding')
  return plain.subarray(0, end).toString()
}

async function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Promise<Buffer> {
  const key = await subtle.importKey('raw', copy(secret), 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: copy(salt), info: copy(info) }
  return Buffer.from(await subtle.deriveBits(how, key, bytes * 8))
}

/** WebCrypto takes no memory that may be shared. */
function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

function jwkOf(point: Buffer) {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
}

/** What a push service learns of a message; the rest is for the browser's eyes. */
export interface ReceivedPush {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A push service on this machine; each request is stored before it is answered. */
export async function openPushService() {
  const received: ReceivedPush[] = []
  let react: RequestListener | undefined
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body })
      if (react) react(request, response)
      else response.writeHead(201).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    reactWith(reaction: RequestListener | undefined) {
      react = reaction
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Reads the proof of the sender as a push service does (RFC 8292, 4.2); throws when it is none. */
export async function readProof({ headers }: ReceivedPush, audience: string) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '')!
  const publicKey = await importJWK(jwkOf(Buffer.from(key!, 'base64url')), 'ES256')
  const { payload } = await jwtVerify(token!, publicKey, { algorithms: ['ES256'], audience })
  return { key: key!, payload }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
