import { ownValue } from '#contract/core/own-value.ts'
interface CaseWords {
  readonly title: string
  readonly advice: string
}

/** What contradicts, and what a person does about it, by the kind of the discrepancy. */
const WORDS: Readonly<Record<string, CaseWords>> = {
  amount_mismatch: {
    title: 'Банк назвал другую сумму выплаты',
    advice: 'Сверьте поручение с банком. Разницу банк возвращает или доплачивает отдельно.',
  },
  payee_mismatch: {
    title: 'Банк перевёл на другой счёт, чем в выплате',
    advice: 'Запросите у банка копию поручения и розыск перевода.',
  },
  duplicate_payout: {
    title: 'Под одним номером банк показал и вторую выплату',
    advice: 'Узнайте у банка, сколько денег ушло: выплата ждёт его письма.',
  },
  contradicting_ends: {
    title: 'Банк назвал два разных итога одной выплаты',
    advice:
      'Акты заняты, пока двое не решат по выписке или письму банка, ушли ли деньги. Новую выплату не создавайте.',
  },
  foreign_answer: {
    title: 'Банк ответил о другой выплате',
    advice: 'Этот ответ не учтён. Спросите банк об этом поручении и не платите повторно.',
  },
  double_debit: {
    title: 'Выплата подтверждена другой строкой: возможно второе списание',
    advice: 'Потребуйте у банка возврат второго списания.',
  },
  duplicate_reported: {
    title: 'Банк отклонил поручение как повторное',
    advice: 'Значит, первое у банка есть. Узнайте его судьбу: платить снова нельзя.',
  },
  reject_of_paid: {
    title: 'Банк сообщил об отказе по выплате, которая у нас оплачена',
    advice: 'Сверьте с банком, ушли ли деньги. Если они вернулись, возврат придёт в выписке.',
  },
  accept_of_final: {
    title: 'Банк исполняет выплату, которая у нас отклонена или отменена',
    advice: 'Не создавайте новую выплату. Узнайте у банка судьбу этого поручения.',
  },
  answer_to_unsent: {
    title: 'Банк ответил по выплате, которой не было в файле',
    advice: 'Узнайте у банка, откуда у него это поручение.',
  },
  pending_of_paid: {
    title: 'Банк показывает исполняемой выплату, которая у нас оплачена',
    advice: 'Сверьте с банком, ушли ли деньги. Новую выплату не создавайте.',
  },
  paid_not_found: {
    title: 'Банк не знает выплаты, которая у нас оплачена',
    advice: 'Запросите у банка подтверждение перевода. Новую выплату пока не создавайте.',
  },
  foreign_payout: {
    title: 'Банк исполнил выплату, которой у нас нет',
    advice: 'Узнайте в кабинете банка, кто её отправил. Если не ваши люди, смените ключи.',
  },
  lost_payout: {
    title: 'Банк исполнил выплату с номером вида наших, а у нас её нет',
    advice:
      'Похоже на базу из копии: запись о выплате могла пропасть, и её акты кажутся неоплаченными. Найдите получателя в кабинете банка и не платите ему, пока не разберётесь.',
  },
  unknown_status: {
    title: 'Банк назвал неизвестное состояние выплаты',
    advice: 'Спросите банк, что оно значит. Выплата остаётся как была.',
  },
  lost_by_bank: {
    title: 'Банк больше не знает выплаты, которую принимал',
    advice: 'Узнайте у банка, ушли ли деньги: выплата ждёт его письма. Не платите повторно.',
  },
  other_agreement: {
    title: 'Выплата шла через другую настройку банка, а списана с этого счёта',
    advice: 'Сверьте, с какого счёта её отправляли.',
  },
  overpaid: {
    title: 'Банк выплатил больше, чем должны',
    advice:
      'Потребуйте лишнее назад. Когда оно вернётся, закройте словами: акты остаются оплачены.',
  },
  known_to_bank: {
    title: 'Банк уже знает выплату, которая у нас ещё не отправлена',
    advice: 'Похоже на базу из копии. Не отправляйте: примите то, что знает банк.',
  },
  possible_return: {
    title: 'Поступление может быть возвратом выплаты',
    advice:
      'Выберите выплату, которая вернулась, или напишите, что это за деньги. Возврат выплаты, которой здесь нет, запишите в её карточке.',
  },
  return: {
    title: 'Похоже на возврат выплаты',
    advice: 'Подтвердите возврат, и акты снова станут к выплате, или напишите, что это было.',
  },
}

/** Kinds by which the bank may have paid what ours says it did not: as of a pattern of SQL. */
export const MAY_BE_PAID =
  '^(debit_of_.*|accept_of_final|duplicate_reported|contradicting_ends|foreign_answer|amount_mismatch|duplicate_payout|known_to_bank|answer_to_unsent)$'

/** Kinds by which a line debits a payment that we hold for not sent or over: as of a pattern of SQL. */
export const DEBITS = '^debit_of_'
const UNEXPECTED = new RegExp(DEBITS)

/** The words of a discrepancy; one that is not listed says so and is still shown. */
export function caseWords(kind: string): CaseWords {
  const words = ownValue(WORDS, kind)
  if (words) return words
  if (UNEXPECTED.test(kind))
    return {
      title: 'Банк списал деньги по выплате, которая у нас не исполнялась',
      advice:
        'Не создавайте новую выплату. Сверьте с банком, кто и когда отправил поручение: либо это списание оплачивает акты, либо деньги вернут.',
    }
  return {
    title: 'Слова банка и наши записи не сходятся',
    advice: 'Сверьте выплату с банком.',
  }
}
