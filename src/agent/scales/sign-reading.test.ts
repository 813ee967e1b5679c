import assert from 'node:assert/strict'
import { createHmac, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import type { StoredReading } from '#contract/device/reading.ts'
import { firstSignedText, signedText } from '#contract/device/signed-text.ts'
import { signReading } from './sign-reading.ts'

// The first key of RFC 8032, 7.1.
const d = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'
const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const jwk = { kty: 'OKP', crv: 'Ed25519', x }
const signer = {
  agent_id: '019f3a52-7c00-7000-8000-0000000000aa',
  key: createPrivateKey({ key: { ...jwk, d }, format: 'jwk' }),
}
const reading: Omit<StoredReading, 'sig'> = {
  agent_id: signer.agent_id,
  device_id: '019f3a52-7c00-7000-8000-000000000001',
  post: 1,
  weight_g: 12_340_000,
  stable: true,
  zero: false,
  overload: false,
  status: 'ok',
  ts: '2026-11-21T04:00:00.123Z',
  doubt_ms: 500,
  seq: 1795233600123,
  episode_id: '01M7Y45MKV8Z3X9QK2W4T6N7PR',
  blockers: [],
  raw: 'ff01c3402301104cffff',
  alibi: null,
}

test('the signature equals the example of devices.md 4.4, and the public key alone proves it', () => {
  const sig = signReading(signer, reading)
  assert.equal(
    sig,
    '1UIvTUQa3dsJNpA2F3uTlgbuA04efPrCt1Tm69Ztpc7S9TrpCqHn6D_69MsQdeTAQQAtPxAnMBmxfzghkyegDg',
  )
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const text = Buffer.from(signedText(reading))
  assert.ok(verify(null, text, key, Buffer.from(sig, 'base64url')))
})

test('the first version of the text still gives the signatures that were stored under it', () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i)
  const sig = createHmac('sha256', key).update(firstSignedText(reading)).digest('base64url')
  assert.equal(sig, 'FM1_MF8hk0s3sVHuo7fcKWj3fNAoILvdc4WZzA77v0U')
})

test('every field that is stored changes the signature', () => {
  const changes: { [F in keyof typeof reading]-?: (typeof reading)[F] } = {
    agent_id: '019f3a52-7c00-7000-8000-0000000000ab',
    device_id: '019f3a52-7c00-7000-8000-000000000002',
    post: 2,
    weight_g: null,
    stable: false,
    zero: true,
    overload: true,
    status: 'unstable',
    ts: '2026-11-21T04:00:00.124Z',
    doubt_ms: null,
    seq: reading.seq + 1,
    episode_id: null,
    blockers: ['weighing.no-load'],
    raw: 'ff01c3402301104cffee',
    alibi: '000123',
  }
  const all = Object.entries(changes).map(([field, value]) =>
    signReading(signer, { ...reading, [field]: value }),
  )
  assert.equal(new Set([...all, signReading(signer, reading)]).size, all.length + 1)
})
