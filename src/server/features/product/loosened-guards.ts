import { formatKg, formatPercent } from '#contract/core/input-text.ts'
import { quote } from '#contract/words/quote.ts'
import { requireApproval } from '../../auth/rights/approvals.ts'
import type { Tx } from '../../db/handle.ts'
import { settingsNow } from '../company/settings.ts'
import type { ProductRow } from './product-queries.ts'

/** The settings of a node that decide when a second person checks its prices and contamination. */
export type GuardedNode = Pick<
  ProductRow,
  | 'id'
  | 'parent_id'
  | 'kind'
  | 'name'
  | 'price_step_bp'
  | 'default_zasor_bp'
  | 'zasor_step_g'
  | 'used'
  | 'priced'
>

// A dialog of a PIN is read; the PIN is bound to all of them.
const MOST_SHOWN = 10
const MOST_IDS = 50

/**
 * Who buys and prices by the catalogue does not loosen alone what marks purchases or asks for a second person: such a change of the
 * catalogue takes the PIN of another (domain.md 3.9).
 */
export async function confirmLoosening(
  tx: Tx,
  before: readonly GuardedNode[],
  after: readonly GuardedNode[],
): Promise<void> {
  const { rules } = await settingsNow(tx)
  const loosened = loosenedGuards(before, after, rules.price_step_bp)
  if (loosened.length === 0) return
  const words = loosened.map((one) => one.words)
  const warnings = words.slice(0, MOST_SHOWN)
  if (words.length > MOST_SHOWN) warnings.push(`И ещё: ${words.length - MOST_SHOWN}`)
  const ids = loosened.map(({ id, isNew }) => (isNew ? tx.companyId : id))
  await requireApproval(tx, 'control.loosen', {
    entity: 'product',
    ids: [...new Set(ids)].slice(0, MOST_IDS),
    about: { warnings },
    details: { words },
  })
}

interface Loosened {
  readonly id: string
  /** Gets another id each time that it is asked for. */
  readonly isNew: boolean
  readonly words: string
}

/**
 * A larger step of prices, own or by another place in the tree. Of a product that was bought, another usual contamination, since the mark
 * of it stands to either side; of one that is bought or has a price, another name, by which people know what they pay for, and a larger
 * step of contamination, which takes small shares to nothing. A new node is measured by what it would have without its own step.
 */
function loosenedGuards(
  before: readonly GuardedNode[],
  after: readonly GuardedNode[],
  company_bp: number,
): Loosened[] {
  const was = new Map(before.map((node) => [node.id, node]))
  const now = new Map(after.map((node) => [node.id, node]))
  const loosened: Loosened[] = []
  const tell = (node: GuardedNode, words: string) =>
    loosened.push({ id: node.id, isNew: !was.has(node.id), words: `${node.name}: ${words}` })
  for (const node of after) {
    const old = was.get(node.id)
    const same = old?.price_step_bp === node.price_step_bp && old.parent_id === node.parent_id
    const step = stepOf(now, node.id, company_bp)
    const previous = old
      ? stepOf(was, node.id, company_bp)
      : stepOf(now, node.parent_id, company_bp)
    if (!same && step > previous)
      tell(node, `шаг цены без второго человека ${fromTo(previous, step)}`)
    if (node.kind === 'item' && old?.used && old.default_zasor_bp !== node.default_zasor_bp)
      tell(old, `обычный засор ${fromTo(old.default_zasor_bp, node.default_zasor_bp)}`)
    if (node.kind !== 'item' || !(old?.used || old?.priced)) continue
    if (old.name !== node.name) tell(old, `новое название ${quote(node.name)}`)
    if (node.zasor_step_g > old.zasor_step_g)
      tell(old, `шаг засора с ${inKg(old.zasor_step_g)} на ${inKg(node.zasor_step_g)}`)
  }
  return loosened
}

const inKg = (grams: number) => `${formatKg(grams)}\u00a0кг`
const fromTo = (was: number, now: number) =>
  `с ${formatPercent(was)}\u00a0% на ${formatPercent(now)}\u00a0%`

/** That of the nearest node upwards that has one, else the company's. */
function stepOf(
  nodes: ReadonlyMap<string, GuardedNode>,
  id: string | null,
  company_bp: number,
): number {
  const seen = new Set<string>()
  for (let at = id; at !== null && !seen.has(at); at = nodes.get(at)?.parent_id ?? null) {
    seen.add(at)
    const own = nodes.get(at)?.price_step_bp
    if (own !== undefined && own !== null) return own
  }
  return company_bp
}
