import type { Reasons } from '../provider.ts'

/** Why YooKassa did not carry a payout out (payments.md 11). */
export const reasons: Reasons = {
  insufficient_funds: {
    text: 'Недостаточно средств на балансе выплат',
    advice: 'Пополните баланс и повторите',
  },
  fraud_suspected: {
    text: 'Банк заподозрил мошенничество',
    advice: 'Не повторяйте; свяжитесь с банком',
  },
  one_time_limit_exceeded: {
    text: 'Превышен предел одной выплаты',
    advice: 'Разделите сумму или смените способ выплаты',
  },
  periodic_limit_exceeded: {
    text: 'Превышен предел получателя за период',
    advice: 'Повторите позже или смените способ выплаты',
  },
  rejected_by_payee: {
    text: 'Получатель или его банк отказался',
    advice: 'Уточните у получателя',
  },
  general_decline: {
    text: 'Отклонено без объяснения причины',
    advice: 'Смените способ выплаты',
  },
  issuer_unavailable: { text: 'Банк получателя недоступен', advice: 'Повторите через час' },
  recipient_not_found: {
    text: 'Получатель не найден по телефону или счёту',
    advice: 'Проверьте реквизиты и банк получателя',
  },
  recipient_check_failed: {
    text: 'ФИО получателя не совпало',
    advice: 'Проверьте, кому принадлежит счёт',
  },
  identification_required: {
    text: 'Получателю нужна идентификация',
    advice: 'Получатель должен пройти её в своём банке',
  },
  invalid_request: {
    text: 'Банк не принял реквизиты',
    advice: 'Исправьте способ выплаты',
    quotesBank: true,
  },
  token_invalid: {
    text: 'Карта больше не действует у банка',
    advice: 'Введите карту заново',
  },
}

/** Its states as people read them. */
export const stateWords = {
  pending: 'исполняется',
  succeeded: 'успешно',
  canceled: 'отклонена',
}
