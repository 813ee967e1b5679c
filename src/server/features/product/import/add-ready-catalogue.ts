import type { CallInput } from '#contract/core/call.ts'
import type { readyCatalogue } from '#contract/price/ready-catalogue.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import {
  insertProducts,
  lockCatalogue,
  MAX_PRODUCTS,
  type ProductRow,
  type ProductValues,
} from '../product-queries.ts'
import { readyProducts } from './ready-products.ts'

type Row = ProductValues & { id: string }

/**
 * product/addReadyCatalogue: the chosen sections as groups of the first level. A group or a product of the same name stays as
 * it is, archived or not, so that the call may be repeated.
 */
export function addReadyCatalogue(
  db: Db,
  { body }: CallInput<typeof readyCatalogue.addReady>,
): Promise<Answer<typeof readyCatalogue.addReady>> {
  return inTransaction(db, async (tx) => {
    const nodes = await lockCatalogue(tx)
    const sections = [...new Set(body.sections)].map((code) => readyProducts[code])
    const rows = sections.flatMap((section, at) => rowsOf(nodes, section, at))
    if (nodes.length + rows.length > MAX_PRODUCTS)
      refuse('common.validation', { message: `Позиций в номенклатуре уже ${nodes.length}` })
    await insertProducts(tx, rows)
    for (const row of rows) tellCreated(tx, row)
    const asked = sections.reduce((sum, { products }) => sum + products.length, 0)
    const added = rows.filter(({ kind }) => kind === 'item').length
    return { added, present: asked - added }
  })
}

/** The group of a section, where there is none of its name, and those of its products that the group lacks. */
function rowsOf(
  nodes: readonly ProductRow[],
  { title, usual, products }: (typeof readyProducts)['ferrous'],
  at: number,
): Row[] {
  const nodesByName = (parent: string | null) =>
    new Map(nodes.filter((n) => n.parent_id === parent).map((n) => [n.name_search, n]))
  const known = nodesByName(null).get(nameSearchText(title))
  if (known && (known.kind !== 'group' || known.status !== 'active')) return []
  const group: Row = {
    id: uuidv7(),
    kind: 'group',
    name: title,
    name_search: nameSearchText(title),
    parent_id: null,
    order: placeAfter(nodes, null) + at,
  }
  const parentId = known?.id ?? group.id
  const present = known ? nodesByName(known.id) : new Map()
  const first = placeAfter(nodes, parentId)
  const items = products
    .filter(({ name }) => !present.has(nameSearchText(name)))
    .map(({ name, gost, more }, place): Row => ({
      id: uuidv7(),
      kind: 'item',
      name,
      name_search: nameSearchText(name),
      parent_id: parentId,
      order: first + place,
      requires_radiation_check: usual.metal_class !== 'none',
      ...usual,
      ...(gost && { gost_category: gost }),
      ...more,
    }))
  return known ? items : [group, ...items]
}

function placeAfter(nodes: readonly ProductRow[], parentId: string | null): number {
  return Math.max(-1, ...nodes.filter((n) => n.parent_id === parentId).map((n) => n.order)) + 1
}

function tellCreated(tx: Tx, { id, ...after }: Row): void {
  addAuditEvent(tx, { action: 'product.create', entity: 'product', id, before: null, after })
}
