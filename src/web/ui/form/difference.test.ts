import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceText } from './difference.ts'

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

test('a difference is described in words', () => {
  assert.equal(plain(differenceText(112, 100, 'вчера')), 'на 12 % больше, чем вчера')
  assert.equal(plain(differenceText(50, 100, 'вчера')), 'на 50 % меньше, чем вчера')
  assert.equal(differenceText(100, 100, 'вчера'), 'столько же, сколько вчера')
  assert.equal(differenceText(100_001, 100_000, 'вчера'), 'почти столько же, сколько вчера')
})

test('without a previous value there is no text', () => {
  assert.equal(differenceText(5, null, 'вчера'), undefined)
  assert.equal(differenceText(5, 0, 'вчера'), undefined)
  assert.equal(differenceText(0, 0, 'вчера'), undefined)
})
