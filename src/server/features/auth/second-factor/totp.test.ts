import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticatorAddress, codeAt, matchingStep, toBase32 } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

test('counter codes are those of RFC 4226, appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  for (const [step, code] of codes.entries()) assert.equal(codeAt(SECRET, step), code)
})

test('codes of moments are those of RFC 6238, appendix B', () => {
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const
  for (const [seconds, code] of vectors)
    assert.equal(codeAt(SECRET, Math.floor(seconds / 30), 8), code)
})

test('a code is good in its own step and one to either side', () => {
  const code = codeAt(SECRET, 1000)
  for (const step of [999, 1000, 1001])
    for (const second of [0, 29]) assert.equal(matchingStep(SECRET, code, step * 30 + second), 1000)
  for (const seconds of [998 * 30 + 29, 1002 * 30])
    assert.equal(matchingStep(SECRET, code, seconds), undefined)
  for (const wrong of ['', code.slice(1), `${code}0`, 'ё12345'])
    assert.equal(matchingStep(SECRET, wrong, 30_000), undefined)
})

test('base32 is that of RFC 4648, section 10, without padding', () => {
  const vectors = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB' }
  for (const [text, encoded] of Object.entries(vectors))
    assert.equal(toBase32(Buffer.from(text)), encoded)
})

test('the address for an authenticator names the product, the login and the secret', () => {
  const url = new URL(authenticatorAddress('ivanov.p', SECRET))
  assert.equal(url.protocol + url.host, 'otpauth:totp')
  assert.equal(decodeURIComponent(url.pathname), '/Приёмка:ivanov.p')
  assert.equal(url.searchParams.get('secret'), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.equal(url.searchParams.get('issuer'), 'Приёмка')
})
