import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

/** The largest notification in KiB. */
export const WEBHOOK_KB = 64

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Beyond the specification: notifications of banks (payments.md 3.7). */
export const paymentWebhook = {
  webhook: call({
    method: 'POST',
    path: '/api/v1/payment/webhook/:key',
    access: 'all',
    summary: 'A notification of a bank: its payment is asked about now; nothing else of it counts',
    params: z.strictObject({ key: s.text(200) }),
    body: s
      .jsonValue(WEBHOOK_KB * 1024)
      .check(z.refine((value) => isObject(value), 'Нужен объект JSON')),
    bodyKb: WEBHOOK_KB,
    result: s.ok,
    refusals: ['payment.foreign-address'],
    toast: false,
    use: false,
  }),
} as const
