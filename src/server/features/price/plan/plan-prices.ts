import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { factsOfCells } from '../cell-queries.ts'
import { confirmSteps } from '../price-step.ts'
import { openPrices } from './move-due-plans.ts'
import { countWaiting, endPlan, insertPlans, isAhead, lockPlan } from './plan-queries.ts'

// Three whole lists of 500 x 30 planned ahead; more is a mistake of a program.
const MAX_WAITING = 50_000

/** price/planPrices: all or nothing, since a moment is announced for the whole list (decisions/0020). */
export async function planPrices(
  db: Db,
  input: CallInput<typeof price.plan>,
): Promise<{ planned: number }> {
  const { from_at, cells, reason } = input.body
  return inTransaction(db, async (tx) => {
    await openPrices(tx)
    const when = await isAhead(tx, from_at)
    if (when === 'past') refuse('price.plan-past')
    if (when === 'too far')
      refuse('common.validation', { fields: { from_at: 'Не дальше года вперёд' } })
    const stands = await factsOfCells(tx, cells)
    for (const facts of stands) {
      if (facts.kind === null || facts.column_status === null) refuse('common.not-found')
      if (facts.kind === 'group') refuse('price.group-has-no-price')
      if (facts.column_status === 'deleted') refuse('price.column-deleted')
    }
    const named = new Map(cells.map((cell) => [`${cell.product_id} ${cell.column_id}`, cell]))
    if ((await countWaiting(tx)) + named.size > MAX_WAITING) refuse('price.too-many-plans')
    const changes = cells.map((cell, at) => ({
      ...cell,
      old_kop: stands[at]!.price_kop,
      new_kop: cell.price_kop,
    }))
    // What is announced a day ahead is seen before anybody buys by it (domain.md 5.4).
    const announced = when === 'soon' ? undefined : from_at
    const approverId = await confirmSteps(tx, changes, reason, announced)
    await insertPlans(tx, from_at, [...named.values()])
    addAuditEvent(tx, {
      action: 'price.plan',
      entity: 'price_cell',
      id: cells[0]!.product_id,
      after: { from_at, cells: named.size, ...(approverId !== null && { reason }) },
      approverId,
    })
    return { planned: named.size }
  })
}

/** price/cancelPlan: until its moment; taking back what is taken back already changes nothing. */
export async function cancelPlan(
  db: Db,
  input: CallInput<typeof price.cancelPlan>,
): Promise<{ ok: true }> {
  const { id } = input.query
  return inTransaction(db, async (tx) => {
    await openPrices(tx)
    const plan = await lockPlan(tx, id)
    if (!plan) refuse('common.not-found')
    if (plan.status === 'done') refuse('price.plan-past')
    if (plan.status === 'cancelled') return { ok: true }
    await endPlan(tx, id)
    const { product_id, column_id, price_kop, from_at } = plan
    addAuditEvent(tx, {
      action: 'price.plan_cancel',
      entity: 'price_cell',
      id: product_id,
      before: { column_id, price_kop, from_at },
    })
    return { ok: true }
  })
}
