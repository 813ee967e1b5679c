import { formatMoney } from '#contract/core/input-text.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../auth/rights/approvals.ts'
import { addAuditEvent } from '../../db/audit.ts'
import type { Tx } from '../../db/handle.ts'
import type { CellChange } from './cell-queries.ts'
import { markReturned, stepsOver, type PriceStep } from './price-step-queries.ts'

// A dialog of a PIN is read; the PIN is bound to all of them.
const MOST_SHOWN = 10
const MOST_IDS = 50

/** A step of prices that one person may not make alone: a reason in words and another person's PIN (domain.md 5.4). */
export async function confirmSteps(
  tx: Tx,
  changes: readonly CellChange[],
  reason: string | undefined,
): Promise<string | null> {
  const steps = changes.length === 0 ? [] : await stepsOver(tx, changes)
  if (steps.length === 0) return null
  const words = steps.slice(0, MOST_SHOWN).map(describeStep)
  if (steps.length > MOST_SHOWN) words.push(`И ещё цен: ${steps.length - MOST_SHOWN}`)
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

/** «Лом 3А, Основная: с 18 500 на 30 000 ₽/т, +62 %». */
function describeStep({ name, column_title, measure, old_kop, new_kop }: PriceStep): string {
  const share = Math.round(((new_kop - old_kop) * 100) / Math.max(old_kop, 1))
  const unit = measure === 'piece' ? '₽/шт.' : '₽/т'
  return `${name}, ${column_title}: с ${formatMoney(old_kop)} на ${formatMoney(new_kop)} ${unit}, ${share > 0 ? '+' : '−'}${Math.abs(share)} %`
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
