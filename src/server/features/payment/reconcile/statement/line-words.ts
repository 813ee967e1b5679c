import { ownValue } from '#contract/core/own-value.ts'
import type { LineDecision, StatementLine } from '#contract/payment/statement.ts'
import { quote } from '#contract/words/quote.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { SettlingLine } from './statement-list-queries.ts'
import { POSSIBLE_RETURN } from './classify-line.ts'

/** Why a line stands as it does, by the rule that put it there. */
const WORDS: Readonly<Record<string, string>> = {
  marker: 'Метка в назначении или номер выплаты у банка, сумма и счёт получателя совпали',
  number: 'Номер и дата поручения, сумма, счёт и БИК получателя совпали',
  amount: 'Совпали сумма и счёт получателя',
  chosen: 'Выплату выбрал человек: сумма и счёт получателя совпали',
  debit_pays: 'Двое подтвердили, что это списание оплатило акты',
  no_money: 'Сумма равна нулю: денег по этой записи не прошло',
  commission: 'Комиссия банка: к выплатам не относится',
  credit: 'Поступление: к выплатам не относится',
  no_payment: 'Подходящей выплаты этих дней нет',
  several_payments: 'Подходит несколько выплат или строк: по сумме и счёту их не различить',
  displaced: 'Выплату, которая была за этой строкой, назвала другая, с её меткой или номером',
  denied: 'Человек ответил, что это не предложенная выплата',
  several_markers: 'В назначении несколько меток выплат',
  unknown_marker: 'Выплаты с такой меткой в компании нет',
  amount_mismatch: 'Банк списал другую сумму, чем в выплате',
  payee_mismatch: 'Банк перевёл на другой счёт, чем в выплате',
  other_agreement: 'Выплата шла с другого счёта, а списана с этого',
  double_debit: 'Эта выплата уже подтверждена другой строкой: возможно второе списание',
  possible_return: 'Возможно, это возврат выплаты: решите во вкладке «Расхождения»',
  not_return: 'Человек ответил, что это не возврат выплаты',
  return: 'Похоже на возврат выплаты: решите во вкладке «Расхождения»',
  debit_of_saved: 'Банк списал выплату, которую ещё не отправляли',
  debit_of_registering: 'Банк списал выплату, файл которой ещё не скачивали',
  debit_of_rejected: 'Банк списал выплату, которая считалась отклонённой',
  debit_of_cancelled: 'Банк списал выплату, которая была отменена',
}

/** A line as it is stored, with what has become of its payment since. */
interface LineState {
  readonly rule: string | null
  readonly status: string
  readonly direction: StatementLine['direction']
  readonly settledBy: SettlingLine | null
  readonly payment: StatementLine['payment']
  readonly isDoubted: boolean
}

export function lineWords({ rule, status, settledBy, payment, isDoubted }: LineState): string {
  const words = ownValue(WORDS, rule ?? '')
  if (rule === POSSIBLE_RETURN) return words!
  if (status === 'waiting')
    return payment?.status === 'registering'
      ? 'Выплата ещё отправляется: строка ждёт её итога'
      : 'Строка ждала отправки выплаты. Теперь её можно подтвердить'
  if (status === 'suggested' && settledBy?.by_sum && rule !== 'amount')
    return `${words ?? ''}. ${settledWords(settledBy)} по одной сумме: подтвердите, и она освободится`
  if (status === 'suggested' && settledBy)
    return rule === 'amount'
      ? `${settledWords(settledBy)}. Эта строка о другой выплате или о втором списании`
      : `${words ?? ''}. Но ${lowerFirst(settledWords(settledBy))}: возможно второе списание`
  if (status === 'suggested' && rule !== 'amount')
    return `${words ?? ''}. ${isDoubted ? 'Есть сомнения' : 'Остатками выписка не доказана'}, поэтому подтвердите сами`
  if (status === 'suggested') return `${words!}. Подтвердите, если это она`
  return words ?? 'Не сопоставлена'
}

/** Which line has settled the payment, in a sentence without its full stop. */
export function settledWords({ booked_on, doc_number, file_name }: SettlingLine): string {
  const number = doc_number === null ? '' : ` № ${doc_number}`
  const file = file_name === null ? '' : ` (${quote(file_name.slice(-MOST_OF_NAME))})`
  return `Эту выплату уже подтвердила строка${number} от ${russianDay(booked_on)}${file}`
}

const MOST_OF_NAME = 100

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Rules that leave it to a person which payment a line is. */
const UNDECIDED = ['several_payments', 'several_markers', 'no_payment', 'displaced', 'denied']

/** Whether a person may say which payment a line is. */
export const isUndecided = ({
  rule,
  status,
  direction,
  settledBy,
}: Omit<LineState, 'payment' | 'isDoubted'>) =>
  direction === 'debit' &&
  ((status === 'none' && UNDECIDED.includes(rule ?? '')) ||
    (status === 'suggested' && rule === 'amount' && settledBy !== null))

export function lineDecision(line: LineState): LineDecision | null {
  if (isUndecided(line)) return 'choose'
  if (line.payment === null) return null
  if (line.status === 'waiting') return line.payment.status === 'registering' ? null : 'confirm'
  if (line.status !== 'suggested') return null
  const isTaken = line.settledBy !== null && (line.rule === 'amount' || !line.settledBy.by_sum)
  return isTaken ? 'report' : 'confirm'
}

/** Whether a person may say that a line is not the payment suggested for it: only what the sum suggested is a guess. */
export const mayDeny = ({ rule, status, settledBy }: LineState): boolean =>
  status === 'suggested' && rule === 'amount' && settledBy === null
