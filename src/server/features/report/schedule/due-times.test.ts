import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfPeriod } from './due-params.ts'
import { endOfDay, latestDueTime, nextDueTime, type DueRule } from './due-times.ts'

const daily = (at_time: string): DueRule => ({
  repeats: 'day',
  at_time,
  weekdays: [],
  month_day: null,
})
const weekly = (...weekdays: number[]): DueRule => ({
  ...daily('07:00'),
  repeats: 'week',
  weekdays,
})
const monthly = (month_day: number): DueRule => ({
  ...daily('07:00'),
  repeats: 'month',
  month_day,
})

const MOSCOW = 'Europe/Moscow'
const BERLIN = 'Europe/Berlin'

const NEXT: [string, DueRule, string, string, string][] = [
  ['today', daily('07:30'), MOSCOW, '2026-11-27T04:29:59Z', '2026-11-27T04:30:00Z'],
  ['strictly after', daily('07:30'), MOSCOW, '2026-11-27T04:30:00Z', '2026-11-28T04:30:00Z'],
  [
    'the local day',
    daily('00:30'),
    'Asia/Kamchatka',
    '2026-11-27T11:00:00Z',
    '2026-11-27T12:30:00Z',
  ],
  ['another year', daily('07:00'), MOSCOW, '2026-12-31T20:00:00Z', '2027-01-01T04:00:00Z'],
  ['the next chosen day', weekly(1, 5), MOSCOW, '2026-11-23T04:00:00Z', '2026-11-27T04:00:00Z'],
  ['over a Sunday', weekly(1), MOSCOW, '2026-11-24T00:00:00Z', '2026-11-30T04:00:00Z'],
  ['a Sunday', weekly(7), MOSCOW, '2026-11-27T00:00:00Z', '2026-11-29T04:00:00Z'],
  ['day 31 in April', monthly(31), MOSCOW, '2026-04-01T00:00:00Z', '2026-04-30T04:00:00Z'],
  ['then in May', monthly(31), MOSCOW, '2026-04-30T04:00:00Z', '2026-05-31T04:00:00Z'],
  ['day 30 in February', monthly(30), MOSCOW, '2026-02-01T00:00:00Z', '2026-02-28T04:00:00Z'],
  ['29 February', monthly(29), MOSCOW, '2028-02-28T05:00:00Z', '2028-02-29T04:00:00Z'],
  ['day 31 in a leap year', monthly(31), MOSCOW, '2028-01-31T04:00:00Z', '2028-02-29T04:00:00Z'],
  ['the first', monthly(1), MOSCOW, '2026-11-01T04:00:00Z', '2026-12-01T04:00:00Z'],
  ['winter time', daily('07:00'), BERLIN, '2026-03-28T05:00:00Z', '2026-03-28T06:00:00Z'],
  ['summer time', daily('07:00'), BERLIN, '2026-03-28T06:00:00Z', '2026-03-29T05:00:00Z'],
  [
    'a time that is skipped',
    daily('02:30'),
    BERLIN,
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'a time that comes twice',
    daily('02:30'),
    BERLIN,
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00Z',
  ],
  ['not its second time', daily('02:30'), BERLIN, '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
  [
    'the clock skips midnight',
    daily('00:15'),
    'Asia/Beirut',
    '2026-03-28T12:00:00Z',
    '2026-03-28T22:15:00Z',
  ],
]

test('the next due time follows the wall clock of the company', () => {
  for (const [name, rule, zone, after, expected] of NEXT)
    assert.deepEqual(nextDueTime(rule, zone, new Date(after)), new Date(expected), name)
})

const LATEST: [string, DueRule, string, string, string][] = [
  ['this very moment', daily('07:30'), MOSCOW, '2026-11-27T04:30:00Z', '2026-11-27T04:30:00Z'],
  ['yesterday', daily('07:30'), MOSCOW, '2026-11-27T04:29:59Z', '2026-11-26T04:30:00Z'],
  ['last Friday', weekly(5), MOSCOW, '2026-11-27T03:59:00Z', '2026-11-20T04:00:00Z'],
  ['the end of February', monthly(31), MOSCOW, '2027-03-30T12:00:00Z', '2027-02-28T04:00:00Z'],
  [
    'of the day before the change',
    daily('02:30'),
    BERLIN,
    '2026-03-29T01:29:00Z',
    '2026-03-28T01:30:00Z',
  ],
]

test('the latest due time is one that has come', () => {
  for (const [name, rule, zone, now, expected] of LATEST)
    assert.deepEqual(latestDueTime(rule, zone, new Date(now)), new Date(expected), name)
})

test('a walk along two years of any rule meets each due time once, forward and backward', () => {
  for (const zone of [MOSCOW, BERLIN, 'Asia/Beirut', 'Australia/Lord_Howe'])
    for (const rule of [daily('02:15'), weekly(2, 7), monthly(31), monthly(29)]) {
      let at = new Date('2027-12-31T12:00:00Z')
      for (let i = 0; i < 60; i++) {
        const next = nextDueTime(rule, zone, at)
        assert.ok(next > at)
        assert.deepEqual(latestDueTime(rule, zone, next), next)
        assert.deepEqual(
          latestDueTime(rule, zone, new Date(+nextDueTime(rule, zone, next) - 1)),
          next,
        )
        at = next
      }
    }
})

test('the day of a due time ends in another zone when that zone says so', () => {
  const end = endOfDay(new Date('2026-11-27T04:00:00Z'), MOSCOW, 'Asia/Yekaterinburg')
  assert.equal(end.toISOString(), '2026-11-27T18:59:59.999Z')
})

const PERIODS: [Parameters<typeof daysOfPeriod>, string, string][] = [
  [['yesterday', '2026-03-01'], '2026-02-28', '2026-02-28'],
  [['yesterday', '2028-03-01'], '2028-02-29', '2028-02-29'],
  [['yesterday', '2026-01-01'], '2025-12-31', '2025-12-31'],
  [['last_week', '2026-11-27'], '2026-11-16', '2026-11-22'],
  [['last_week', '2026-11-23'], '2026-11-16', '2026-11-22'],
  [['last_week', '2026-11-29'], '2026-11-16', '2026-11-22'],
  [['last_week', '2026-01-01'], '2025-12-22', '2025-12-28'],
  [['last_month', '2026-03-31'], '2026-02-01', '2026-02-28'],
  [['last_month', '2028-03-31'], '2028-02-01', '2028-02-29'],
  [['last_month', '2026-01-15'], '2025-12-01', '2025-12-31'],
  [['month_to_date', '2026-11-27'], '2026-11-01', '2026-11-27'],
  [['month_to_date', '2026-12-01'], '2026-12-01', '2026-12-01'],
]

test('a period is the days before or up to the day on which a report is due', () => {
  for (const [given, from, to] of PERIODS)
    assert.deepEqual(daysOfPeriod(...given), { from, to }, given.join(' '))
})
