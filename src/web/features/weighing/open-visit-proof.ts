import type { VisitCard } from '#contract/visit/visit-entities.ts'

/** What proves each weighing of a visit, loaded when it is asked for first. */
export async function openVisitProof(visit: Pick<VisitCard, 'id' | 'number'>): Promise<void> {
  const { showVisitProof } = await import('./visit-proof.tsx')
  return showVisitProof(visit)
}
