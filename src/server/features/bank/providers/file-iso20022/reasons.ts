import type { Reasons } from '../provider.ts'

/** `ExternalStatusReason1Code` of ISO 20022 that banks give for orders; others are shown with the bank's own words. */
export const reasons: Reasons = {
  AC01: { text: 'Неверный счёт получателя', advice: 'Исправьте счёт', quotesBank: true },
  AC04: { text: 'Счёт получателя закрыт', advice: 'Исправьте счёт', quotesBank: true },
  AC06: { text: 'Счёт получателя заблокирован', advice: 'Исправьте счёт', quotesBank: true },
  RC01: { text: 'Неверный БИК', advice: 'Исправьте БИК в способе выплаты', quotesBank: true },
  AM04: {
    text: 'Недостаточно средств на счёте',
    advice: 'Пополните счёт и повторите',
    quotesBank: true,
  },
  BE01: {
    text: 'Получатель не совпал с владельцем счёта',
    advice: 'Проверьте, чей это счёт',
    quotesBank: true,
  },
  DT01: {
    text: 'Неверная дата поручения',
    advice: 'Повторите выплату сегодняшним днём',
    quotesBank: true,
  },
}
