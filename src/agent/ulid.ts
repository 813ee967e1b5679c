import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_BITS = 80n
const LIMIT = 1n << 128n

/** Ids that grow even within one millisecond and when the clock is set back (devices.md 1.3); all are greater than `after`. */
export function ulidSource(wall: () => number, after?: string): () => string {
  let last = after === undefined ? -1n : decode(after)
  return () => {
    const fresh = (BigInt(wall()) << RANDOM_BITS) | BigInt(`0x${randomBytes(10).toString('hex')}`)
    last = fresh > last ? fresh : (last + 1n) % LIMIT
    return encode(last)
  }
}

/** 26 characters of Crockford base32, 130 bits with two leading zeros. */
function encode(value: bigint): string {
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = ALPHABET[Number(value & 31n)]! + text
    value >>= 5n
  }
  return text
}

function decode(ulid: string): bigint {
  let value = 0n
  for (const sign of ulid) value = (value << 5n) | BigInt(ALPHABET.indexOf(sign))
  return value
}
