import type { CallInput } from '#contract/core/call.ts'
import type { paymentRegistry as calls } from '#contract/payment/registry.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { may } from '../../../../auth/rights/rights.ts'
import type { Db } from '../../../../db/handle.ts'
import {
  paymentRegister,
  type PaymentRegisterFacts,
  type RegisterLine,
} from '../../../../documents/kinds/payment-register.ts'
import { pdfAnswer } from '../../../../documents/pdf/pdf-answer.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { registryHead, registryLines, type RegistryLine } from './print-queries.ts'

/** payment/getRegistryBody: the register of what was handed over at one time, as its payments are at this moment. */
export async function getRegistryBody(
  db: Db,
  { query }: CallInput<typeof calls.getRegistryBody>,
): Promise<Answer<typeof calls.getRegistryBody>> {
  const facts = await registerFacts(db, query.registryId)
  return { title: titleOf(facts), html: paymentRegister.page(facts) }
}

/** payment/getRegistryPdf: the same as PDF/A. */
export async function getRegistryPdf(
  db: Db,
  { query }: CallInput<typeof calls.getRegistryPdf>,
): Promise<RawAnswer> {
  const facts = await registerFacts(db, query.registryId)
  const body = paymentRegister.body(facts)
  return pdfAnswer(db, { title: titleOf(facts), body, copies: query.copies })
}

function titleOf({ number, date }: PaymentRegisterFacts): string {
  return `${paymentRegister.title} № ${number} от ${russianDay(date)}`
}

async function registerFacts(db: Db, id: string): Promise<PaymentRegisterFacts> {
  const head = (await registryHead(db, id)) ?? refuse('common.not-found')
  const { number, date, account, bank_name: name, bik, prepared_by, ...company } = head
  const whole = may(db, 'supplier.personal')
  const lines = (await registryLines(db, head.id)).map((row) => registerLine(row, whole))
  const link = `/?path=/print/registry/${head.id}`
  return { number, date, company, account, bank: { name, bik }, prepared_by, lines, link }
}

function registerLine(row: RegistryLine, whole: boolean): RegisterLine {
  return {
    order_number: row.document_number,
    payee: payeeOf(row),
    inn: innOf(row),
    destination: destinationOf(row, whole),
    purpose: row.purpose,
    acts: row.acts,
    amount_kop: row.amount_kop,
    is_cancelled: row.status === 'cancelled',
  }
}

/** Money that goes to another person names the supplier beside the payee. */
function payeeOf(row: RegistryLine): string {
  const supplier = supplierName(row)
  const holder = row.method_snapshot.payee?.name ?? row.method_snapshot.holder_name
  if (!holder) return supplier
  return row.is_stranger ? `${holder} (поставщик: ${supplier})` : holder
}

/** As the order says it; the ИНН of the supplier is not that of another person. */
function innOf({ method_snapshot: { payee }, inn, is_stranger }: RegistryLine): string | null {
  if (payee) return payee.inn === '0' ? null : payee.inn
  return is_stranger ? null : inn
}

/** Cards and phones are never printed whole; an account is with the right to personal data (security.md 7.1). */
function destinationOf(row: RegistryLine, whole: boolean): string {
  const { method_snapshot, payee_account, payee_bik } = row
  if (!whole || method_snapshot.kind !== 'account' || payee_account === null)
    return method_snapshot.label
  return [payee_account, payee_bik && `БИК\u00a0${payee_bik}`].filter(Boolean).join(', ')
}
