import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { test } from 'node:test'
import { RELEASE_CONTEXT } from '#contract/device/release/release-statement.ts'
import { isNewer } from '#contract/device/release/newer-version.ts'
import { makeRelease, PLATFORM, releaseKey } from '#test/site/agent-release.ts'
import { RefusedRelease, verifyRelease } from './verify-release.ts'

const secret = releaseKey()
const key = createPublicKey(secret)
const here = { key, platform: PLATFORM, version: '1.2.3' }
const offered = (about: { version?: string; platform?: string }, by = secret) =>
  makeRelease(by, '', about).offer

/** Refused with a sentence that has these words. */
const refuses = (offer: ReturnType<typeof offered>, words: RegExp) =>
  assert.throws(
    () => verifyRelease(offer, here),
    (error) => error instanceof RefusedRelease && words.test(error.message),
  )

test('a newer release of the key for this system is taken', () => {
  for (const version of ['1.2.4', '1.10.0', '2.0.0'])
    assert.equal(verifyRelease(offered({ version }), here).version, version)
})

test('a release of another key, a changed statement and a signature over a bare text are refused', () => {
  const good = offered({ version: '1.3.0' })
  refuses(offered({ version: '1.3.0' }, releaseKey()), /без верной подписи/)
  refuses({ ...good, statement: good.statement.replace('1.3.0', '1.4.0') }, /без верной подписи/)
  const bare = sign(null, Buffer.from(good.statement), createPrivateKey(secret))
  refuses({ ...good, signature: bare.toString('base64url') }, /без верной подписи/)
})

test('a good signature over a statement that is none is refused in words', () => {
  const good = offered({ version: '1.3.0' }).statement
  const wrong = ['1.3.0', good.replace('1.3.0', '1.3'), good.replace('{', '{"more":1,'), 'null']
  for (const statement of wrong) {
    const made = sign(null, Buffer.from(RELEASE_CONTEXT + statement), secret)
    refuses({ statement, signature: made.toString('base64url') }, /описание в ней не читается/)
  }
})

test('a signed release that is older or the same is refused: no downgrade, nothing twice', () => {
  for (const version of ['1.2.3', '1.2.2', '1.1.9', '0.99.99'])
    refuses(offered({ version }), /не новее установленной/)
})

test('a release for another system is refused', () => {
  refuses(offered({ version: '1.3.0', platform: 'win32-arm64' }), /а здесь/)
})

test('numbers of releases are compared as numbers', () => {
  assert.ok(isNewer('0.10.0', '0.9.9') && !isNewer('0.9.9', '0.10.0') && !isNewer('1.0.0', '1.0.0'))
})
