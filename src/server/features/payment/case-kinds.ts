import { ownValue } from '#contract/core/own-value.ts'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'

/** Where a payment stands, as far as it decides what an open discrepancy does to it; `returned`: paid, and money of it came back. */
export type CaseState = 'saved' | 'registering' | 'runs' | 'over' | 'paid' | 'returned'

/** One kind of discrepancy: what people read, and what it does while it is open, by the state of its payment. */
interface CaseKindRow {
  readonly title: string
  readonly advice: string
  /** The bank may have paid what is due by our records: the acts of the payment are not paid by another one, and it is not sent. */
  readonly holds: readonly CaseState[]
  /** No later answer tells it from a mistake: two people decide with the bank's letter, where no line of a statement brought it. */
  readonly letter: readonly CaseState[]
  /** Its debit can pay the acts of the payment. */
  readonly pays: readonly CaseState[]
}

const DUE: readonly CaseState[] = ['saved', 'over', 'returned']
const NOT_SENT_OR_OVER: readonly CaseState[] = [...DUE, 'registering']
const BEYOND_LINES: readonly CaseState[] = ['runs', 'over', 'paid', 'returned']
const NOTHING = { holds: [], letter: [], pays: [] } as const
const OF_PAID = { ...NOTHING, letter: ['paid', 'returned'] } as const
const OF_RUNNING = { ...NOTHING, letter: ['runs'] } as const
const OF_ENDED = { ...NOTHING, holds: ['saved', 'over'], letter: ['over'] } as const
const UNBELIEVED = { ...NOTHING, holds: DUE, letter: BEYOND_LINES } as const
const DEBIT = {
  title: 'Банк списал деньги по выплате, которая у нас не исполнялась',
  advice:
    'Не создавайте новую выплату. Сверьте с банком, кто и когда отправил поручение: либо это списание оплачивает акты, либо деньги вернут.',
  holds: NOT_SENT_OR_OVER,
  letter: [],
  pays: [...NOT_SENT_OR_OVER, 'runs'],
} as const

/** Everything that can contradict (payments.md 3.6): one more kind is one row, and no part of the product asks for it by a list of its own. */
const KINDS = {
  amount_mismatch: {
    title: 'Банк назвал другую сумму выплаты',
    advice: 'Сверьте поручение с банком. Разницу банк возвращает или доплачивает отдельно.',
    holds: NOT_SENT_OR_OVER,
    letter: BEYOND_LINES,
    pays: [...DUE, 'runs'],
  },
  payee_mismatch: {
    title: 'Банк перевёл на другой счёт, чем в выплате',
    advice: 'Запросите у банка копию поручения и розыск перевода.',
    ...NOTHING,
    holds: NOT_SENT_OR_OVER,
  },
  duplicate_payout: {
    title: 'Под одним номером банк показал и вторую выплату',
    advice: 'Узнайте у банка, сколько денег ушло: выплата ждёт его письма.',
    ...UNBELIEVED,
  },
  contradicting_ends: {
    title: 'Банк назвал два разных итога одной выплаты',
    advice:
      'Акты заняты, пока двое не решат по выписке или письму банка, ушли ли деньги. Новую выплату не создавайте.',
    ...UNBELIEVED,
  },
  foreign_answer: {
    title: 'Банк ответил о другой выплате',
    advice: 'Этот ответ не учтён. Спросите банк об этом поручении и не платите повторно.',
    ...UNBELIEVED,
  },
  double_debit: {
    title: 'Выплата подтверждена другой строкой: возможно второе списание',
    advice: 'Потребуйте у банка возврат второго списания.',
    ...NOTHING,
    holds: ['returned'],
    pays: [...NOT_SENT_OR_OVER, 'runs'],
  },
  duplicate_reported: {
    title: 'Банк отклонил поручение как повторное',
    advice: 'Значит, первое у банка есть. Узнайте его судьбу: платить снова нельзя.',
    ...OF_ENDED,
  },
  reject_of_paid: {
    title: 'Банк сообщил об отказе по выплате, которая у нас оплачена',
    advice: 'Сверьте с банком, ушли ли деньги. Если они вернулись, возврат придёт в выписке.',
    ...OF_PAID,
  },
  accept_of_final: {
    title: 'Банк исполняет выплату, которая у нас отклонена или отменена',
    advice: 'Не создавайте новую выплату. Узнайте у банка судьбу этого поручения.',
    ...OF_ENDED,
  },
  answer_to_unsent: {
    title: 'Банк ответил по выплате, которой не было в файле',
    advice: 'Узнайте у банка, откуда у него это поручение.',
    ...NOTHING,
    holds: ['saved', 'registering', 'over'],
  },
  pending_of_paid: {
    title: 'Банк показывает исполняемой выплату, которая у нас оплачена',
    advice: 'Сверьте с банком, ушли ли деньги. Новую выплату не создавайте.',
    ...OF_PAID,
  },
  paid_not_found: {
    title: 'Банк не знает выплаты, которая у нас оплачена',
    advice: 'Запросите у банка подтверждение перевода. Новую выплату пока не создавайте.',
    ...OF_PAID,
  },
  foreign_payout: {
    title: 'Банк исполнил выплату, которой у нас нет',
    advice: 'Узнайте в кабинете банка, кто её отправил. Если не ваши люди, смените ключи.',
    ...NOTHING,
  },
  lost_payout: {
    title: 'У банка есть выплата с номером вида наших, а у нас её нет',
    advice:
      'Похоже на базу из копии: запись о выплате могла пропасть, и её акты кажутся неоплаченными. Найдите получателя в кабинете банка и не платите ему, пока не разберётесь.',
    ...NOTHING,
  },
  unasked_bank: {
    title: 'После восстановления из копии банк не сказал, что исполнил',
    advice:
      'Выплаты ждут. Когда банк ответит, это закроется само. Иначе сверьте в его кабинете выписку и поручения в работе за эти дни: акты, которые он оплатил, не платите снова. Затем двое закрывают.',
    ...NOTHING,
  },
  unknown_status: {
    title: 'Банк назвал неизвестное состояние выплаты',
    advice: 'Спросите банк, что оно значит. Выплата остаётся как была.',
    ...OF_RUNNING,
  },
  lost_by_bank: {
    title: 'Банк больше не знает выплаты, которую принимал',
    advice: 'Узнайте у банка, ушли ли деньги: выплата ждёт его письма. Не платите повторно.',
    ...OF_RUNNING,
  },
  other_agreement: {
    title: 'Выплата шла с другого счёта, а списана с этого',
    advice: 'Сверьте, с какого счёта её отправляли.',
    ...NOTHING,
    holds: NOT_SENT_OR_OVER,
    pays: [...DUE, 'runs'],
  },
  overpaid: {
    title: 'Банк выплатил больше, чем должны',
    advice:
      'Потребуйте лишнее назад. Когда оно вернётся, закройте словами: акты остаются оплачены.',
    ...NOTHING,
  },
  known_to_bank: {
    title: 'Банк уже знает выплату, которая у нас ещё не отправлена',
    advice: 'Похоже на базу из копии. Не отправляйте: примите то, что знает банк.',
    ...OF_ENDED,
    letter: ['saved', 'over'],
  },
  possible_return: {
    title: 'Поступление может быть возвратом выплаты',
    advice:
      'Выберите выплату, которая вернулась, или напишите, что это за деньги. Возврат выплаты, которой здесь нет, запишите в её карточке.',
    ...NOTHING,
  },
  return: {
    title: 'Похоже на возврат выплаты',
    advice: 'Подтвердите возврат, и акты снова станут к выплате, или напишите, что это было.',
    ...NOTHING,
  },
  debit_of_saved: DEBIT,
  debit_of_registering: DEBIT,
  debit_of_rejected: DEBIT,
  debit_of_cancelled: DEBIT,
  debit_of_paid: DEBIT,
} satisfies Readonly<Record<string, CaseKindRow>>

export type CaseKind = keyof typeof KINDS

const ROWS: Readonly<Record<CaseKind, CaseKindRow>> = KINDS

export function stateOf(status: PaymentStatus, returnedKop: number): CaseState {
  if (status === 'saved' || status === 'registering') return status
  if (status === 'paid') return returnedKop > 0 ? 'returned' : 'paid'
  return status === 'rejected' || status === 'cancelled' ? 'over' : 'runs'
}

/** Kinds beside states in which an open discrepancy does this, as SQL compares them. */
export const cellsOf = (effect: CaseEffect): string[] =>
  Object.entries(ROWS).flatMap(([kind, row]) => row[effect].map((state) => `${kind} ${state}`))

export type CaseEffect = 'holds' | 'letter' | 'pays'

/** Whether a debit by which a discrepancy of this kind was opened can pay the acts of its payment at all. */
export const mayPay = (kind: string): boolean => (ownValue(ROWS, kind)?.pays.length ?? 0) > 0

/** The words of a discrepancy; one that is not listed says so and is still shown. */
export const caseWords = (kind: string): Pick<CaseKindRow, 'title' | 'advice'> =>
  ownValue(ROWS, kind) ?? {
    title: 'Слова банка и наши записи не сходятся',
    advice: 'Сверьте выплату с банком.',
  }
