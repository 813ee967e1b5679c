import type { CallInput } from '#contract/core/call.ts'
import type { product } from '#contract/price/product.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { changeProduct, lockCatalogue, renumber, type ProductRow } from './product-queries.ts'
import { presentProduct } from './product-row.ts'
import { assertDepth } from './tree-depth.ts'
import { depthOf, heightOf, isWithin, siblingsWith } from './tree.ts'

type Body = CallInput<typeof product.move>['body']

/** product/move: a node gets a place among its new siblings, which are renumbered. */
export async function moveProduct(
  db: Db,
  input: CallInput<typeof product.move>,
): Promise<Answer<typeof product.move>> {
  const { body } = input
  const ids = await inTransaction(db, (tx) => move(tx, body))
  return {
    product: await presentProduct(db, body.id),
    siblings: ids.map((id, order) => ({ id, order })),
  }
}

async function move(tx: Tx, body: Body): Promise<string[]> {
  const nodes = await lockCatalogue(tx)
  const node = nodes.find((one) => one.id === body.id)
  if (!node) refuse('common.not-found')
  assertPlace(nodes, node, body.new_parent_id)
  await assertDepth(tx, depthOf(nodes, body.new_parent_id) + heightOf(nodes, node.id))
  const ids = siblingsWith(nodes, body.new_parent_id, node.id, body.position)
  await changeProduct(tx, node.id, { parent_id: body.new_parent_id })
  await renumber(tx, ids)
  addAuditEvent(tx, {
    action: 'product.move',
    entity: 'product',
    id: node.id,
    before: { parent_id: node.parent_id, order: node.order },
    after: { parent_id: body.new_parent_id, order: ids.indexOf(node.id) },
  })
  return ids
}

function assertPlace(
  nodes: readonly ProductRow[],
  node: ProductRow,
  parentId: string | null,
): void {
  if (isWithin(nodes, parentId, node.id)) refuse('product.cycle')
  const parent = nodes.find((one) => one.id === parentId)
  if (parentId !== null && (parent?.kind !== 'group' || parent.status !== 'active'))
    refuse('product.bad-parent')
}
