import type { SettingField } from '#contract/company/setting-fields.ts'
import { showPlaceholders } from '#contract/requisites/document/placeholders.ts'
import { inUnit } from '#contract/company/setting-unit.ts'

/** A value of a setting as a person reads it. */
export function settingText(setting: SettingField, value: unknown): string {
  const { unit, options = {} } = setting
  if (value === undefined || value === null || value === '') return 'пусто'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (Array.isArray(value))
    return value.map((one) => options[String(one)] ?? String(one)).join(', ') || 'пусто'
  if (typeof value === 'number' && unit) return inUnit(value, unit)
  return options[String(value)] ?? showPlaceholders(String(value))
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
