import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestHeader, digestResponse, readChallenge } from './digest.ts'

const request = { user: 'Mufasa', method: 'GET', uri: '/dir/index.html', nc: 1 }
const rfc2617 = { ...request, password: 'Circle Of Life', cnonce: '0a4f113b' }
const rfc7616 = {
  ...request,
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
}
const example =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'

test('the digest of the example in RFC 2617 is computed', () => {
  const challenge = readChallenge([
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  ])!
  assert.equal(digestResponse(challenge, rfc2617), '6629fae49393a05397450978507c4ef1')
})

test('both digests of the example in RFC 7616 are computed', () => {
  const md5 = readChallenge([`Digest ${example}, algorithm=MD5`])!
  const sha = readChallenge([`Digest ${example}, algorithm=SHA-256`])!
  assert.equal(digestResponse(md5, rfc7616), '8ca523f5e9506fed4657c9700eebdbec')
  assert.equal(
    digestResponse(sha, rfc7616),
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  )
})

test('the strongest of several challenges is answered', () => {
  const challenge = readChallenge([
    'Basic realm="camera"',
    `Digest ${example}, algorithm=MD5`,
    `Digest ${example}, algorithm=SHA-256`,
  ])
  assert.equal(challenge?.algorithm, 'SHA-256')
})

test('a challenge without qop is answered in the old form without a counter', () => {
  const challenge = readChallenge(['Digest realm="Embedded", nonce="4e4f"'])!
  const header = digestHeader(challenge, { ...rfc2617, nc: 3 })
  assert.match(header, /^Digest username="Mufasa", realm="Embedded"/)
  assert.doesNotMatch(header, /nc=|cnonce=/)
})

test('the session form uses the client nonce', () => {
  const plain = readChallenge([`Digest ${example}, algorithm=MD5`])!
  const session = readChallenge([`Digest ${example}, algorithm=MD5-sess`])!
  assert.equal(session.algorithm, 'MD5-sess')
  assert.notEqual(digestResponse(session, rfc7616), digestResponse(plain, rfc7616))
})

test('an unknown algorithm and auth-int alone are not answered', () => {
  assert.equal(readChallenge(['Digest realm="a", nonce="b", algorithm=SHA-512-256']), undefined)
  assert.equal(readChallenge(['Digest realm="a", nonce="b", qop="auth-int"']), undefined)
})
