import type { SettingField } from '#contract/company/setting-fields.ts'
import { formatMoney, formatPercent } from '#contract/core/input-text.ts'

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
  return unit ? `${told}\u00a0${unit}` : told
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
