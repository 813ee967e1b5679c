import type { OrderParty, PaymentOrder } from '#server/features/bank/providers/file-provider.ts'

export const payer: OrderParty = {
  name: 'ООО "Вторсырьё"',
  inn: '7707083893',
  kpp: '773601001',
  account: '40702810200000000001',
  bik: '044525225',
  bankName: 'ПАО СБЕРБАНК',
  bankPlace: 'г. Москва',
  corrAccount: '30101810400000000225',
}
export const payee: OrderParty = {
  name: 'Иванов Иван Иванович',
  inn: '500100732259',
  kpp: null,
  account: '40817810900000000017',
  bik: '044525974',
  bankName: 'АО "ТБанк"',
  bankPlace: 'г. Москва',
  corrAccount: '30101810145250000974',
}
export const order: PaymentOrder = {
  id: '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d80',
  number: 17,
  date: '2026-10-05',
  amountKop: 1_234_567,
  payee,
  purpose: 'Оплата по акту №А-42 от 05.10.2026 за лом. НДС не облагается. [П:01J9Z3]',
  incomeCode: null,
}
