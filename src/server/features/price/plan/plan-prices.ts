import type { CallInput } from '#contract/core/call.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { factsOfCells } from '../cell-queries.ts'
import { describeSteps } from '../../company/prices/price-step-words.ts'
import { readStepFacts } from '../price-step-queries.ts'
import { stepsOver, type TimedChange, type TimedStep } from '../steps-over.ts'
import { confirmSteps } from '../price-step.ts'
import { openPrices } from './move-due-plans.ts'
import {
  countWaiting,
  endPlan,
  insertPlans,
  isAhead,
  lockPlan,
  waitingChanges,
} from './plan-queries.ts'

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
    const products = [...new Set(cells.map(({ product_id }) => product_id))]
    const steps = await stepsGrownBy(tx, products, () =>
      insertPlans(tx, from_at, [...named.values()]),
    )
    const approverId = await confirmSteps(tx, steps, reason)
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
    const { product_id, column_id, price_kop, from_at } = plan
    const steps = await stepsGrownBy(tx, [product_id], () => endPlan(tx, id))
    if (steps.length > 0)
      refuse('price.plan-needed', {
        message: `Без этого плана следующие станут крупными шагами цены. ${describeSteps(steps).join('. ')}. Сначала снимите их`,
      })
    addAuditEvent(tx, {
      action: 'price.plan_cancel',
      entity: 'price_cell',
      id: product_id,
      before: { column_id, price_kop, from_at },
    })
    return { ok: true }
  })
}

/**
 * Steps of the waiting plans of these products that a change of plans makes, or makes wider: a plan that others were measured from may not
 * be taken from under them.
 */
async function stepsGrownBy(
  tx: Tx,
  products: readonly string[],
  change: () => Promise<void>,
): Promise<TimedStep[]> {
  const measure = async () => {
    const plans = await waitingChanges(tx, products)
    return { plans, steps: stepsOver(plans, await readStepFacts(tx, products)) }
  }
  const before = await measure()
  const stood = new Set(before.plans.map(keyOf))
  const previous = new Map(before.steps.map((step) => [keyOf(step), step.old_kop ?? Infinity]))
  await change()
  const after = await measure()
  return after.steps.filter((step) => {
    // A plan that stood and only falls deeper pays nobody more.
    const isDearer = step.old_kop === null || step.new_kop > step.old_kop
    if (!stood.has(keyOf(step))) return true
    return isDearer && (step.old_kop ?? Infinity) < (previous.get(keyOf(step)) ?? Infinity)
  })
}

const keyOf = ({ product_id, column_id, at_us, new_kop }: TimedChange) =>
  [product_id, column_id, at_us, new_kop].join(' ')
