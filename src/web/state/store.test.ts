import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putTemp, takeTemp } from './store.ts'

test('a value handed to the next screen can be read once', () => {
  const act = { id: 'act' }
  putTemp(act)
  assert.equal(takeTemp(), act)
  assert.equal(takeTemp(), undefined)
})
