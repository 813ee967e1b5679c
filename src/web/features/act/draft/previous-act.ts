import { untilAnswered } from '#web/state/until-answered.ts'
import { emptyAct, type ActValues } from './act-values.ts'
import { readLastAct } from './last-act.ts'

/**
 * Default values of a new act, so that a known supplier needs no typing: the ownership basis from the supplier's last act. What
 * the control of the load needs, the server takes from the site's instrument.
 */
export async function previousAct(supplierId: string): Promise<ActValues> {
  const last = await untilAnswered(`previous act ${supplierId}`, (isFirst) =>
    readLastAct(supplierId, !isFirst),
  )
  return { ...emptyAct(), ownership_basis: last?.ownership_basis ?? '' }
}
