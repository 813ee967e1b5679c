import type { VisitCard } from '#contract/visit/visit-entities.ts'

/** The pictures of a visit side by side, loaded when they are asked for first. */
export async function openVisitPhotos(visit: VisitCard): Promise<void> {
  const { showVisitPhotos } = await import('./visit-sides.tsx')
  return showVisitPhotos(visit)
}
