import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { AskFacts } from '../user/approval/approval-asks.ts'

export const paymentFacts = {
  // Beyond the specification: screens.md 4.5.
  getPaymentFacts: call({
    method: 'GET',
    path: '/api/v1/payment/getPaymentFacts',
    access: 'operator',
    module: 'payment',
    summary: 'What a payment is decided on: pictures, prices beside the list, what is unusual',
    query: z.strictObject({ id: s.id('payment') }),
    result: AskFacts,
    about: ['payment', 'act', 'weight_act', 'transaction', 'supplier'],
  }),
} as const
