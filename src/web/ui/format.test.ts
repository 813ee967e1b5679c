import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as format from './format.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('amounts carry their unit after a no-break space', () => {
  assert.equal(format.money(14_446_650), '144\u00a0466,50\u00a0₽')
  assert.equal(plain(format.money(-500)), '−5,00 ₽')
  assert.equal(plain(format.kg(12_480_000)), '12 480 кг')
  assert.equal(plain(format.tonnes(7_809_000)), '7,809 т')
  assert.equal(plain(format.percent(333)), '3,33 %')
  assert.equal(format.money(null), '—')
})

test('an instant is shown in the zone of the company', () => {
  format.setZone('Asia/Yekaterinburg')
  assert.equal(plain(format.dateTime('2026-11-21T20:05:00Z')), '22.11.2026 01:05')
  assert.equal(format.day('2026-11-21T20:05:00Z'), '22.11.2026')
  assert.equal(format.today(Date.parse('2026-11-21T20:05:00Z')), '2026-11-22')
  format.setZone('Europe/Moscow')
  assert.equal(plain(format.dateTime('2026-11-21T20:05:00Z')), '21.11.2026 23:05')
  format.setZone(undefined)
})

test('a typed time is in the time zone of the company, wherever the browser is', () => {
  format.setZone('Asia/Yekaterinburg')
  assert.equal(format.instantOf('2026-11-22T01:05'), '2026-11-21T20:05:00.000Z')
  assert.equal(format.wallTime('2026-11-21T20:05:00Z'), '2026-11-22T01:05')
  assert.equal(format.instantOf('2026-11-22T24:05'), undefined)
  assert.equal(format.instantOf(''), undefined)
  // Clocks go back at 01:00Z on 25 October, so 02:30 is shown twice; on 29 March 02:30 is never shown.
  format.setZone('Europe/Berlin')
  assert.equal(format.instantOf('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z')
  assert.equal(format.instantOf('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6_000_000 }), (minutes) => {
      const instant = new Date(Date.UTC(2020, 0, 1) + minutes * 60_000).toISOString()
      const wall = format.wallTime(instant)
      assert.equal(format.wallTime(format.instantOf(wall)!), wall)
    }),
  )
  format.setZone(undefined)
})

test('weights in tonnes end at the kilogram', () => {
  assert.equal(plain(format.tonnes(12_170_900)), '12,171 т')
})

test('a calendar day has no zone', () => {
  assert.equal(format.day('2026-11-21'), '21.11.2026')
})

test('time on site and counted nouns are written as a person says them', () => {
  assert.equal(format.duration(39), '0:39')
  assert.equal(format.duration(75), '1:15')
  assert.equal(plain(format.duration(1500)), '25 ч')
  assert.equal(plain(format.plural(1, 'акт', 'акта', 'актов')), '1 акт')
  assert.equal(plain(format.plural(3, 'акт', 'акта', 'актов')), '3 акта')
  assert.equal(plain(format.plural(11, 'акт', 'акта', 'актов')), '11 актов')
})
