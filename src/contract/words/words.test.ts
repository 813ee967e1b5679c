import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofSigns, pluralForm } from './plural.ts'
import { quote } from './quote.ts'

test('a name is in quotes once, whatever quotes it has itself', () => {
  const rows: [string, string][] = [
    ['Прайс', '«Прайс»'],
    ['Весы «Автовесы»', '«Весы „Автовесы“»'],
    ['ООО "Ромашка"', '«ООО „Ромашка“»'],
    ['«Лютик»', '«Лютик»'],
    ['«Лютик» и «Мак»', '«„Лютик“ и „Мак“»'],
    ['Весы „Автовесы“', '«Весы „Автовесы“»'],
    ['Монитор 24"', '«Монитор 24"»'],
    [' Платформа ', '«Платформа»'],
    ['', '«»'],
  ]
  for (const [name, quoted] of rows) assert.equal(quote(name), quoted)
})

test('a thing takes the form of its count', () => {
  const days = (count: number) => `${count} ${pluralForm(count, ['день', 'дня', 'дней'])}`
  const counts = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 1002, 1011]
  assert.deepEqual(counts.map(days), [
    '0 дней',
    '1 день',
    '2 дня',
    '4 дня',
    '5 дней',
    '11 дней',
    '12 дней',
    '14 дней',
    '21 день',
    '22 дня',
    '25 дней',
    '101 день',
    '111 дней',
    '1002 дня',
    '1011 дней',
  ])
  assert.deepEqual([1, 2, 5, 21].map(ofSigns), ['1 знака', '2 знаков', '5 знаков', '21 знака'])
})
