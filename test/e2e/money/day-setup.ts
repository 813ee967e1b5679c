import { expect } from '@playwright/test'
import type { PaymentMethod } from '#contract/supplier/supplier-entities.ts'
import type { PlannedPayment } from '#contract/payment/pay-day.ts'
import type { stepsOf } from '../support/act-steps.ts'

/** Payments that are made of parts of acts: so many of each way. */
export const EACH = 8

type Steps = Awaited<ReturnType<typeof stepsOf>>

export interface DayPayment {
  readonly id: string
  readonly kop: number
}

/** A card of a person, typed at the bank's agreement. */
export async function addCard(
  operator: Steps,
  supplierId: string,
  holder: string,
): Promise<string> {
  const { id } = await operator<PaymentMethod>('post', 'supplier/createPaymentMethod', {
    supplierId,
    kind: 'card',
    holder_name: holder,
    pan: '2200700000000363',
  })
  await operator(
    'put',
    `supplier/setPaymentMethodStatus?supplierId=${supplierId}&paymentMethodId=${id}`,
    { new_status: 'active' },
  )
  return id
}

/** Saves eight payments of parts of one supplier's acts, through a given agreement, and hands them over. */
export async function paySplit(
  steps: Steps,
  one: PlannedPayment,
  way: { methodId?: string; configId?: string; firstKop: number },
): Promise<DayPayment[]> {
  const made = Array.from({ length: EACH }, (_, at) => ({
    id: crypto.randomUUID(),
    kop: way.firstKop + at * 10_101,
  }))
  const { act_id } = one.acts.toSorted((a, b) => b.amount_kop - a.amount_kop)[0]!
  await steps('post', 'payment/savePayments', {
    payments: made.map(({ id, kop }) => ({
      id,
      supplier_id: one.supplier_id,
      payment_method_id: way.methodId ?? one.payment_method_id,
      acts: [{ act_id, amount_kop: kop }],
      amount_kop: kop,
      ...(way.configId && { bank_config_id: way.configId }),
    })),
  })
  return made
}

/** Hands payments over with the manager's PIN; each must go. */
export async function handOver(steps: Steps, payments: readonly DayPayment[]): Promise<void> {
  const ids = payments.map(({ id }) => id)
  const told = await steps<{ status: string; message?: string }[]>(
    'post',
    'payment/registerPayments',
    { ids },
  )
  expect(told.filter(({ message }) => message !== undefined)).toEqual([])
}
