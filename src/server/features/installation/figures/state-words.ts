import type { RowState, StatePart, StateRow } from '#contract/installation/state-rows.ts'

/** «40 с», «12 мин», «3 ч 5 мин», «2 дн 4 ч»: how long something lasts. */
export function span(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  const minutes = Math.floor(s / 60)
  const hours = Math.floor(minutes / 60)
  const two = (big: number, unit: string, small: number, smallUnit: string) =>
    small === 0 ? `${big} ${unit}` : `${big} ${unit} ${small} ${smallUnit}`
  if (s < 60) return `${s} с`
  if (minutes < 60) return `${minutes} мин`
  if (hours < 24) return two(hours, 'ч', minutes % 60, 'мин')
  return two(Math.floor(hours / 24), 'дн', hours % 24, 'ч')
}

/** Bytes in the unit that a person compares. */
export function size(bytes: number): string {
  const [unit, divisor] = bytes < 1e9 ? (['МБ', 1e6] as const) : (['ГБ', 1e9] as const)
  return `${(bytes / divisor).toLocaleString('ru', { maximumFractionDigits: 1 })} ${unit}`
}

export const number = (value: number): string => value.toLocaleString('ru')
export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** A row of the page; `advice` only where something is to be done. */
export function row(
  part: StatePart,
  what: string,
  told: string,
  [state, advice]: Verdict = ['good', null],
): StateRow {
  return { part, what: what.slice(0, 200), state, told: told.slice(0, 500), advice }
}
export type Verdict = readonly [RowState, string | null]

/** Well, unless `isAmiss`. */
export const amiss = (isAmiss: boolean, state: RowState, advice: string): Verdict =>
  isAmiss ? [state, advice] : ['good', null]

export const notKnown = (part: StatePart, what: string): StateRow =>
  row(part, what, 'База не ответила на этот вопрос', [
    'unknown',
    'Причина в журнале сервера: figures were not read',
  ])
