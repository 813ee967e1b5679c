import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDateTime } from './parse-date-time.ts'

const TODAY = '2026-11-21'

test('a moment is read in the usual spellings', () => {
  for (const [typed, wall] of [
    ['21.11.2026 14:05', '2026-11-21T14:05'],
    ['21.11.2026\u00a014:05', '2026-11-21T14:05'],
    ['21112026 1405', '2026-11-21T14:05'],
    ['21.11 9.30', '2026-11-21T09:30'],
    ['20.11.26, 00:00', '2026-11-20T00:00'],
    ['вчера 9:30', '2026-11-20T09:30'],
    ['14:05', '2026-11-21T14:05'],
    ['2026-11-21 23:59', '2026-11-21T23:59'],
  ] as const)
    assert.equal(parseDateTime(typed, TODAY), wall, typed)
})

test('a day without a time, an impossible time and other texts are refused', () => {
  for (const typed of [
    '',
    '21.11.2026',
    '21.11',
    '1405',
    '21.11.2026 24:00',
    '21.11 9:60',
    '31.02 10:00',
  ])
    assert.equal(parseDateTime(typed, TODAY), undefined, typed)
})
