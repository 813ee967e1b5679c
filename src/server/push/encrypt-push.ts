import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** What a browser gave away of itself: where to send, and for whose eyes. */
export interface PushTarget {
  readonly endpoint: string
  /** Public point of the browser, base64url. */
  readonly p256dh: string
  /** Its secret of sixteen bytes, base64url. */
  readonly auth: string
}

const CURVE = 'prime256v1'
const RECORD_SIZE = 4096
const TAG = 16
// The last record ends with this byte (RFC 8188, 2).
const END = 2
/** A push service takes no more than one record (RFC 8291, 4). */
const MAX_TEXT = RECORD_SIZE - TAG - 1

/** Own part of the secret; each message has one of its own, tests repeat that of the RFC. */
interface Chance {
  readonly salt: Buffer
  readonly own: ECDH
}

/** Encrypts a message for one browser, so that its push service reads nothing (RFC 8291, `aes128gcm` of RFC 8188). */
export function encryptPush(text: string, target: PushTarget, chance = takeChance()): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > MAX_TEXT) throw new Error('a push message is too long')
  const { salt, own } = chance
  const browserPoint = Buffer.from(target.p256dh, 'base64url')
  const ownPoint = own.getPublicKey()
  const shared = own.computeSecret(browserPoint)
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), browserPoint, ownPoint])
  const secret = derive(shared, Buffer.from(target.auth, 'base64url'), context, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(END)), cipher.final()])
  const head = Buffer.alloc(salt.length + 5)
  salt.copy(head)
  head.writeUInt32BE(RECORD_SIZE, salt.length)
  head[salt.length + 4] = ownPoint.length
  return Buffer.concat([head, ownPoint, body, cipher.getAuthTag()])
}

/** Whether messages can be encrypted for this point: one beside the curve would give the secret away. */
export function isPointOfCurve(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  // Uncompressed, as the RFC asks.
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    takeChance().own.computeSecret(point)
    return true
  } catch {
    return false
  }
}

function takeChance(): Chance {
  const own = createECDH(CURVE)
  own.generateKeys()
  return { salt: randomBytes(16), own }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
