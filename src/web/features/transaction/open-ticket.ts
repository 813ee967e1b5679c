import type { TransactionCard } from '#contract/transaction-entities.ts'

/** The driver's slip, loaded when it is asked for first. */
export async function openTicket(visit: TransactionCard): Promise<void> {
  const { showTicket } = await import('./ticket.tsx')
  return showTicket(visit)
}
