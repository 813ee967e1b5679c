import { act } from '#contract/act/act.ts'
import { callOnce } from '#web/api/use-call.ts'
import { untilAnswered } from '#web/state/until-answered.ts'
import { emptyAct, type ActValues } from './act-values.ts'

/** As long as a person takes from the choice of a supplier to the act; an act that is issued meanwhile refreshes it. */
const FRESH_MS = 60_000

/**
 * Default values of a new act, so that a known supplier needs no typing: the ownership basis from the supplier's last act. What
 * the control of the load needs, the server takes from the site's instrument.
 */
export async function previousAct(supplierId: string): Promise<ActValues> {
  const last = await untilAnswered(`previous act ${supplierId}`, (isFirst) =>
    lastAct(supplierId, !isFirst),
  )
  return { ...emptyAct(), ownership_basis: last?.ownership_basis ?? '' }
}

async function lastAct(supplierId: string, quiet: boolean) {
  const filter = {
    supplier_id: [supplierId],
    status: ['issued' as const, 'signed' as const],
    sort: [['date', 'desc'] as ['date', 'desc']],
    limit: 1,
    with: ['rows' as const],
  }
  const { items } = await callOnce(act.getAll, { query: { filter } }, FRESH_MS, quiet)
  return items[0] && callOnce(act.get, { query: { id: items[0].id } }, FRESH_MS, quiet)
}
