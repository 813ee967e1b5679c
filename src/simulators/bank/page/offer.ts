import type { FaultName } from '../faults.ts'
import type { DialectCode } from '../payout.ts'

/**
 * A fault as the page offers it; `lasting` is one that has no count, because it holds until it is ended,
 * and `ofLine` one that any call may meet.
 */
export type FaultOffer = { fault: FaultName; title: string; lasting?: true; ofLine?: true }

/** What one dialect can be made to do: the page draws this and knows no dialect itself. */
export type DialectOffer = {
  code: DialectCode
  title: string
  hint: string
  faults: readonly FaultOffer[]
  /** Faults of the answers about one payment. */
  answers: readonly FaultOffer[]
  /** The reasons of a refusal, in the words or codes of the dialect. */
  reasons: Readonly<Record<string, string>>
}

/** Faults that any dialect over HTTP has, each in one place. */
export const lostAnswers: readonly FaultOffer[] = [
  { fault: 'timeout_before', title: 'Молчит и не исполняет', ofLine: true },
  { fault: 'timeout_after_accept', title: 'Исполняет, а ответ теряется', ofLine: true },
  { fault: 'reset_after_accept', title: 'Исполняет и рвёт соединение', ofLine: true },
  { fault: '500_before', title: 'Ошибка 500, ничего не сделано', ofLine: true },
  { fault: '500_after_accept', title: 'Ошибка 500, но всё сделано', ofLine: true },
  { fault: '429', title: 'Слишком часто (429)', ofLine: true },
  { fault: 'garbage_json', title: 'Битый ответ', ofLine: true },
  { fault: '200_empty', title: 'Пустой ответ 200', ofLine: true },
]
export const closedAccess: readonly FaultOffer[] = [
  { fault: '401_from_now', title: 'Ключи не подходят (401)', lasting: true },
  { fault: '403_from_now', title: 'Доступ закрыт (403)', lasting: true },
]
export const lateEnds: readonly FaultOffer[] = [
  { fault: 'late_decision', title: 'Решение приходит нескоро' },
  { fault: 'late_reject', title: 'Отказ после исполнения' },
  { fault: 'late_return', title: 'Деньги возвращаются позже' },
]
