import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(16 * 256)
let usedBytes = pool.length

/** A uuid v7 (RFC 9562): time-ordered, so that new rows go to the end of every index. */
export function uuidv7(at: number = Date.now()): string {
  if (usedBytes >= pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  const bytes = pool.subarray(usedBytes, usedBytes + 16)
  usedBytes += 16
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The company of the platform's own rows: SUPERVISOR's sessions are bound to it and see no company's rows. */
export const NO_COMPANY = '00000000-0000-0000-0000-000000000000'
