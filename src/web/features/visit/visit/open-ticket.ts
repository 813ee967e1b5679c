import type { VisitCard } from '#contract/visit/visit-entities.ts'

/** The driver's slip, loaded when it is asked for first. */
export async function openTicket(visit: VisitCard): Promise<void> {
  const { showTicket } = await import('./ticket.tsx')
  return showTicket(visit)
}
