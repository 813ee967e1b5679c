import { ALARM_USV_H_MILLI } from '#contract/act/act-fields.ts'
import { askedFields } from '#contract/act/position-fields.ts'
import { formatPercent } from '#contract/core/input-text.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { DocumentFacts, PositionFacts } from './act-facts.ts'

const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
]

/** `2026-11-21` → «21» ноября 2026 г., with blanks to fill in where there is no day yet. */
export function longDay(day: string | null): string {
  if (day === null) return '«___» ______________ 20___ г.'
  const [year, month, date] = day.split('-')
  return `«${date}» ${MONTHS[Number(month) - 1]} ${year} г.`
}

/** An identity document in one line, whole. */
export function documentLine(doc: DocumentFacts): string {
  const number = [doc.series && `серия ${doc.series}`, `№ ${doc.number}`].filter(Boolean).join(' ')
  const code = doc.dept_code ? `, код подразделения ${doc.dept_code}` : ''
  return `${doc.title}, ${number}, выдан ${russianDay(doc.issued_at)}, ${doc.issued_by}${code}`
}

/** «Кузнецов Андрей Сергеевич» → «Кузнецов А. С.» for the lines of signatures. */
export function initials(name: string): string {
  const [last = '', ...rest] = name.split(/\s+/)
  return [last, ...rest.slice(0, 2).map((word) => `${word.charAt(0)}.`)].join('\u00a0')
}

/** What a position says in words: its description, then the asked fields that were typed, as «влажность 12,5 %». */
export function positionDescription(position: PositionFacts): string {
  const typed = askedFields.flatMap(({ name, label }) => {
    const value = position[name]
    if (value === null) return []
    return `${label.toLowerCase()} ${formatPercent(value)}\u00a0%`
  })
  return [position.description, ...typed].filter(Boolean).join(', ')
}

/** A weight of a divided load with its mark; a share that no scale has shown has the mark alone. */
export function markDivided(weight: string, isDivided: boolean): string {
  return isDivided ? `${weight}\u00a0*`.trim() : weight
}

/** Thousandths of a microsievert an hour → «0,12». */
export function microsieverts(milli: number): string {
  const whole = Math.trunc(milli / 1000)
  const part = String(milli % 1000).padStart(3, '0')
  return `${whole},${part.endsWith('0') ? part.slice(0, 2) : part}`
}

/** What a reading says beside its background. No act above the limit is issued; its draft may say one. */
export function readingWords(reading: number, background: number): string {
  const above = reading - background
  const found = above > ALARM_USV_H_MILLI ? 'ВЫШЕ НОРМЫ' : 'в норме, загрязнения не обнаружено'
  const beside =
    above > 0 ? `, выше фона на ${microsieverts(above)} мкЗв/ч` : ' мкЗв/ч, показание не выше фона'
  return `${found}: фон ${microsieverts(background)}${beside}`
}
