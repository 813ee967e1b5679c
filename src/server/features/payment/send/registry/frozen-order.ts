import type { Db, Tx } from '../../../../db/handle.ts'
import {
  freezeForms,
  freezeLate,
  readFrozenForm,
} from '../../../../documents/issued/frozen-form.ts'
import type { FormKey } from '../../../../documents/issued/issued-queries.ts'
import type { PaymentOrderFacts } from '../../../../documents/kinds/payment-order.ts'
import { ordersOnPaper } from './compose-orders.ts'

/** The order as it was handed over; the bank's marks are added when it is printed. */
export type FrozenOrder = Omit<PaymentOrderFacts, 'debited_on' | 'bank_marks' | 'watermark'>

/** Freezes the orders of payments to accounts that are handed over in this transaction. */
export async function freezeOrders(
  tx: Tx,
  configId: string,
  ids: readonly string[],
): Promise<void> {
  const orders = await describeOrders(tx, configId, ids)
  const forms = orders.map(({ id, value }) => ({ key: keyOf(id), value }))
  await freezeForms(tx, forms)
}

export const readFrozenOrder = (db: Db, id: string) => readFrozenForm<FrozenOrder>(db, keyOf(id))

/** For what was handed over before orders were frozen. */
export const freezeOrderLate = (db: Db, id: string, value: FrozenOrder) =>
  freezeLate<FrozenOrder>(db, { key: keyOf(id), value })

/** Leaves out payments to cards and phones, and those whose payee has changed since they were saved. */
export async function describeOrders(
  db: Db,
  configId: string,
  ids: readonly string[],
): Promise<{ id: string; value: FrozenOrder }[]> {
  const { payer, orders } = await ordersOnPaper(db, configId, ids)
  return orders.map(({ id, number, date, amountKop, payee, purpose, incomeCode }) => {
    const sums = { amount_kop: amountKop, income_code: incomeCode }
    return { id, value: { number, date, ...sums, payer, payee, purpose } }
  })
}

function keyOf(id: string): FormKey {
  return { entity: 'payment', entity_id: id, edition: '' }
}
