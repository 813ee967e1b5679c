import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a code is shown, in seconds (RFC 6238, 5.2). */
const STEP_SECONDS = 30
const DIGITS = 6
// The clock of a telephone may be half a minute off either way.
const WINDOW = [0, -1, 1] as const
// RFC 4648, 6: no 0, 1, 8 and 9, so nothing in it is taken for another sign.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of one step by RFC 6238 with HMAC-SHA-1, the only kind that every authenticator knows. */
export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  // RFC 4226, 5.3: four bytes from a place that the last one names, without the sign.
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, at most one away from now; undefined when it is none of these. */
export function matchingStep(secret: Buffer, code: string, seconds: number): number | undefined {
  const now = Math.floor(seconds / STEP_SECONDS)
  const typed = Buffer.from(code)
  return WINDOW.map((distance) => now + distance).find((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === typed.length && timingSafeEqual(right, typed)
  })
}

/** Base32 of RFC 4648 without padding, as authenticators take a secret. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code holds: the address by which authenticators add an account. */
export function authenticatorAddress(login: string, secret: Buffer): string {
  const issuer = encodeURIComponent('Приёмка')
  return `otpauth://totp/${issuer}:${encodeURIComponent(login)}?secret=${toBase32(secret)}&issuer=${issuer}`
}
