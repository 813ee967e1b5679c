import type { CallInput } from '#contract/core/call.ts'
import type { paymentOrder as calls } from '#contract/payment/order.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { onOneConnection, type Db } from '../../../db/handle.ts'
import type { AccountPayee } from '../../../db/json-columns.ts'
import { ruDay } from '../../../documents/figures.ts'
import { paymentOrder, type PaymentOrderFacts } from '../../../documents/kinds/payment-order.ts'
import { pdfAnswer } from '../../../documents/pdf/pdf-answer.ts'
import { orderOnPaper } from '../registry/compose-orders.ts'
import {
  lastBankWord,
  printedPayment,
  type BankWord,
  type PrintedPayment,
} from './order-facts-queries.ts'

/** payment/getOrder: form 0401060 of a payment to an account, as it is at this moment. */
export async function getOrder(
  db: Db,
  { query }: CallInput<typeof calls.getOrder>,
): Promise<Answer<typeof calls.getOrder>> {
  const facts = await orderFacts(db, query.id)
  return { title: titleOf(facts), html: paymentOrder.page(facts) }
}

/** payment/getOrderPdf: the same as PDF/A. */
export async function getOrderPdf(
  db: Db,
  { query }: CallInput<typeof calls.getOrderPdf>,
): Promise<RawAnswer> {
  const facts = await onOneConnection(orderFacts)(db, query.id)
  return pdfAnswer(db, {
    title: titleOf(facts),
    body: paymentOrder.body(facts),
    copies: query.copies,
  })
}

function titleOf({ number, date }: PaymentOrderFacts): string {
  if (number === null) return `${paymentOrder.title}, черновик`
  return `${paymentOrder.title} № ${number} от ${ruDay(date)}`
}

async function orderFacts(db: Db, id: string): Promise<PaymentOrderFacts> {
  const row = (await printedPayment(db, id)) ?? refuse('common.not-found')
  if (row.method_kind !== 'account') refuse('payment.no-order')
  const [{ payer, order }, word] = await Promise.all([
    orderOnPaper(db, row.bank_config_id, id),
    lastBankWord(db, id),
  ])
  const { amountKop, purpose, incomeCode } = order
  const payee = { ...order.payee, ...(row.payee && frozenPayee(row.payee)) }
  return {
    number: row.document_number,
    date: row.document_date,
    amount_kop: amountKop,
    payer,
    payee,
    purpose,
    income_code: incomeCode,
    debited_on: row.debited_on,
    bank_marks: [
      word && isStanding(word, row) && wordOf(word, row.reason_text),
      row.debited_on !== null && debitOf(row.debited_on, row.debit_number),
    ].filter((mark) => typeof mark === 'string'),
    watermark:
      row.status === 'cancelled'
        ? 'АННУЛИРОВАН'
        : row.document_number === null
          ? 'ЧЕРНОВИК'
          : undefined,
  }
}

/** The order that was sent keeps its words when the card of the supplier changes. */
function frozenPayee({ name, inn, kpp, bank_name, corr_account }: AccountPayee) {
  const known = (number: string) => (number === '0' ? null : number || null)
  return {
    name,
    inn: known(inn),
    kpp: known(kpp),
    bankName: bank_name,
    corrAccount: corr_account || null,
  }
}

const STEPS: Readonly<Record<string, string>> = {
  registered: 'Принято',
  processing: 'Исполняется',
  paid: 'Исполнено',
  rejected: 'Отклонено',
  cancelled: 'Отменено банком',
}

/** A step that a person recorded after it has overtaken the bank's word: an order that was refused is no more in work. */
const isStanding = (word: BankWord, { status }: PrintedPayment) =>
  status !== 'rejected' || word.to_status === 'rejected'

/** What the bank answered, with its own word of state; a statement is named beside the day that it tells. */
function wordOf({ to_status, source, bank_status, day }: BankWord, reason: string | null) {
  const step = STEPS[to_status]
  if (step === undefined || source === 'statement') return undefined
  const own = bank_status === null ? '' : ` (${bank_status})`
  const why = to_status === 'rejected' && reason !== null ? `: ${reason}` : ''
  return `${step} ${ruDay(day)}${own}${why}`
}

function debitOf(day: string, number: string | null): string {
  return `По выписке списано ${ruDay(day)}${number === null ? '' : `, документ № ${number}`}`
}
