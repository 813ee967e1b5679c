import { formatMoney, formatPercent } from '../core/input-text.ts'
import { pluralForm, type Forms } from '../words/plural.ts'
import type { SettingUnit } from './setting-words.ts'

/** Units that are words: beside a value they take its form, beside the name of a setting that of many. */
const FORMS: Partial<Record<SettingUnit, Forms>> = {
  дней: ['день', 'дня', 'дней'],
  лет: ['год', 'года', 'лет'],
  знаков: ['знак', 'знака', 'знаков'],
  уровней: ['уровень', 'уровня', 'уровней'],
}

/** The number of a setting as a person reads it: «3 дня», «2 %», «1 500,00 ₽». */
export function inUnit(value: number, unit: SettingUnit | undefined): string {
  if (unit === undefined) return String(value)
  if (unit === 'kop') return `${formatMoney(value)}\u00a0₽`
  if (unit === 'bp') return `${formatPercent(value)}\u00a0%`
  const forms = FORMS[unit]
  return `${value}\u00a0${forms ? pluralForm(value, forms) : unit}`
}
