import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import { russianDay } from '../line-facts.ts'

/** A line and a payment of the same sum, to the same account, from the same account of ours. */
export interface FitFacts {
  readonly lineNumber: string | null
  readonly lineDay: string
  readonly number: number | null
  readonly day: string
  readonly status: PaymentStatus
  readonly isNamed: boolean
}

const DAY_MS = 86_400_000

/** Why a payment fits a line and what differs, for a person who chooses between several. */
export function fitReasons(facts: FitFacts): string[] {
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
