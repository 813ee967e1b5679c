import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../db/audit.ts'
import type { Tx } from '../../db/handle.ts'
import type { PriceStep } from '../company/prices/price-share.ts'
import { describeSteps } from '../company/prices/price-step-words.ts'
import type { CellChange } from './cell-queries.ts'
import { markReturned, readStepFacts } from './price-step-queries.ts'
import { stepsOver } from './steps-over.ts'

const MOST_IDS = 50

/** Changes of now that one person may not make alone; the person who confirmed them, null where nobody had to. */
export async function confirmChanges(
  tx: Tx,
  changes: readonly CellChange[],
  reason: string | undefined,
): Promise<string | null> {
  if (changes.length === 0) return null
  const products = [...new Set(changes.map(({ product_id }) => product_id))]
  return confirmSteps(tx, stepsOver(changes, await readStepFacts(tx, products)), reason)
}

/** Steps of prices that one person may not make alone: a reason in words and another person's PIN (domain.md 5.4). */
export async function confirmSteps(
  tx: Tx,
  steps: readonly PriceStep[],
  reason: string | undefined,
): Promise<string | null> {
  if (steps.length === 0) return null
  const words = describeSteps(steps)
  if (reason === undefined)
    refuse('price.step-reason', {
      message: `${words.slice(0, 3).join('. ')}. Цену подтверждает другой сотрудник: напишите причину`,
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
