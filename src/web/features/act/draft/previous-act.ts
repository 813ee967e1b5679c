import { act } from '#contract/act/act.ts'
import { callOnce } from '#web/api/use-call.ts'
import { emptyAct, type ActValues } from './act-values.ts'

/**
 * Default values of a new act, so that a known supplier needs no typing: the ownership basis from the supplier's last act;
 * instrument, certificate and people from that act, or from the last act of any supplier. The check of a load is never copied.
 */
export async function previousAct(supplierId: string): Promise<ActValues> {
  const [own, any] = await Promise.all([lastAct({ supplier_id: [supplierId] }), lastAct({})])
  const empty = emptyAct()
  const { instrument, by } = { ...(own ?? any)?.radiation }
  const checked = (own ?? any)?.explosion
  return {
    ...empty,
    ownership_basis: own?.ownership_basis ?? '',
    radiation: { ...empty.radiation, instrument: instrument ?? '', by: by ?? '' },
    explosion: {
      ...empty.explosion,
      certificate: checked?.certificate ?? '',
      by: checked?.by ?? '',
    },
  }
}

async function lastAct(of: { supplier_id?: string[] }) {
  const filter = {
    ...of,
    status: ['issued' as const, 'signed' as const],
    sort: [['date', 'desc'] as ['date', 'desc']],
    limit: 1,
    with: ['rows' as const],
  }
  const { items } = await callOnce(act.getAll, { query: { filter } })
  return items[0] && callOnce(act.get, { query: { id: items[0].id } })
}
