import { bankProvider } from '../provider.ts'
import { openTransfers } from './transfers.ts'
import { reasons, stateWords } from './reasons.ts'

const ADDRESS = 'https://secured-openapi.tbank.ru'
// Statements are answered by another host, which asks for no certificate.
const STATEMENTS = 'https://business.tbank.ru/openapi'

/** Payment orders of T-API from an account at this bank to an account at any bank (payments.md 4.2). */
export const tbank = bankProvider('tbank', {
  // The simulator speaks this dialect too; a demo has its address.
  addresses: ({ sandboxUrl }) => [
    ADDRESS,
    ...(sandboxUrl === undefined ? [] : [new URL(sandboxUrl).origin]),
  ],
  bik: '044525974',
  payerAccount: true,
  fields: {
    token: { label: 'Токен', kind: 'secret', hint: 'Банк показывает его один раз' },
    client_certificate: {
      label: 'Сертификат клиента',
      kind: 'file',
      hint: 'Файл PEM: от «BEGIN CERTIFICATE» до «END CERTIFICATE»',
    },
    client_key: { label: 'Закрытый ключ сертификата', kind: 'file', hint: 'Файл PEM без пароля' },
  },
  payerKey: null,
  limits: {
    min_kop: 100,
    per_payment_kop: 10_000_000,
    per_day_kop: 10_000_000,
    per_month_kop: 100_000_000,
    payee_day_count: 3,
    payee_month_kop: 100_000_000,
  },
  // One payment for an id, and no age is named after which the bank would forget it.
  keyLifetimeHours: Infinity,
  shownAfterSeconds: 120,
  // It has no list of payouts; twenty questions a second are allowed, and these go one after another.
  comparedAtOnce: 100,
  reasons,
  stateWords,
  open: ({ address, keys, account }) =>
    openTransfers({
      address,
      statements: address === ADDRESS ? STATEMENTS : `${address}/openapi`,
      token: keys.token,
      certificate: { cert: keys.client_certificate, key: keys.client_key },
      account: account ?? '',
    }),
})
