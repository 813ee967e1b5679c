import * as z from 'zod/mini'
import { methodKinds } from '../bank/method-kinds.ts'
import { call } from '../core/call.ts'
import { flagCodes } from '../core/flags.ts'
import { Approvers } from './approvers.ts'
import * as e from './payment-entities.ts'
import * as s from '../core/shapes.ts'
import { statusSums } from '../lists/status-sums.ts'
import { PayeeCheck } from '../supplier/payee-check.ts'

/** The id is the bank's idempotency key: a client makes it once and repeats the save with it. */
const savePayment = z
  .strictObject({
    id: z.optional(s.id('payment')),
    supplier_id: s.id('supplier'),
    payment_method_id: s.id('payment_method'),
    /** The method's label as the screen showed it: a payee that was changed meanwhile is refused. */
    expected_payee: z.optional(s.text(200)),
    acts: s.list(
      z.strictObject({ act_id: s.id('act'), amount_kop: s.positiveKop }),
      // payments.md 3.1: more acts would not fit a purpose.
      20,
      1,
    ),
    amount_kop: s.positiveKop,
    bank_config_id: z.optional(s.id('bank_config')),
    retry_of: z.optional(s.id('payment')),
    revenue_type_code: z.optional(z.enum(['1', '2', '3'])),
  })
  .check(
    s.fieldsRule((v) => {
      const sum = v.acts.reduce((total, part) => total + BigInt(part.amount_kop), 0n)
      const once = new Set(v.acts.map((part) => part.act_id)).size === v.acts.length
      return {
        amount_kop: sum === BigInt(v.amount_kop) ? undefined : 'Сумма не равна сумме по актам',
        acts: once ? undefined : 'Акт указан дважды',
      }
    }),
  )

/** The outcome of one payment of a batch: its present status, or why nothing was done. */
const outcome = z.strictObject({
  id: s.id('payment'),
  status: z.nullable(z.enum(e.paymentStatuses)),
  code: z.optional(s.displayText(64)),
  message: z.optional(s.displayText(500)),
})

/** `by_status` and the sum leave out payments of tests, which are told beside; what waits for a file stands apart, as `shownStatus` says. */
const totals = z.strictObject({
  count: s.count,
  amount_kop: s.kop,
  test_count: s.count,
  test_kop: s.kop,
  by_status: s.list(
    z.strictObject({
      status: z.enum(e.paymentStatuses),
      waits_for_file: z.boolean(),
      count: s.count,
      amount_kop: s.kop,
    }),
    e.paymentStatuses.length + 1,
  ),
  /** With payments of tests among the rows, not in the sums. */
  statuses: statusSums(e.paymentStatuses),
})

const module = 'payment'

export const payment = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/payment/getAllPayments',
    access: 'operator',
    module,
    summary:
      'Payments with totals by status; dates cut the day of saving unless day_of says another',
    query: z.strictObject({
      filter: s.filterOf('payment', ['saved_at', 'amount_kop', 'supplier_name', 'status'], {
        status: z.optional(s.someOf(e.paymentStatuses)),
        supplier_id: z.optional(s.list(s.id('supplier'), 200)),
        act_id: z.optional(s.id('act')),
        kind: z.optional(s.someOf(methodKinds)),
        bank_config_id: z.optional(s.list(s.id('bank_config'), 50)),
        registry_id: z.optional(s.id('payment_registry')),
        is_test: z.optional(z.boolean()),
        /** Which day the dates cut: that of saving when absent, of its end, or of a return from it. */
        day_of: z.optional(z.enum(e.countedDays)),
        flag: z.optional(s.someOf(flagCodes)),
        /** Handed over in a file for the bank that nobody has downloaded yet. */
        waits_for_file: z.optional(z.boolean()),
        /** Unknown, rejected, returned, or long in the bank. */
        attention: z.optional(z.boolean()),
        /** Paid to a self-employed payee whose cheque nobody has noted. */
        no_receipt: z.optional(z.literal(true)),
        amount_from: z.optional(s.kop),
        amount_to: z.optional(s.kop),
      }),
    }),
    result: s.listOf(e.Payment, totals),
    about: ['payment', 'payment_return'],
  }),
  createTest: call({
    method: 'POST',
    path: '/api/v1/payment/createTestPayment',
    movesMoney: true,
    access: 'manager',
    module,
    action: 'payment.test',
    summary: 'Saves and registers the smallest sum to a method, marked as a test',
    body: z.strictObject({
      id: z.optional(s.id('payment')),
      bank_config_id: s.id('bank_config'),
      payment_method_id: s.id('payment_method'),
    }),
    result: e.Payment,
    refusals: [
      'payment.restored',
      'payment.test-not-allowed',
      'payment.test-today',
      'payment.card-of-other-bank',
      'payment.method-not-active',
      'payment.requisites-incomplete',
      'payment.limit',
      'bank.stopped',
    ],
  }),
  save: call({
    method: 'POST',
    path: '/api/v1/payment/savePayments',
    movesMoney: true,
    access: 'operator',
    module,
    action: 'payment.save',
    summary: 'Saves payments, all or none, in the order sent; sums are reserved on the acts',
    body: z.strictObject({
      payments: s.list(savePayment, 100, 1),
      /** Answers what a save would answer, with a preview, and leaves nothing behind. */
      dry_run: z.optional(z.boolean()),
    }),
    result: s.list(z.extend(e.Payment, { preview: z.optional(e.PaymentPreview) }), 100),
    refusals: [
      'payment.lost-payout',
      'payment.restored',
      'payment.act-not-payable',
      'payment.act-overpaid',
      'payment.limit',
      'payment.method-not-active',
      'payment.payee-changed',
      'payment.requisites-incomplete',
      'payment.supplier-not-active',
      'payment.no-bank-config',
      'payment.card-of-other-bank',
      'payment.may-be-paid',
      'payment.not-retryable',
      'payment.id-reused',
      'bank.stopped',
    ],
  }),
  register: call({
    method: 'POST',
    path: '/api/v1/payment/registerPayments',
    movesMoney: true,
    access: 'operator',
    module,
    action: 'payment.register',
    summary: 'Hands saved payments over to the bank; each for itself, a repeat is harmless',
    body: z.strictObject({
      ids: s.list(s.id('payment'), 500, 1),
      /** Why one goes although the bank named another owner. */
      notes: z.optional(
        s.list(z.strictObject({ id: s.id('payment'), note: s.text(500, 10) }), 500, 1),
      ),
    }),
    result: s.list(outcome, 500),
    refusals: [
      'payment.second-person',
      'payment.method-not-active',
      'payment.method-changed',
      'payment.payee-differs',
      'payment.supplier-not-active',
      'payment.npd-unchecked',
      'payment.npd-lost',
      'payment.limit',
      'payment.file-unfit',
      'payment.restored',
      'bank.stopped',
    ],
  }),
  // Beyond the specification: payments.md 10.2.
  checkPayees: call({
    method: 'POST',
    path: '/api/v1/payment/checkPayees',
    access: 'operator',
    module,
    action: 'payment.save',
    summary:
      'Whose the phones are in the words of the bank; an answer that is known is not asked for again',
    body: z.strictObject({
      payment_method_ids: s.list(s.id('payment_method'), 20, 1),
      /** Asks once more where the bank named nobody. */
      again: z.optional(z.boolean()),
    }),
    result: s.list(
      z.strictObject({
        payment_method_id: s.id('payment_method'),
        /** Null: the bank of this kind names no owners. */
        check: z.nullable(PayeeCheck),
      }),
      20,
    ),
  }),
  // Beyond the specification: payments.md 10.1.
  getApprovers: call({
    method: 'GET',
    path: '/api/v1/payment/getApprovers',
    access: 'operator',
    module,
    action: 'payment.register',
    summary:
      'Who could confirm now what the caller hands over, so that it is said before it is asked for',
    result: Approvers,
    about: ['user'],
  }),
  // Beyond the specification: payments.md 10.3.
  getLimits: call({
    method: 'GET',
    path: '/api/v1/payment/getLimits',
    access: 'operator',
    module,
    action: 'payment.save',
    summary: 'What the limits still allow to a method, also where they refuse a dry run',
    query: z.strictObject({
      supplier_id: s.id('supplier'),
      payment_method_id: s.id('payment_method'),
    }),
    result: e.LimitsLeft,
    refusals: ['payment.no-bank-config', 'payment.card-of-other-bank', 'bank.stopped'],
    about: ['payment', 'payment_method', 'bank_config', 'company'],
  }),
  getStatuses: call({
    method: 'POST',
    path: '/api/v1/payment/getStatuses',
    access: 'operator',
    owner: true,
    module,
    summary: 'Present states; the bank is asked soon after, not in the call',
    body: z.strictObject({ ids: s.list(s.id('payment'), 100, 1) }),
    result: s.list(e.PaymentProgress, 100),
    use: false,
  }),
  // Beyond the specification: payments.md 3.9.
  get: call({
    method: 'GET',
    path: '/api/v1/payment/getPayment',
    access: 'operator',
    module,
    summary: 'One payment whole, with its timeline',
    query: z.strictObject({ id: s.id('payment') }),
    result: e.PaymentCard,
    // A statement opens what contradicts it, and people close that.
    about: [
      'payment',
      'payment_return',
      'payment_registry',
      'payment_discrepancy',
      'bank_statement',
    ],
  }),
  cancel: call({
    method: 'POST',
    path: '/api/v1/payment/cancelPayments',
    movesMoney: true,
    access: 'operator',
    module,
    summary: 'Cancels saved payments (payment.cancel) or withdraws unsent ones (payment.withdraw)',
    body: z.strictObject({
      ids: s.list(s.id('payment'), 100, 1),
      reason: z.optional(s.text(500, 5)),
    }),
    result: s.list(outcome, 100),
    refusals: ['payment.restored'],
  }),
  getSbpBanks: call({
    method: 'GET',
    path: '/api/v1/payment/getSbpBanks',
    access: 'operator',
    module,
    summary: 'Banks that take СБП transfers, by name',
    result: s.list(
      z.strictObject({
        bank_id: s.displayText(40),
        name: s.displayText(150),
        bik: z.nullable(s.displayText(9)),
      }),
      1000,
    ),
    refusals: ['bank.unavailable', 'payment.no-bank-config'],
  }),
} as const
