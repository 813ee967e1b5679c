import type { TransactionCard, Weighing } from '#contract/transaction-entities.ts'
import type { Station } from './use-station.ts'

// Rare, and never without the server: the station starts without their words.
const deeds = () => import('./undo-visit.ts')

export async function cancelWeighing(station: Station, visit: TransactionCard, weighing: Weighing) {
  await (await deeds()).cancelWeighing(station, visit, weighing)
}

export async function voidVisit(station: Station, visit: TransactionCard) {
  await (await deeds()).voidVisit(station, visit)
}
