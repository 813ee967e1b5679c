import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putTemp, takeTemp } from './store.ts'

test('what one screen hands to the next is read once', () => {
  const act = { id: 'act' }
  putTemp(act)
  assert.equal(takeTemp(), act)
  assert.equal(takeTemp(), undefined)
})
