import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pcodeProblem } from './pcode.ts'

test('a PIN that cannot be guessed is taken', () => {
  for (const pcode of ['480173', '112233', '024681'])
    assert.equal(pcodeProblem(pcode), undefined, pcode)
})

test('a PIN of one digit, of a run, or of another length is refused', () => {
  for (const pcode of [
    '111111',
    '000000',
    '123456',
    '012345',
    '654321',
    '48017',
    '4801730',
    '48017a',
    '',
  ])
    assert.ok(pcodeProblem(pcode), pcode)
})
