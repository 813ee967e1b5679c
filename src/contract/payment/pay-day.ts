import * as z from 'zod/mini'
import { methodKinds } from '../bank/method-kinds.ts'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { PayeeCheck } from '../supplier/payee-check.ts'
import { Approvers } from './approvers.ts'
import { MOST_RETRIES, Retry } from './retry.ts'

/** The most payments that one plan names: as many as one approval hands over. */
export const MOST_PLANNED = 500

/** What may keep a planned payment; the first that does is told. */
export const heldBy = ['rule', 'approver', 'limit'] as const

/** What would be saved for one supplier by one method, and what stands in its way. */
export const PlannedPayment = z.strictObject({
  supplier_id: s.id('supplier'),
  supplier_name: s.displayText(320),
  acts: s.list(
    z.strictObject({
      act_id: s.id('act'),
      act_number: z.nullable(s.displayText(40)),
      act_date: z.nullable(s.day),
      amount_kop: s.kop,
    }),
    20,
    1,
  ),
  amount_kop: s.kop,
  payment_method_id: z.nullable(s.id('payment_method')),
  method_kind: z.nullable(z.enum(methodKinds)),
  method_label: z.nullable(s.displayText(200)),
  /** What the bank told of the owner; null: it was not asked. */
  payee_check: z.nullable(PayeeCheck),
  bank_config_id: z.nullable(s.id('bank_config')),
  /** What the payee's limits leave for it, after the payments of the plan before it; null without method or bank. */
  payee_left: z.nullable(z.strictObject({ month_kop: s.kop, day_count: s.count })),
  /** Why it cannot go, a whole sentence; null: it can. */
  problem: z.nullable(s.displayText(500)),
  /** What keeps it: a rule of a save or of handing over, that nobody may send it, or a limit that older debts use up. */
  held_by: z.nullable(z.enum(heldBy)),
  /** Why another person's PIN will be asked for. */
  second_person: s.list(s.displayText(200), 10),
  /** What its giver should look at besides: it neither prevents the payment nor asks for a PIN. */
  warnings: s.list(s.displayText(500), 10),
  /** Ended payments of its acts that it repeats. */
  retries: s.list(Retry, MOST_RETRIES),
})
export type PlannedPayment = z.output<typeof PlannedPayment>

/** What leaves one account by a plan; an account that only refused payments name is told too. */
export const PlannedAccount = z.strictObject({
  bank_config_id: s.id('bank_config'),
  title: s.displayText(60),
  training: z.boolean(),
  /** A person takes a file to the bank: what is handed over has not gone yet. */
  by_file: z.boolean(),
  count: s.count,
  amount_kop: s.kop,
  /** Of the day's limit, before this plan. */
  left_kop: s.kop,
  /** Of the month's. */
  month_left_kop: s.kop,
})
export type PlannedAccount = z.output<typeof PlannedAccount>

export const payDay = {
  planDay: call({
    method: 'GET',
    path: '/api/v1/payment/planDay',
    access: 'operator',
    module: 'payment',
    action: 'payment.save',
    summary: 'Unpaid acts of days as payments by supplier and method, with what is wrong of each',
    query: z.strictObject({
      filter: z.optional(
        s.jsonText(
          z.strictObject({
            /** Days of acts; none: all of them. */
            date_from: z.optional(s.day),
            date_to: z.optional(s.day),
            act_ids: z.optional(s.list(s.id('act'), 200, 1)),
            /** First acts of payments that will not be sent: what limits have for them goes to the others. */
            left_out: z.optional(s.list(s.id('act'), 200)),
          }),
        ),
      ),
    }),
    result: z.strictObject({
      payments: s.list(PlannedPayment, MOST_PLANNED),
      accounts: s.list(PlannedAccount, 50),
      /** Of the company's limit of the day, before this plan. */
      company_left: z.strictObject({ kop: s.kop, count: s.count }),
      approvers: Approvers,
      /** More acts wait than one plan holds: pay these first. */
      more: z.boolean(),
    }),
    about: ['act', 'payment', 'payment_discrepancy', 'supplier', 'payment_method', 'bank_config'],
  }),
  // Beyond the specification: payments.md 10.2.
  leaveUnexplained: call({
    method: 'POST',
    path: '/api/v1/payment/leaveUnexplained',
    access: 'operator',
    module: 'payment',
    action: 'payment.register',
    summary:
      'Records that nobody explained why saved payments go to whom the bank names otherwise; the next approver sees it',
    body: z.strictObject({ ids: s.list(s.id('payment'), MOST_PLANNED, 1) }),
    result: z.strictObject({ ids: s.list(s.id('payment'), MOST_PLANNED) }),
    refusals: ['common.bad-transition'],
  }),
} as const
