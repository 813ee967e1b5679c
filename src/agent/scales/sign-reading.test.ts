import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signReading } from './sign-reading.ts'

const key = Uint8Array.from({ length: 32 }, (_, i) => i)
const reading = {
  device_id: '019f3a52-7c00-7000-8000-000000000001',
  seq: 1795233600123,
  ts: '2026-11-21T04:00:00.123Z',
  weight_g: 12_340_000,
  stable: true,
  episode_id: '01M7Y45MKV8Z3X9QK2W4T6N7PR',
}

test('the signature equals the example of devices.md 4.4', () => {
  assert.equal(signReading(key, reading), 'FM1_MF8hk0s3sVHuo7fcKWj3fNAoILvdc4WZzA77v0U')
})

test('every signed field changes the signature, and so does the key', () => {
  const others = [
    { device_id: '019f3a52-7c00-7000-8000-000000000002' },
    { seq: reading.seq + 1 },
    { ts: '2026-11-21T04:00:00.124Z' },
    { weight_g: 12_360_000 },
    { weight_g: null },
    { stable: false },
    { episode_id: null },
  ].map((change) => signReading(key, { ...reading, ...change }))
  others.push(signReading(key.toReversed(), reading))
  assert.equal(new Set([...others, signReading(key, reading)]).size, others.length + 1)
})
