import { ownValue } from '#contract/core/own-value.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { paymentOrder as calls } from '#contract/payment/order.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import type { Db } from '../../../../db/handle.ts'
import type { AccountPayee } from '../../../../db/json-columns.ts'
import { paymentOrder, type PaymentOrderFacts } from '../../../../documents/kinds/payment-order.ts'
import { readIssuedPdf } from '../../../../documents/issued/issued-pdf.ts'
import { pdfAnswer, pdfFile } from '../../../../documents/pdf/pdf-answer.ts'
import {
  describeOrders,
  freezeOrderLate,
  readFrozenOrder,
  type FrozenOrder,
} from '../../send/registry/frozen-order.ts'
import {
  lastBankWord,
  printedPayment,
  type BankWord,
  type PrintedPayment,
} from './print-queries.ts'

/** payment/getOrder: form 0401060 of a payment to an account, with what the bank has said of it until this moment. */
export async function getOrder(
  db: Db,
  { query }: CallInput<typeof calls.getOrder>,
): Promise<Answer<typeof calls.getOrder>> {
  const { facts } = await readOrder(db, query.id)
  return { title: titleOf(facts), html: paymentOrder.page(facts) }
}

/** payment/getOrderPdf: the same as PDF/A; of what was handed over as it was first printed after the bank's last word. */
export async function getOrderPdf(
  db: Db,
  { query }: CallInput<typeof calls.getOrderPdf>,
): Promise<RawAnswer> {
  const { id, copies } = query
  const { facts, handedOverAt: at } = await readOrder(db, id)
  const title = titleOf(facts)
  const body = paymentOrder.body(facts)
  if (at === undefined) return pdfAnswer(db, { title, body, copies })
  const issued = { entity: 'payment', id, title, at, content: facts, body } as const
  const { bytes } = await readIssuedPdf(db, issued, Number(copies ?? '1'))
  return pdfFile(title, bytes)
}

function titleOf({ number, date }: PaymentOrderFacts): string {
  if (number === null) return `${paymentOrder.title}, черновик`
  return `${paymentOrder.title} № ${number} от ${russianDay(date)}`
}

interface ReadOrder {
  readonly facts: PaymentOrderFacts
  /** Undefined for a draft. */
  readonly handedOverAt: string | undefined
}

/** Takes no connection for itself: what it freezes is written over another one, for which every reader would wait for the others. */
async function readOrder(db: Db, asked: string): Promise<ReadOrder> {
  const row = await carriedOut(db, asked)
  const { id } = row
  if (row.method_kind !== 'account') refuse('payment.no-order')
  let frozen = await readFrozenOrder(db, id)
  const order = frozen?.value ?? (await describeNow(db, row))
  if (row.document_number !== null) frozen ??= await freezeOrderLate(db, id, order)
  // Of an order that was debited after all the bank's earlier refusal says nothing any more.
  const word = id === asked ? await lastBankWord(db, id) : undefined
  const facts = {
    ...order,
    number: row.document_number,
    date: row.document_date,
    ...withOneName(order, row.payee),
    debited_on: row.debited_on,
    bank_marks: [
      word && isStanding(word, row) && wordOf(word, row.reason_text),
      row.debited_on !== null && debitOf(row.debited_on, row.debit_number),
    ].filter((mark) => typeof mark === 'string'),
    watermark: watermarkOf(row),
  }
  return { facts, handedOverAt: frozen?.at }
}

/** A payment as it is printed; of one that stands for a debit the order that the bank carried out, with that debit. */
async function carriedOut(db: Db, id: string): Promise<PrintedPayment> {
  const row = (await printedPayment(db, id)) ?? refuse('common.not-found')
  if (row.debit_of === null) return row
  const { status, debited_on, debit_number } = row
  const order = (await printedPayment(db, row.debit_of))!
  return { ...order, status, debited_on, debit_number }
}

async function describeNow(db: Db, row: PrintedPayment): Promise<FrozenOrder> {
  const [order] = await describeOrders(db, row.bank_config_id, [row.id])
  return order ? order.value : refuse('payment.method-changed')
}

function watermarkOf({ status, document_number }: PrintedPayment): PaymentOrderFacts['watermark'] {
  if (status === 'cancelled') return 'АННУЛИРОВАН'
  return document_number === null ? 'ЧЕРНОВИК' : undefined
}

/** Payer and payee as they are printed; at one bank it is called as in the order that was sent. */
function withOneName({ payer, payee: now }: FrozenOrder, frozen: AccountPayee | null) {
  const payee = { ...now, ...(frozen && frozenPayee(frozen)) }
  const isOne = payer.bik !== '' && payer.bik === payee.bik
  return { payee, payer: isOne ? { ...payer, bankName: payee.bankName } : payer }
}

/** The order that was sent keeps its words when the card of the supplier changes. */
function frozenPayee({ name, inn, kpp, bank_name, corr_account }: AccountPayee) {
  const knownNumber = (number: string) => (number === '0' ? null : number || null)
  return {
    name,
    inn: knownNumber(inn),
    kpp: knownNumber(kpp),
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
  const step = ownValue(STEPS, to_status)
  if (step === undefined || source === 'statement') return undefined
  const own = bank_status === null ? '' : ` (${bank_status})`
  const why = to_status === 'rejected' && reason !== null ? `: ${reason}` : ''
  return `${step} ${russianDay(day)}${own}${why}`
}

function debitOf(day: string, number: string | null): string {
  return `По выписке списано ${russianDay(day)}${number === null ? '' : `, документ № ${number}`}`
}
