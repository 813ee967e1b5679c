import { createHmac } from 'node:crypto'
import type { Reading } from '#contract/reading.ts'

type Signed = Pick<Reading, 'device_id' | 'seq' | 'ts' | 'weight_g' | 'stable' | 'episode_id'>

/** HMAC-SHA-256 of devices.md 4.4 in base64url; `key` is the scale's own 32 bytes. */
export function signReading(key: Uint8Array, reading: Signed): string {
  const lines = [
    'v1',
    reading.device_id,
    String(reading.seq),
    reading.ts,
    reading.weight_g === null ? '' : String(reading.weight_g),
    reading.stable ? '1' : '0',
    reading.episode_id ?? '-',
  ]
  return createHmac('sha256', key).update(lines.join('\n')).digest('base64url')
}
