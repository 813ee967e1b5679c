import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../db/audit.ts'
import type { Tx } from '../../db/handle.ts'
import { describeSteps } from '../company/prices/price-step-words.ts'
import type { CellChange } from './cell-queries.ts'
import { markReturned, stepsOver } from './price-step-queries.ts'

const MOST_IDS = 50

/**
 * A step of prices that one person may not make alone: a reason in words and another person's PIN (domain.md 5.4). `fromAt` is the moment
 * of a plan that is announced long enough before.
 */
export async function confirmSteps(
  tx: Tx,
  changes: readonly CellChange[],
  reason: string | undefined,
  fromAt?: string,
): Promise<string | null> {
  const steps = changes.length === 0 ? [] : await stepsOver(tx, changes, fromAt)
  if (steps.length === 0) return null
  const words = describeSteps(steps)
  if (reason === undefined)
    refuse('price.step-reason', {
      message: `${words.slice(0, 3).join('. ')}. Такой шаг подтверждает другой сотрудник: напишите причину`,
    })
  return requireApproval(tx, 'price.step', {
    entity: 'price_cell',
    ids: [...new Set(steps.map(({ product_id }) => product_id))].slice(0, MOST_IDS),
    about: { note: reason, warnings: words },
    details: { steps },
  })
}

/** Acts between a price and its return within a day wait for a look. */
export async function noteReturned(tx: Tx, changes: readonly CellChange[]): Promise<void> {
  if (changes.length === 0) return
  for (const { id, kop } of await markReturned(tx, changes))
    addAuditEvent(tx, {
      action: 'act.price-returned',
      entity: 'act',
      id,
      after: { delta_kop: kop },
    })
}
