import { closedAccess, lateEnds, lostAnswers, type DialectOffer } from '../page/offer.ts'
import { transferReasons } from './tbank.ts'

export const tbankOffer: DialectOffer = {
  code: 'tbank',
  title: 'T-API',
  hint: 'Платёжные поручения на счета',
  faults: [
    ...lostAnswers,
    { fault: 'slow', title: 'Отвечает медленно', ofLine: true },
    ...closedAccess,
    { fault: '4xx_on_repeat', title: 'Отказ на повтор (422)' },
    ...lateEnds,
    { fault: 'foreign_answer', title: 'Отвечает о чужом платеже' },
    { fault: 'unknown_status', title: 'Неизвестное состояние' },
    { fault: 'status_flap', title: 'Итог снова «в пути»' },
    { fault: 'cancelled', title: 'Состояние «отменён»' },
  ],
  answers: [
    { fault: 'unknown_status', title: 'Неизвестное состояние' },
    { fault: 'status_flap', title: 'Снова «в пути»' },
    { fault: 'cancelled', title: '«Отменён»' },
    { fault: 'search_lag', title: '«Платёж не найден»' },
    { fault: '500_before', title: 'Ошибка 500' },
    { fault: 'garbage_json', title: 'Битый ответ' },
  ],
  reasons: transferReasons,
}
