import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  assert.equal(format.today(new Date('2026-11-21T20:05:00Z')), '2026-11-22')
  format.setZone('Europe/Moscow')
  assert.equal(plain(format.dateTime('2026-11-21T20:05:00Z')), '21.11.2026 23:05')
  format.setZone(undefined)
})

test('a calendar day has no zone', () => {
  assert.equal(format.day('2026-11-21'), '21.11.2026')
})

test('time on site and counted nouns read as a person says them', () => {
  assert.equal(format.duration(39), '0:39')
  assert.equal(format.duration(75), '1:15')
  assert.equal(plain(format.duration(1500)), '25 ч')
  assert.equal(plain(format.plural(1, 'акт', 'акта', 'актов')), '1 акт')
  assert.equal(plain(format.plural(3, 'акт', 'акта', 'актов')), '3 акта')
  assert.equal(plain(format.plural(11, 'акт', 'акта', 'актов')), '11 актов')
})
