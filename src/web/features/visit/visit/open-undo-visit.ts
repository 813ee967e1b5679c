import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'
import type { Station } from '../truck/use-station.ts'

// Rare, and only with the server: the station loads without their texts.
const importActions = () => import('./undo-visit.ts')

export async function cancelWeighing(station: Station, visit: VisitCard, weighing: Weighing) {
  await (await importActions()).cancelWeighing(station, visit, weighing)
}

export async function voidVisit(station: Station, visit: VisitCard) {
  await (await importActions()).voidVisit(station, visit)
}
