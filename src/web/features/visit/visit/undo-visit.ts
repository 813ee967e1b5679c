import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { kg } from '#web/ui/format.ts'
import type { Station } from '../truck/use-station.ts'

/** Takes back the newest weighing of a finished visit; the reason stays beside it. */
export async function cancelWeighing(station: Station, visit: VisitCard, weighing: Weighing) {
  const reason = await ask.textarea({
    title: `Отменить взвешивание ${kg(weighing.weight_g)}?`,
    label: 'Причина',
    min: 5,
    main: 'Отменить взвешивание',
  })
  if (reason === undefined) return
  await station.run({
    command: 'cancel_weighing',
    id: visit.id,
    version: visit.version,
    weighing_id: weighing.id,
    reason,
  })
}

export async function voidVisit(station: Station, visit: VisitCard) {
  const reason = await whyVoid(visit.number)
  if (reason === undefined) return
  const gone = await station.run({
    command: 'void',
    id: visit.id,
    version: visit.version,
    reason,
  })
  if (gone) station.reset()
}

/** Why a visit is void; undefined = it stays. */
export const whyVoid = (number: string): Promise<string | undefined> =>
  ask.textarea({
    title: `Аннулировать заезд ${number}?`,
    label: 'Причина',
    min: 5,
    main: 'Аннулировать',
  })
