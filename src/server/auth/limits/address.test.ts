import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBlock } from './address.ts'

test('attempts of one IPv4 address or one IPv6 subscriber share a counter', () => {
  assert.equal(addressBlock('203.0.113.7'), '203.0.113.7')
  assert.equal(addressBlock('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(addressBlock('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(addressBlock('2001:0db8:0001:0002::9'), addressBlock('2001:db8:1:2:ffff::1'))
  assert.equal(addressBlock('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(addressBlock('::1'), '0:0:0:0::/64')
  assert.notEqual(addressBlock('2001:db8:1:2::1'), addressBlock('2001:db8:1:3::1'))
  assert.equal(addressBlock(undefined), '-')
})
