import * as z from 'zod/mini'
import { providerCodes } from '../bank/bank-providers.ts'
import { methodKinds } from '../bank/method-kinds.ts'
import { Flag } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { PayeeCheck } from '../supplier/payee-check.ts'
import { Approvers } from './approvers.ts'
import { MOST_RETRIES, Retry } from './retry.ts'

export const paymentStatuses = [
  'saved',
  'registering',
  'registered',
  'processing',
  'paid',
  'rejected',
  'cancelled',
  'unknown',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
/** The bank has it, or may have it: it is polled. */
export const runningStatuses: readonly PaymentStatus[] = [
  'registering',
  'registered',
  'processing',
  'unknown',
]
/** Ended without money leaving: such a payment is no part of a sum of payments. */
export const deadPaymentStatuses: readonly PaymentStatus[] = ['rejected', 'cancelled']
/** Which day of a payment the days of a filter mean. */
export const countedDays = ['saved', 'finished', 'returned'] as const
export type CountedDay = (typeof countedDays)[number]
const returnStatuses = ['suggested', 'confirmed', 'dismissed'] as const

/** A part of a payment that goes to one act. */
const actPart = z.strictObject({
  act_id: s.id('act'),
  act_number: s.displayText(40),
  act_date: s.day,
  amount_kop: s.kop,
})

/** One transfer as lists show it; where it goes is frozen and masked at save. */
export const Payment = z.strictObject({
  id: s.id('payment'),
  supplier_id: s.id('supplier'),
  supplier_name: s.displayText(320),
  acts: s.list(actPart, 20),
  payment_method_id: s.id('payment_method'),
  method_kind: z.enum(methodKinds),
  method_label: s.displayText(200),
  holder_name: s.displayText(160),
  /** What the bank told of the owner when the payment was saved; null: it was not asked. */
  payee_check: z.nullable(PayeeCheck),
  amount_kop: s.kop,
  purpose: s.displayText(210),
  vat_clause: s.displayText(60),
  revenue_type_code: z.nullable(z.enum(['1', '2', '3'])),
  bank_config_id: s.id('bank_config'),
  bank_config_title: s.displayText(60),
  bank_name: s.displayText(150),
  adapter: z.enum(providerCodes),
  /** Through the embedded bank: the screen and the print say «УЧЕБНЫЙ БАНК». */
  training: z.boolean(),
  registry_id: z.nullable(s.id('payment_registry')),
  registry_number: z.nullable(s.displayText(40)),
  document_number: z.nullable(s.int(1, 999_999)),
  provider_ref: z.nullable(s.displayText(120)),
  status: z.enum(paymentStatuses),
  /** It is handed over in a file that nobody has downloaded: the bank knows nothing of it. */
  waits_for_file: z.boolean(),
  reason_code: z.nullable(s.displayText(60)),
  reason_text: z.nullable(s.displayText(500)),
  /** What to do about the reason (payments.md 11). */
  advice: z.nullable(s.displayText(300)),
  bank_status: z.nullable(s.displayText(100)),
  four_eyes: z.boolean(),
  created_by: s.id('user'),
  created_by_name: s.displayText(150),
  approved_by_name: z.nullable(s.displayText(150)),
  saved_at: s.instant,
  registered_at: z.nullable(s.instant),
  finished_at: z.nullable(s.instant),
  returned_kop: s.kop,
  is_test: z.boolean(),
  /** The ended payment that its maker named; which ones it repeats act by act stands in its card. */
  retry_of: z.nullable(s.id('payment')),
  /** The latest payment that repeats it, wholly or in part. */
  retried_by: z.nullable(s.id('payment')),
  receipt_url: z.nullable(s.displayText(500)),
  flags: s.list(Flag, 20),
  version: s.version,
})
export type Payment = z.output<typeof Payment>

/** What a person is told of its status: a file that nobody has downloaded is not on its way. */
export const shownStatus = (
  row: Pick<Payment, 'status' | 'waits_for_file'>,
): PaymentStatus | 'in_file' => (row.waits_for_file ? 'in_file' : row.status)

/** What a limit bounds: one payment, or a day or month of the company, of an agreement or of a payee. */
const limitScopes = [
  'payment',
  'company_day',
  'config_day',
  'config_month',
  'payee_day',
  'payee_month',
] as const
export type LimitScope = (typeof limitScopes)[number]

export const LimitsLeft = s.list(
  z.strictObject({
    scope: z.enum(limitScopes),
    title: s.displayText(100),
    left_kop: z.nullable(s.kop),
    left_count: z.nullable(s.count),
  }),
  10,
)

/** What a dry run of a save adds, so that the screen computes nothing (payments.md 11). */
export const PaymentPreview = z.strictObject({
  sum_in_words: s.displayText(300),
  /** What each limit still allows, this payment not yet counted; null: no such bound. */
  limits: LimitsLeft,
  /** Why another person's PIN will be asked for; none: the maker's own is enough. */
  second_person: s.list(s.displayText(200), 10),
  approvers: Approvers,
  /** Why it would stay saved whoever confirms: what stands against handing it over today. */
  held: z.nullable(s.displayText(500)),
  retries: s.list(Retry, MOST_RETRIES),
})
export type PaymentPreview = z.output<typeof PaymentPreview>

/** What the caller may do with a payment in its present state; the server checks again. */
const paymentActs = [
  'register',
  'cancel',
  'withdraw',
  'reject',
  'resolve',
  'return',
  'retry',
] as const

/** The cheque that a self-employed payee makes out for a payment. */
export const NpdReceipt = z.strictObject({
  number: z.nullable(s.displayText(40)),
  at: z.nullable(s.instant),
  by_name: z.nullable(s.displayText(150)),
})

/** A payment whole: its timeline in words, never raw JSON (payments.md 11). */
export const PaymentCard = z.extend(Payment, {
  /** Of a payment to a self-employed payee; null: no cheque is due. */
  npd_receipt: z.nullable(NpdReceipt),
  timeline: s.list(
    z.strictObject({
      at: s.instant,
      actor: s.displayText(150),
      text: s.displayText(500),
      status: z.nullable(z.enum(paymentStatuses)),
    }),
    500,
  ),
  returns: s.list(
    z.strictObject({
      id: s.id('payment_return'),
      amount_kop: s.kop,
      reason: z.nullable(s.displayText(500)),
      status: z.enum(returnStatuses),
      at: s.instant,
      confirmed_by_name: z.nullable(s.displayText(150)),
    }),
    50,
  ),
  retries: s.list(Retry, MOST_RETRIES),
  /** Payments that repeat it, the latest first, and the sum of it that each pays again. */
  repeated_in: s.list(
    z.strictObject({ payment_id: s.id('payment'), amount_kop: s.kop }),
    MOST_RETRIES,
  ),
  /** The payment that the bank debited after all, where this one stands for that debit. */
  debit_of: z.nullable(s.id('payment')),
  /** The line of that debit, which stands for an order of its own. */
  debit_line: z.nullable(
    z.strictObject({ doc_number: z.nullable(s.displayText(20)), booked_on: s.day }),
  ),
  /** What the bank said that only its letter can decide: two people say how much it paid, or that it executed nothing. */
  held: z.nullable(
    z.strictObject({
      title: s.displayText(200),
      told: z.nullable(s.displayText(200)),
      /** Several payouts under one number: it is said how many were carried out. */
      counts_payouts: z.boolean(),
    }),
  ),
  /** Payment QR of payments.md 7, for paying by hand from the owner's own bank; null when not due. */
  qr_svg: z.nullable(s.displayText(100_000)),
  may: s.list(z.enum(paymentActs), paymentActs.length),
})
export type PaymentCard = z.output<typeof PaymentCard>

/** What polling answers: the least that a row needs to show its present state. */
export const PaymentProgress = z.strictObject({
  id: s.id('payment'),
  status: z.enum(paymentStatuses),
  bank_status: z.nullable(s.displayText(100)),
  reason_code: z.nullable(s.displayText(60)),
  reason_text: z.nullable(s.displayText(500)),
  returned_kop: s.kop,
  version: s.version,
})
