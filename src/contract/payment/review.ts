import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { PaymentCard, paymentStatuses } from './payment-entities.ts'
import { LineCandidate } from './statement.ts'

/** What became of money that a bank debited for a payment which we hold for over: it pays the acts, or it did not pay them. */
const debitOutcomes = ['debit_pays', 'not_paid'] as const
export type DebitOutcome = (typeof debitOutcomes)[number]
/** Besides, by the bank's letter: how much it paid, or that it executed nothing. */
const caseOutcomes = [...debitOutcomes, 'bank_paid', 'not_executed'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]
/** So many payouts a bank may have made under one number. */
export const MOST_PAYOUTS = 20

/** A fact that contradicts ours, until a person has looked at it and said what it was (payments.md 3.10). */
export const PaymentDiscrepancy = z.strictObject({
  id: s.id('payment_discrepancy'),
  /** What happened and what to do, in whole sentences. */
  title: s.displayText(200),
  advice: s.displayText(300),
  /** The bank's own word, where it was asked. */
  told: z.nullable(s.displayText(200)),
  /** Money that came back, or may have: it is recorded as a return or told to be something else. */
  is_return: z.boolean(),
  /** Payments that money which names none may have come back from, the likeliest first. */
  candidates: s.list(LineCandidate, 20),
  opened_at: s.instant,
  closed_at: z.nullable(s.instant),
  closed_by_name: z.nullable(s.displayText(150)),
  /** Whose PIN confirmed it. */
  confirmed_by_name: z.nullable(s.displayText(150)),
  /** A debit that can pay the acts of its payment: closing says whether it does. */
  may_pay: z.boolean(),
  /** Two people decide its payment with the bank's letter (`resolveUnknown`). */
  by_letter: z.boolean(),
  /** Several payouts under one number: it is said how many were carried out. */
  counts_payouts: z.boolean(),
  /** A saved payment that the bank knows: it is handed over to be asked about (`adoptKnown`). */
  is_known: z.boolean(),
  outcome: z.nullable(z.enum(caseOutcomes)),
  /** What the bank paid by its letter, and by how many payouts. */
  paid_kop: z.nullable(s.kop),
  paid_count: z.nullable(s.int(1, MOST_PAYOUTS)),
  /** The payment that stands for the debit which paid the acts, or for what the letter told. */
  paid_by: z.nullable(s.id('payment')),
  resolution: z.nullable(s.displayText(500)),
  payment: z.nullable(
    z.strictObject({
      id: s.id('payment'),
      supplier_name: s.displayText(320),
      amount_kop: s.kop,
      returned_kop: s.kop,
      method_label: s.displayText(200),
      document_number: z.nullable(s.int(1, 999_999)),
      status: z.enum(paymentStatuses),
    }),
  ),
  /** The bank's word, where a statement brought it. */
  line: z.nullable(
    z.strictObject({
      direction: z.enum(['debit', 'credit']),
      booked_on: s.day,
      doc_number: z.nullable(s.displayText(20)),
      amount_kop: s.kop,
      counterparty: z.nullable(s.displayText(200)),
      account: z.nullable(s.displayText(40)),
      purpose: z.nullable(s.displayText(500)),
    }),
  ),
})
export type PaymentDiscrepancy = z.output<typeof PaymentDiscrepancy>

const module = 'payment'

/** Beyond the specification: what people decide where a bank and we disagree (payments.md 3.10). */
export const paymentReview = {
  getDiscrepancies: call({
    method: 'GET',
    path: '/api/v1/payment/getDiscrepancies',
    access: 'operator',
    module,
    action: 'payment.return',
    ownerAction: 'report.control',
    summary: 'Facts that contradict our payments, the latest first, with the bank beside us',
    query: z.strictObject({
      filter: s.filterOf('payment_discrepancy', ['opened_at'], {
        is_open: z.optional(z.boolean()),
        payment_id: z.optional(s.id('payment')),
      }),
    }),
    result: s.listOf(PaymentDiscrepancy),
    about: ['payment', 'payment_return', 'payment_discrepancy', 'bank_statement'],
  }),
  closeDiscrepancy: call({
    method: 'POST',
    path: '/api/v1/payment/closeDiscrepancy',
    access: 'operator',
    module,
    action: 'payment.return',
    summary: 'Says what a discrepancy was; of a debit also whether it pays the acts',
    body: z.strictObject({
      id: s.id('payment_discrepancy'),
      resolution: s.text(500, 10),
      /** Needed where `may_pay`: by `debit_pays` the acts are paid by a payment that stands for the debit. */
      outcome: z.optional(z.enum(debitOutcomes)),
    }),
    result: PaymentDiscrepancy,
    refusals: [
      'payment.discrepancy-closed',
      'payment.no-debit',
      'payment.not-over',
      'payment.act-taken',
      'payment.act-not-payable',
      'payment.needs-letter',
    ],
  }),
  confirmReturn: call({
    method: 'POST',
    path: '/api/v1/payment/confirmReturn',
    access: 'operator',
    module,
    action: 'payment.return',
    summary: 'Records money that came back: the acts are due again; by a line or by hand',
    body: z.strictObject({
      client_id: s.clientId,
      payment_id: s.id('payment'),
      amount_kop: s.positiveKop,
      reason: s.text(500, 10),
      /** The line that brought it; without one a person tells where the money was seen. */
      discrepancy_id: z.optional(s.id('payment_discrepancy')),
    }),
    result: PaymentCard,
    refusals: [
      'payment.not-paid',
      'payment.return-over',
      'payment.return-line',
      'payment.needs-letter',
      'payment.discrepancy-closed',
    ],
  }),
  markRejectedByBank: call({
    method: 'POST',
    path: '/api/v1/payment/markRejectedByBank',
    access: 'operator',
    module,
    action: 'payment.return',
    summary: 'Two people record that the bank refused an order of a file, with the bank’s reason',
    body: z.strictObject({ id: s.id('payment'), reason: s.text(400, 10) }),
    result: PaymentCard,
    refusals: ['payment.not-by-file', 'payment.debit-seen'],
  }),
  resolveUnknown: call({
    method: 'POST',
    path: '/api/v1/payment/resolveUnknown',
    movesMoney: 'decides',
    access: 'operator',
    module,
    action: 'payment.resolve',
    summary:
      'Two people decide what no bank tells: not executed, or by the letter of a bank that contradicts itself how much it paid',
    body: z.strictObject({
      id: s.id('payment'),
      note: s.text(500, 20),
      /** A picture of the bank's letter, where no statement of those days was taken in. */
      proof_file_id: z.optional(s.id('file')),
      /** What the bank paid by its letter; none: it did not execute the payment, or the money is back. */
      paid_kop: z.optional(s.positiveKop),
      /** Of several payouts under one number: how many it carried out. */
      paid_count: z.optional(s.int(1, MOST_PAYOUTS)),
    }),
    result: PaymentCard,
    refusals: [
      'payment.restored',
      'payment.debit-seen',
      'payment.not-held',
      'payment.second-person',
      'payment.act-taken',
      'payment.act-not-payable',
      'payment.discrepancy-closed',
      'payment.return-line',
      'payment.too-early',
      'payment.not-asked',
      'payment.no-proof',
      'payment.asked-now',
    ],
  }),
} as const
