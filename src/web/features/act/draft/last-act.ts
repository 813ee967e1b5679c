import { act } from '#contract/act/act.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import { callOnce } from '#web/api/use-call.ts'

/** As long as a person takes from the choice of a supplier to the act; an act that is issued meanwhile refreshes it. */
const FRESH_MS = 60_000

const lastActQuery = (supplierId: string) => ({
  filter: {
    supplier_id: [supplierId],
    status: ['issued' as const, 'signed' as const],
    sort: [['date', 'desc'] as ['date', 'desc']],
    limit: 1,
    with: ['rows' as const],
  },
})

export async function readLastAct(supplierId: string, quiet: boolean) {
  const { items } = await callOnce(act.getAll, { query: lastActQuery(supplierId) }, FRESH_MS, quiet)
  // What is taken from an issued act never changes, whatever else makes its record outdated.
  return items[0] && callOnce(act.get, { query: { id: items[0].id } }, 'static', quiet)
}

/**
 * The one product of the supplier's last act; undefined where it had several, or where acts are not read. It is offered, never filled
 * in: what lies on the scale is said by a person.
 */
export async function readUsualProduct(supplierId: string): Promise<string | undefined> {
  const last = await readLastAct(supplierId, true).catch(() => undefined)
  return last && soleProduct(last)
}

function soleProduct({ positions }: Pick<ActCard, 'positions'>): string | undefined {
  const [first, ...others] = new Set(positions.map(({ product_id }) => product_id))
  return others.length === 0 ? first : undefined
}
