import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setZone } from '../format.ts'
import { supportWords } from './support-words.ts'

test('what is told of a failure has its request and the time of the company', () => {
  setZone('Asia/Yekaterinburg')
  const told = supportWords('req-7', '2026-11-29T18:44:10.123Z').replaceAll('\u00a0', ' ')
  assert.equal(told, 'Для администратора: обращение req-7, 29.11.2026 23:44')
  assert.match(
    supportWords(undefined, '2026-11-29T18:44:10.123Z'),
    /^Для администратора: 29\.11\.2026/,
  )
})
