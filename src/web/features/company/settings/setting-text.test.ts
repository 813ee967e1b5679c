import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingField } from '#contract/company/setting-fields.ts'
import { settingText } from './setting-text.ts'

const field = (more: Partial<SettingField>): SettingField => ({
  label: 'Срок',
  path: 'rules.x',
  kind: 'number',
  numeric: false,
  ...more,
})
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a value of a setting is read with its unit in the form of the number', () => {
  const days = [0, 1, 3, 5, 21].map((value) => plain(settingText(field({ unit: 'дней' }), value)))
  assert.deepEqual(days, ['0 дней', '1 день', '3 дня', '5 дней', '21 день'])
  const told = (unit: SettingField['unit'] & string, value: unknown) =>
    plain(settingText(field({ unit }), value))
  assert.equal(told('лет', 3), '3 года')
  assert.equal(told('знаков', 2), '2 знака')
  assert.equal(told('уровней', 4), '4 уровня')
  assert.equal(told('мин', 3), '3 мин')
  assert.equal(told('kop', 150_000), '1 500,00 ₽')
  assert.equal(told('дней', null), 'пусто')
})
