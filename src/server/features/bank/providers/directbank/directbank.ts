import { bankProvider, type Payer, type Reasons } from '../provider.ts'
import { openDirectBank } from './client.ts'

// Nothing is written for it: only who writes documents must say who pays.
const NOBODY: Payer = { name: '', inn: '', kpp: null, bik: '', bankName: '' }

/** The standard says why in words, so its codes are few and the words are quoted. */
const reasons: Reasons = {
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

/**
 * 1С:ДиректБанк, the open standard of exchange that many banks serve (payments.md 4.6): payment orders out, states and statements
 * in. An order is signed in the bank's own application.
 */
export const directbank = bankProvider('directbank', {
  // The simulator serves the standard too; a demo has its address.
  addresses: ({ sandboxUrl }) =>
    sandboxUrl === undefined ? [] : [`${new URL(sandboxUrl).origin}/directbank`],
  ownAddress: true,
  payerAccount: true,
  fields: {
    login: { label: 'Логин', kind: 'text', hint: 'Вход в интернет-банк или отдельный для обмена' },
    password: { label: 'Пароль', kind: 'secret' },
    customer_id: {
      label: 'Идентификатор клиента',
      kind: 'text',
      hint: 'Банк указывает его в настройках обмена с 1С, поле CustomerID',
    },
  },
  payerKey: null,
  limits: {
    min_kop: 100,
    per_payment_kop: 10_000_000,
    per_day_kop: 30_000_000,
    per_month_kop: 300_000_000,
    payee_day_count: 10,
    payee_month_kop: 150_000_000,
  },
  // The standard names no age after which a bank would forget a pack; an order of an earlier day is not sent again.
  keyLifetimeHours: 24,
  // A bank may read a pack long after it has taken it: a question that overtakes the order is answered «not known».
  shownAfterSeconds: 300,
  reasons,
  open({ address, keys, account, payer, exchange }) {
    if (!exchange) throw new Error('DirectBank needs its exchange')
    return openDirectBank({
      address,
      login: keys.login,
      password: keys.password,
      customerId: keys.customer_id,
      account: account ?? '',
      payer: payer ?? NOBODY,
      exchange,
    })
  },
})
