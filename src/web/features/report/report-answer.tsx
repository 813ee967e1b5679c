import { ownerQuestions } from '#contract/report/owner-questions.ts'
import type {
  CellKind,
  ReportCell,
  ReportDescription,
  ReportPreview,
} from '#contract/report/report-entities.ts'
import { day } from '#web/ui/format.ts'
import { cellText, unitsOf } from './report-cells.ts'
import styles from './report-order.module.css'

type Values = Readonly<Record<string, string>>

/** The question that a report answers in these parameters, in the owner's own words; of another report its title. */
export function titleOfAnswer(kind: ReportDescription, values: Values): string {
  const question = ownerQuestions.find(
    ({ type, params = {} }) =>
      type === kind.type && Object.entries(params).every(([name, value]) => values[name] === value),
  )
  return question?.title ?? kind.title
}

/** Whether an owner asks by this report: it opens as its answer, with the form folded. */
export const isAnswer = (type: string): boolean =>
  ownerQuestions.some((question) => question.type === type)

/** «01.11.2026 — 30.11.2026», «на 30.11.2026», «за 2026 год». */
export function periodOfAnswer({ date_from, date_to, date, year }: Values): string {
  if (date_from && date_to) return `${day(date_from)} — ${day(date_to)}`
  if (date) return `на ${day(date)}`
  return year ? `за ${year} год` : 'за всё время'
}

const PERIOD = new Set(['date_from', 'date_to', 'date', 'year'])

/** What narrows the answer besides its period: «Поставщик: выбран; Отметка: Ручной ввод». */
export function narrowingOfAnswer({ params }: ReportDescription, values: Values): string {
  const parts = params.flatMap(({ name, title, usual, options }) => {
    const value = values[name]
    if (!value || value === usual || PERIOD.has(name)) return []
    const chosen = options?.find((option) => option.value === value)?.label
    return [`${title}: ${chosen ?? (value.length === 36 ? 'выбран' : value)}`]
  })
  return parts.join('; ')
}

const FIGURES = 3
/** Money before weight before numbers; a share of a sum is no figure. */
const RANK: Partial<Record<CellKind, number>> = { money: 0, weight: 1, integer: 2 }

interface AnswerFiguresProps {
  columns: ReportDescription['columns']
  preview: ReportPreview
}

/** The first sums of the last line. */
export function AnswerFigures({ columns, preview }: AnswerFiguresProps) {
  const { totals } = preview
  if (!totals) return null
  const units = unitsOf(columns, [totals])
  const isFigure = (value: ReportCell | undefined) => typeof value === 'number' && value !== 0
  const figures = columns
    // What is paid for stands before what was weighed.
    .map((column, place) => ({
      ...column,
      place,
      rank: column.id === 'net' ? 0.5 : RANK[column.kind],
    }))
    .filter(({ rank, place }) => rank !== undefined && isFigure(totals[place]))
    .toSorted((a, b) => a.rank! - b.rank!)
    .slice(0, FIGURES)
  if (figures.length === 0) return null
  return (
    <dl className={styles['figures']}>
      {figures.map(({ id, title, place }) => (
        <div key={id}>
          <dt>{title}</dt>
          <dd>{cellText(units[place]!, totals[place] ?? null)}</dd>
        </div>
      ))}
    </dl>
  )
}
