import { lateEnds, type DialectOffer } from '../page/offer.ts'

/** `ExternalStatusReason1Code` of ISO 20022 that banks give for orders. */
export const fileReasons: Readonly<Record<string, string>> = {
  AC01: 'Неверный счёт получателя',
  AC04: 'Счёт получателя закрыт',
  AC06: 'Счёт получателя заблокирован',
  RC01: 'Неверный БИК',
  AM04: 'Не хватает денег на счёте',
  BE01: 'Получатель не владелец счёта',
  DT01: 'Неверная дата поручения',
  RR04: 'Приостановлено проверкой банка',
}

export const fileOffer: DialectOffer = {
  code: 'file',
  title: 'Файлы',
  hint: 'Поручения 1С и ISO 20022, выписки и ответы банка',
  faults: [
    ...lateEnds,
    { fault: 'unknown_status', title: 'Ответ: неизвестное состояние' },
    { fault: 'duplicate_reported', title: 'Ответ: «дубль» (AM05)' },
    { fault: 'status_flap', title: 'Ответ: исполненное «в пути»' },
    { fault: 'wrong_amount', title: 'Ответ: другая сумма' },
    { fault: 'group_refused', title: 'Ответ: отказ всему файлу' },
    { fault: 'cut_statement', title: 'Выписка обрезана' },
    { fault: 'wrong_balance', title: 'Остатки выписки не сходятся' },
    { fault: 'duplicate_line', title: 'Списание в выписке дважды' },
    { fault: 'wrong_line', title: 'В выписке другая сумма' },
  ],
  answers: [
    { fault: 'unknown_status', title: 'Неизвестное состояние' },
    { fault: 'duplicate_reported', title: '«Дубль» (AM05)' },
    { fault: 'status_flap', title: 'Исполненное «в пути»' },
    { fault: 'wrong_amount', title: 'Другая сумма' },
  ],
  reasons: fileReasons,
}
