import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDigestGuard, digestResponse, type DigestAlgorithm } from './digest.ts'

const uri = '/dir/index.html'
const account = { user: 'Mufasa', password: 'Circle of Life', realm: 'http-auth@example.org' }

test('the digests of the examples in RFC 2617 and RFC 7616 are computed', () => {
  const old = { ...account, password: 'Circle Of Life', realm: 'testrealm@host.com' }
  const common = { uri, nc: '00000001', qop: 'auth' }
  const first = { nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093', cnonce: '0a4f113b' }
  assert.equal(
    digestResponse('MD5', old, 'GET', { ...common, ...first }),
    '6629fae49393a05397450978507c4ef1',
  )
  const second = {
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  }
  assert.equal(
    digestResponse('MD5', account, 'GET', { ...common, ...second }),
    '8ca523f5e9506fed4657c9700eebdbec',
  )
  assert.equal(
    digestResponse('SHA-256', account, 'GET', { ...common, ...second }),
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  )
})

function answerTo(challenge: string, algorithm: DigestAlgorithm, nc: string, password: string) {
  const nonce = /nonce="([^"]+)"/.exec(challenge)![1]!
  const fields = { uri, nonce, nc, cnonce: 'c0ffee', qop: 'auth' }
  const response = digestResponse(algorithm, { ...account, password }, 'GET', fields)
  return (
    `Digest username="${account.user}", realm="${account.realm}", uri="${uri}", ` +
    `nonce="${nonce}", algorithm=${algorithm}, qop=auth, nc=${nc}, cnonce="c0ffee", ` +
    `response="${response}"`
  )
}

for (const algorithm of ['MD5', 'SHA-256'] as const) {
  test(`${algorithm}: the right password enters, its count grows, a repeat is stale`, () => {
    const guard = createDigestGuard(account)
    const ask = (header?: string) => guard(algorithm, 'GET', uri, header)
    const first = ask()
    assert.ok(!first.granted)
    assert.match(first.challenge, new RegExp(`algorithm=${algorithm}`))
    const header = answerTo(first.challenge, algorithm, '00000001', account.password)
    assert.deepEqual(ask(header), { granted: true })
    const repeat = ask(header)
    assert.ok(!repeat.granted)
    assert.match(repeat.challenge, /stale=true/)
    const next = answerTo(first.challenge, algorithm, '00000002', account.password)
    assert.deepEqual(ask(next), { granted: true })
  })

  test(`${algorithm}: a wrong password, a foreign nonce and another address stay outside`, () => {
    const guard = createDigestGuard(account)
    const first = guard(algorithm, 'GET', uri, undefined)
    assert.ok(!first.granted)
    const wrong = answerTo(first.challenge, algorithm, '00000001', 'wrong')
    const verdict = guard(algorithm, 'GET', uri, wrong)
    assert.ok(!verdict.granted)
    assert.doesNotMatch(verdict.challenge, /stale/)
    const foreign = answerTo('nonce="made-up"', algorithm, '00000001', account.password)
    assert.equal(guard(algorithm, 'GET', uri, foreign).granted, false)
    const right = answerTo(first.challenge, algorithm, '00000001', account.password)
    assert.equal(guard(algorithm, 'GET', '/other', right).granted, false)
    assert.equal(guard(algorithm, 'GET', uri, 'Basic eDp5').granted, false)
  })
}
