import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { NpdReceipt } from './payment-entities.ts'

/** Beyond the specification: payments.md 3.16. */
export const npdReceipt = {
  saveNpdReceipt: call({
    method: 'PUT',
    path: '/api/v1/payment/saveNpdReceipt',
    access: 'operator',
    module: 'payment',
    action: 'payment.save',
    summary: 'Keeps the number of the cheque of a self-employed payee; null takes a wrong one back',
    body: z.strictObject({
      id: s.id('payment'),
      number: z.nullable(
        s.pattern(/^[0-9A-Za-z]{5,40}$/, 'Номер чека: 5–40 латинских букв и цифр'),
      ),
    }),
    result: NpdReceipt,
    refusals: ['payment.no-receipt-due', 'payment.receipt-of-other'],
  }),
} as const
