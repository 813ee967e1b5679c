import type { SettingField } from '#contract/company/setting-fields.ts'
import type { SettingUnit } from '#contract/company/setting-words.ts'
import { formatMoney, formatPercent } from '#contract/core/input-text.ts'
import { pluralForm, type Forms } from '#contract/words/plural.ts'

/** Units that are words: beside a value they take its form, beside the name of a setting that of many. */
const UNIT_FORMS: Partial<Record<SettingUnit, Forms>> = {
  дней: ['день', 'дня', 'дней'],
  лет: ['год', 'года', 'лет'],
  знаков: ['знак', 'знака', 'знаков'],
  уровней: ['уровень', 'уровня', 'уровней'],
}

const kopText = (value: number) => `${formatMoney(value)}\u00a0₽`

/** A value of a setting as a person reads it. */
export function settingText(setting: SettingField, value: unknown): string {
  const { unit, options = {} } = setting
  if (value === undefined || value === null || value === '') return 'пусто'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (Array.isArray(value))
    return value.map((one) => options[String(one)] ?? String(one)).join(', ') || 'пусто'
  if (typeof value === 'number' && unit === 'kop') return kopText(value)
  if (typeof value === 'number' && unit === 'bp') return `${formatPercent(value)}\u00a0%`
  const told = options[String(value)] ?? String(value)
  if (unit === undefined) return told
  const forms = UNIT_FORMS[unit]
  return `${told}\u00a0${forms && typeof value === 'number' ? pluralForm(value, forms) : unit}`
}

/** The value of a setting by its path under `settings`. */
export function settingAt(settings: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
      settings,
    )
}
