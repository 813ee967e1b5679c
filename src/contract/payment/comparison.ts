import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { PaymentCard, paymentStatuses } from './payment-entities.ts'

/** So many days one comparison covers. */
export const MOST_COMPARED_DAYS = 31

/** How far a comparison that a person asked for has come (payments.md 3.13). */
export const BankComparison = z.strictObject({
  bank_config_id: s.id('bank_config'),
  bank_config_title: s.displayText(60),
  date_from: s.day,
  date_to: s.day,
  asked_by_name: s.displayText(150),
  started_at: s.instant,
  done_at: z.nullable(s.instant),
  /** Payments of the period that the bank is asked about; of those that have been, and what came of it. */
  total: s.count,
  compared: s.count,
  differing: s.count,
  unanswered: s.count,
  /** Held by us for not sent, and known to the bank. */
  known: s.count,
  /** It ended before all of it was compared: the bank does not answer, or differs in too much. */
  is_cut: z.boolean(),
  /** Of a bank that cannot be asked: payments that a person looks up in its cabinet, as they are now. */
  by_hand: s.list(
    z.strictObject({
      payment_id: s.id('payment'),
      supplier_name: s.displayText(320),
      amount_kop: s.kop,
      status: z.enum(paymentStatuses),
      saved_at: s.instant,
    }),
    100,
  ),
})
export type BankComparison = z.output<typeof BankComparison>

const module = 'payment'

/** Beyond the specification: banks are compared with us now, after a restored copy above all (payments.md 3.13). */
export const bankComparison = {
  compareWithBank: call({
    method: 'POST',
    path: '/api/v1/payment/compareWithBank',
    access: 'operator',
    module,
    action: 'payment.return',
    summary: 'Begins to compare the payments of a period with the bank; one at a time an agreement',
    body: z.strictObject({ bank_config_id: s.id('bank_config'), date_from: s.day, date_to: s.day }),
    result: BankComparison,
    refusals: ['bank.stopped'],
  }),
  getComparisons: call({
    method: 'GET',
    path: '/api/v1/payment/getComparisons',
    access: 'operator',
    module,
    action: 'payment.return',
    ownerAction: 'report.control',
    summary: 'The latest comparison that was asked for, of each agreement',
    result: s.list(BankComparison, 50),
    about: ['payment_discrepancy', 'payment'],
  }),
  adoptKnown: call({
    method: 'POST',
    path: '/api/v1/payment/adoptKnown',
    access: 'operator',
    module,
    action: 'payment.return',
    summary:
      'Hands over a saved payment that the bank knows already: it is asked about and never sent',
    body: z.strictObject({ id: s.id('payment_discrepancy'), resolution: s.text(500, 10) }),
    result: PaymentCard,
    refusals: [
      'payment.discrepancy-closed',
      'payment.not-known',
      'payment.limit',
      'payment.second-person',
      'payment.lost-unclear',
      'payment.id-reused',
    ],
  }),
} as const
