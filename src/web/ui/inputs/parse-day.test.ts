import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from './parse-day.ts'

const TODAY = '2026-11-21'

test('a day is read in the usual spellings', () => {
  for (const [typed, day] of [
    ['21112026', '2026-11-21'],
    ['211126', '2026-11-21'],
    ['2111', '2026-11-21'],
    ['21.11', '2026-11-21'],
    ['5.3', '2026-03-05'],
    ['05,03,1974', '1974-03-05'],
    ['5/3/74', '1974-03-05'],
    ['7', '2026-11-07'],
    ['2026-02-28', '2026-02-28'],
    ['Сегодня', '2026-11-21'],
    ['вчера', '2026-11-20'],
    ['29.02.2028', '2028-02-29'],
  ] as const)
    assert.equal(parseDay(typed, TODAY), day, typed)
})

test('a text that is no day is refused', () => {
  for (const typed of [
    '',
    '31.02.2026',
    '29.02.2026',
    '32',
    '1.13',
    'завтрак',
    '12.12.12.12',
    '1'.repeat(9),
  ])
    assert.equal(parseDay(typed, TODAY), undefined, typed)
})
