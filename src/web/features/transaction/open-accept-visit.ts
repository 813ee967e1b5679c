import type { Transaction } from '#contract/transaction-entities.ts'
import type { Found } from '#web/ui/inputs/lookup-input.tsx'

/** Accepts weighed visits of one seller into an act or a weight act alone; gives the address to go on at, undefined when given up. */
export async function openAcceptVisits(
  visits: readonly [Transaction, ...Transaction[]],
  supplier: Found,
): Promise<string | undefined> {
  const { showAcceptVisits } = await import('./accept-visit.tsx')
  return showAcceptVisits(visits, supplier)
}
