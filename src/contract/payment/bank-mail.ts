import * as z from 'zod/mini'
import { SignInState } from '../bank/bank-set-up.ts'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

const module = 'payment'

/** Beyond the specification: what the company's people do at a bank with sessions and a mailbox (payments.md 4.6). */
export const bankMail = {
  signInToBank: call({
    method: 'POST',
    path: '/api/v1/payment/signInToBank',
    access: 'operator',
    module,
    action: 'payment.register',
    summary:
      'Opens a session of the bank: without a code it begins, with the one-time code of the bank it ends',
    body: z.strictObject({
      bank_config_id: s.id('bank_config'),
      code: z.optional(s.pattern(/^\d{4,8}$/, 'Код из сообщения банка: от 4 до 8 цифр')),
    }),
    result: SignInState,
    refusals: ['bank-config.sign-in-failed', 'bank.disabled'],
  }),
  requestStatement: call({
    method: 'POST',
    path: '/api/v1/payment/requestStatement',
    access: 'operator',
    module,
    action: 'payment.statement',
    summary: 'Asks the bank for the statement of days; it is taken in when it has come',
    body: z.strictObject({ bank_config_id: s.id('bank_config'), from: s.day, to: s.day }),
    result: z.strictObject({ ok: z.literal(true) }),
    refusals: ['statement.bank-refused'],
  }),
} as const
