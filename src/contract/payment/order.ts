import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

const module = 'payment'

/** Beyond the specification: the printed order of a payment to an account (payments.md 3.9). */
export const paymentOrder = {
  getOrder: call({
    method: 'GET',
    path: '/api/v1/payment/getOrder',
    access: 'operator',
    module,
    summary: 'The payment order of a payment to an account, form 0401060, to be printed',
    query: z.strictObject({ id: s.id('payment') }),
    result: z.strictObject({ title: s.displayText(100), html: s.displayText(1_000_000) }),
    refusals: ['payment.no-order', 'payment.method-changed'],
  }),
  getOrderPdf: call({
    method: 'GET',
    path: '/api/v1/payment/getOrderPdf',
    access: 'operator',
    module,
    summary: 'The same payment order as PDF/A',
    query: z.strictObject({ id: s.id('payment'), copies: s.copies }),
    result: 'blob',
    refusals: ['payment.no-order', 'payment.method-changed'],
  }),
} as const
