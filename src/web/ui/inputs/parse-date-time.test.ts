import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDateTime, parseTime } from './parse-date-time.ts'

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

test('a time of the day is read as it is usually typed, and nothing else is one', () => {
  for (const [typed, time] of [
    ['21:30', '21:30'],
    ['21.30', '21:30'],
    ['21,30', '21:30'],
    ['21-30', '21:30'],
    ['2130', '21:30'],
    ['9:05', '09:05'],
    ['905', '09:05'],
    ['0000', '00:00'],
  ] as const)
    assert.equal(parseTime(typed), time, typed)
  for (const typed of ['', '21', '24:00', '2160', '21:3', 'вечером', '21:30:00'])
    assert.equal(parseTime(typed), undefined, typed)
})
