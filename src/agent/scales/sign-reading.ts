import { createHmac } from 'node:crypto'
import { signedText, type SignedFields } from '#contract/device/signed-text.ts'

/** HMAC-SHA-256 of devices.md 4.4 in base64url; `key` is the scale's own 32 bytes. */
export function signReading(key: Uint8Array, reading: SignedFields): string {
  return createHmac('sha256', key).update(signedText(reading)).digest('base64url')
}
