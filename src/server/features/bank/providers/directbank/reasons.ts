import type { Reasons } from '../provider.ts'

/** The standard says why in words, so its codes are few and the words are quoted. */
export const reasons: Reasons = {
  bank_validation: {
    text: 'Банк не принял поручение',
    advice: 'Проверьте реквизиты получателя и исправьте способ выплаты',
    quotesBank: true,
  },
  signature_needed: {
    text: 'Банк требует электронную подпись под поручением',
    advice: 'Попросите банк включить подтверждение в личном кабинете или по СМС',
    quotesBank: true,
  },
  bank_failed: {
    text: 'Банк отклонил поручение',
    advice: 'Устраните причину, которую назвал банк, и повторите',
    quotesBank: true,
  },
}
