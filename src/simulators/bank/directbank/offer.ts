import { closedAccess, lateEnds, lostAnswers, type DialectOffer } from '../page/offer.ts'
import { orderReasons } from './tell-state.ts'

export const directbankOffer: DialectOffer = {
  code: 'directbank',
  title: 'DirectBank',
  hint: 'Обмен 1С:DirectBank: сеансы, пакеты, извещения',
  faults: [
    ...lostAnswers,
    ...closedAccess,
    { fault: '4xx_on_repeat', title: 'Отказ на повтор (2001)' },
    { fault: 'duplicate_pack', title: '«Дубль контейнера» (2002)' },
    { fault: 'session_over', title: 'Сеанс кончился (1006)' },
    { fault: 'refused_login', title: 'Неверный пароль (1201)' },
    { fault: 'locked_login', title: 'Вход заблокирован (1203)' },
    { fault: 'entity_bomb', title: 'Растущие сущности в XML' },
    ...lateEnds,
  ],
  answers: [
    { fault: '500_before', title: 'Ошибка 500' },
    { fault: 'timeout_after_accept', title: 'Ответ теряется' },
    { fault: 'garbage_json', title: 'Битый ответ' },
    { fault: 'session_over', title: 'Сеанс кончился' },
  ],
  reasons: orderReasons,
}
