import type { Tx } from '../../../db/handle.ts'
import { changeMethod, openMethods } from './method-queries.ts'

/**
 * Ensures one default method for a supplier that has any (domain.md I15): the wanted one, else the present one, else the oldest
 * active, else the oldest. Called with the supplier's row locked.
 */
export async function settleDefault(tx: Tx, supplierId: string, wantedId?: string): Promise<void> {
  const methods = await openMethods(tx, supplierId)
  const chosen =
    methods.find((row) => row.id === wantedId) ??
    methods.find((row) => row.is_default) ??
    methods.find((row) => row.status === 'active') ??
    methods[0]
  for (const row of methods)
    if (row.is_default && row !== chosen) await changeMethod(tx, row.id, { is_default: false })
  if (chosen && !chosen.is_default) await changeMethod(tx, chosen.id, { is_default: true })
}
