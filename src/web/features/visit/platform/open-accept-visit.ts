import type { Visit } from '#contract/visit/visit-entities.ts'
import type { FoundOption } from '#web/ui/inputs/lookup-input.tsx'

/**
 * Accepts weighed visits of one supplier into an act or a weight act alone; gives the address to open next, undefined when
 * cancelled.
 */
export async function openAcceptVisits(
  visits: readonly [Visit, ...Visit[]],
  supplier: FoundOption,
): Promise<string | undefined> {
  const { showAcceptVisits } = await import('./accept-visit.tsx')
  return showAcceptVisits(visits, supplier)
}

/** What is offered as the product of a supplier. */
export async function readUsualProduct(supplierId: string): Promise<string | undefined> {
  const lastAct = await import('../../act/draft/last-act.ts')
  return lastAct.readUsualProduct(supplierId)
}

/** Loads the window as soon as there is a weight, and reads what it begins with when its supplier is known: it opens without waiting. */
export async function prepareAccept(supplierId?: string): Promise<void> {
  const [{ previousAct }] = await Promise.all([
    import('../../act/draft/previous-act.ts'),
    import('./accept-visit.tsx'),
  ])
  if (supplierId) await previousAct(supplierId)
}
