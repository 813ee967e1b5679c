import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loginProblem, pcodeProblem } from './sign-in.ts'

test('a login of small Latin letters and digits is taken', () => {
  for (const login of ['ivanov.p', 'abc', '1ab', 'a@b_c-d', 'a'.repeat(64)])
    assert.equal(loginProblem(login), undefined, login)
})

test('a login that is short, long, capital, Cyrillic or starts with a sign is refused', () => {
  for (const login of ['', 'iv', 'Иванов', 'Ivanov', '.ivanov', 'iva nov', 'a'.repeat(65)])
    assert.ok(loginProblem(login), login)
})

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
