import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paths, screenAt, to } from '#contract/screen-paths.ts'
import { allowedPath } from './allowed-path.ts'

const ORIGIN = 'https://priyomka.example'
const ID = '0190b7f0-0000-7000-8000-000000000001'

test('a declared screen is reached through the path query', () => {
  assert.equal(allowedPath('/operator/acts', ORIGIN), '/operator/acts')
  assert.equal(allowedPath(`/operator/act/${ID}`, ORIGIN), `/operator/act/${ID}`)
  assert.equal(allowedPath('/account', ORIGIN), '/account')
})

test('an address that could leave the product counts as absent', () => {
  for (const path of [
    null,
    '',
    '/',
    '/tmplink',
    '//evil.example',
    String.raw`/\evil.example`,
    'https://evil.example',
    'javascript:alert(1)',
    '/operator/../print/x',
    '/api/v1/auth/logout',
    '/operator?x=1',
    '/operator#x',
    '/%2f/evil.example',
    '/operator/act/%5Cevil',
    '/operator/act/a\u0000b',
    '/nope',
    '/operator/',
    `/operator/act/${'a'.repeat(600)}`,
  ])
    assert.equal(allowedPath(path, ORIGIN), undefined, String(path))
})

test('an address filled with ids is matched to its screen', () => {
  const address = to(paths.createPaymentDetails, { supplierId: ID })
  assert.equal(address, `/operator/create_payment/details/${ID}`)
  assert.equal(screenAt(address), 'createPaymentDetails')
  assert.equal(screenAt('/operator/act'), undefined)
})
