import type { CallInput } from '#contract/core/call.ts'
import type { LineCandidate, paymentStatement } from '#contract/payment/statement.ts'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../../../db/handle.ts'
import { candidatesOf, type CandidateRow } from './candidate-queries.ts'

/** payment/getLineCandidates: what a person chooses from; a line of which nothing is known has none. */
export async function listCandidates(
  db: Db,
  { query }: CallInput<typeof paymentStatement.getLineCandidates>,
): Promise<Answer<typeof paymentStatement.getLineCandidates>> {
  const ids = [...new Set(query.ids)]
  const found = Map.groupBy(await candidatesOf(db, ids), (row) => row.line_id)
  return ids.map((line_id) => ({ line_id, payments: (found.get(line_id) ?? []).map(presentOne) }))
}

function presentOne(row: CandidateRow): LineCandidate {
  const { line_id: _, line_number, line_day, is_named, ...payment } = row
  const reasons = fitReasons({
    lineNumber: line_number,
    lineDay: line_day,
    number: row.document_number,
    day: row.day,
    status: row.status,
    isNamed: is_named,
  })
  return { ...payment, reasons }
}

/** A line and a payment of the same sum, to the same account, from the same account of ours. */
interface FitFacts {
  readonly lineNumber: string | null
  readonly lineDay: string
  readonly number: number | null
  readonly day: string
  readonly status: PaymentStatus
  readonly isNamed: boolean
}

const DAY_MS = 86_400_000

/** Why a payment fits a line and what differs, for a person who chooses between several. */
function fitReasons(facts: FitFacts): string[] {
  return [
    'сумма и счёт получателя те же',
    ...(facts.isNamed ? ['её метка стоит в назначении'] : []),
    numberWords(facts),
    dayWords(facts),
    ...(facts.status === 'paid' ? ['уже оплачена по ответу банка: строка подтвердит её'] : []),
  ]
}

function numberWords({ lineNumber, number }: FitFacts): string {
  if (number === null) return 'номера поручения у выплаты нет'
  if (lineNumber === null) return 'номера поручения в строке нет'
  return lineNumber.replace(/^0+/, '') === String(number)
    ? 'номер поручения тот же'
    : `номер поручения другой: в строке ${lineNumber}, в выплате ${number}`
}

function dayWords({ lineDay, day }: FitFacts): string {
  const days = Math.round((Date.parse(lineDay) - Date.parse(day)) / DAY_MS)
  if (days === 0) return 'день тот же'
  return `день отличается на ${Math.abs(days)} дн.: в выплате ${russianDay(day)}`
}
