import type { Reasons } from '../provider.ts'

/** T-API says why in words and hardly by codes, so its words are quoted. */
export const reasons: Reasons = {
  bank_validation: {
    text: 'Банк не принял поручение',
    advice: 'Проверьте реквизиты получателя и исправьте способ выплаты',
    quotesBank: true,
  },
  bank_failed: {
    text: 'Банк не исполнил поручение',
    advice: 'Устраните причину, которую назвал банк, и повторите',
    quotesBank: true,
  },
}

/** Its states as people read them. */
export const stateWords = {
  QUEUED: 'в очереди',
  IN_PROGRESS: 'исполняется',
  EXECUTED: 'исполнена',
  FAILED: 'не исполнена',
  CANCELLED: 'отменена',
}
