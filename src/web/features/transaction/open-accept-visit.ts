import type { Transaction } from '#contract/transaction-entities.ts'

/** Accepts a weighed visit straight into an act; gives the id of the kept act, undefined when given up. */
export async function openAcceptVisit(
  visit: Transaction,
  supplierId: string,
): Promise<string | undefined> {
  const { showAcceptVisit } = await import('./accept-visit.tsx')
  return showAcceptVisit(visit, supplierId)
}
