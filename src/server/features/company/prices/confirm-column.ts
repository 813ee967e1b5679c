import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { may } from '../../../auth/rights/rights.ts'
import type { Tx } from '../../../db/handle.ts'
import type { PriceStep } from './price-share.ts'
import { columnInForce, stepsOfColumn } from './price-step-queries.ts'
import { describeSteps } from './price-step-words.ts'

/** Columns as records of a supplier name them: none, or one that was deleted, means the default one. */
interface ColumnSwitch {
  readonly from: string | null | undefined
  readonly to: string | null | undefined
}

/** What a supplier gets more by another column than one person may give. */
export async function stepsOfSwitch(
  tx: Tx,
  { from, to }: ColumnSwitch,
): Promise<readonly PriceStep[]> {
  const was = await columnInForce(tx, from ?? null)
  const is = await columnInForce(tx, to ?? null)
  return was && is && was !== is ? stepsOfColumn(tx, { from: was, to: is, onlyUp: true }) : []
}

/** A supplier gets another column: what it pays more than one person may add takes a second one (domain.md 5.4). */
export async function confirmSupplierColumn(
  tx: Tx,
  supplier: { readonly name: string; readonly id: string | null },
  change: ColumnSwitch,
): Promise<string | null> {
  const steps = await stepsOfSwitch(tx, change)
  if (steps.length === 0) return null
  const warnings = describeSteps(steps)
  // Who enters suppliers mostly sets no prices.
  if (!may(tx, 'price.step'))
    refuse('access.denied', {
      message: `${warnings[0]}. Такую колонку поставщику назначает тот, у кого есть право «Крупный шаг цены»`,
    })
  return requireApproval(tx, 'price.step', {
    entity: 'price_column',
    ids: [steps[0]!.column_id],
    about: {
      suppliers: [supplier.name],
      note: 'Поставщик получает другую колонку прайса',
      warnings,
    },
    details: { supplier: supplier.id, steps },
  })
}

/** Suppliers of one column get the prices of another one; `note` says by what, as prices alone do not. */
export async function confirmColumn(
  tx: Tx,
  change: { readonly from: string; readonly to: string; readonly onlyUp: boolean },
  note: string,
): Promise<string | null> {
  const steps = change.from === change.to ? [] : await stepsOfColumn(tx, change)
  if (steps.length === 0) return null
  return requireApproval(tx, 'price.step', {
    entity: 'price_column',
    ids: [change.to],
    about: { note, warnings: describeSteps(steps) },
    details: { steps },
  })
}
