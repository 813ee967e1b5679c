import type { AuditAction } from '#contract/audit/actions/all-actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import { productFields } from '#contract/price/product-record.ts'
import type { Product, product } from '#contract/price/product.ts'
import { givenFields, startValues } from '#contract/record/record-field.ts'
import { nameSearchText } from '#contract/requisites/names.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf, type IdempotencyKey } from '../../idempotency.ts'
import { confirmLoosening } from './loosened-guards.ts'
import {
  allProducts,
  changeProduct,
  insertProduct,
  lockCatalogue,
  MAX_PRODUCTS,
  isUntouched,
  removeProduct,
  renumber,
  type ProductRow,
  type ProductValues,
} from './product-queries.ts'
import { presentProduct, productAudit } from './product-row.ts'
import { CLASS_MISSING } from './product-sheet.ts'
import { assertDepth } from './tree-depth.ts'
import { depthOf, heightOf, isWithin, siblingsWith } from './tree.ts'

type Body = CallInput<typeof product.update>['body']

const CODE_TAKEN = { product_code_unique: 'product.duplicate-code' } as const

/** product/update: creates without an id, changes with one, brings back with `restore` (domain.md 3.9). */
export async function updateProduct(
  db: Db,
  input: CallInput<typeof product.update>,
): Promise<Product> {
  const { body } = input
  const id = await inTransaction(db, (tx) =>
    body.id ? change(tx, body.id, body) : create(tx, body),
  )
  return presentProduct(db, id)
}

async function create(tx: Tx, body: Body): Promise<string> {
  const stamp: IdempotencyKey = idempotencyKeyOf(body)
  const earlierId = await findEarlierCopy(tx, 'product', stamp)
  if (earlierId) return earlierId
  assertClass(body)
  const nodes = await lockCatalogue(tx)
  if (nodes.length >= MAX_PRODUCTS)
    refuse('common.validation', { message: `Позиций в номенклатуре уже ${MAX_PRODUCTS}` })
  const parentId = body.parent_id ?? null
  await assertParent(tx, nodes, parentId, 1)
  const id = uuidv7()
  const values = {
    ...newValues(body),
    ...stamp,
    parent_id: parentId,
    order: lastPlace(nodes, parentId),
  }
  await confirmLoosening(tx, nodes, [
    ...nodes,
    { ...startValues(productFields), ...values, id, used: false, priced: false },
  ])
  await insertProduct(tx, id, values).catch((error) => onConstraint(error, CODE_TAKEN))
  await note(tx, id, 'product.create')
  return id
}

/** Products that became «not scrap» by default would be bought under another document and without radiation control. */
function assertClass(body: Body): void {
  if (body.kind === 'item' && body.metal_class === undefined)
    refuse('common.validation', { fields: { metal_class: CLASS_MISSING } })
}

/** Requires that the parent group exists and that the depth limit leaves room for so many levels below it. */
async function assertParent(
  tx: Tx,
  nodes: readonly ProductRow[],
  parentId: string | null,
  height: number,
): Promise<void> {
  const parent = nodes.find((node) => node.id === parentId)
  if (parentId !== null && (parent?.kind !== 'group' || parent.status !== 'active'))
    refuse('product.bad-parent')
  await assertDepth(tx, depthOf(nodes, parentId) + height)
}

function lastPlace(nodes: readonly ProductRow[], parentId: string | null): number {
  const orders = nodes.filter((node) => node.parent_id === parentId).map((node) => node.order)
  return Math.max(-1, ...orders) + 1
}

function newValues(body: Body): ProductValues {
  const measure = body.measure ?? (body.display_unit === 'pcs' ? 'piece' : 'weight')
  const metal = body.metal_class ?? 'none'
  return {
    ...givenFields(productFields, body),
    kind: body.kind!,
    name: body.name!,
    name_search: nameSearchText(body.name!),
    measure,
    display_unit: body.display_unit ?? (measure === 'piece' ? 'pcs' : 'kg'),
    metal_class: metal,
    // domain.md 2.5: scrap is checked by default.
    requires_radiation_check: body.requires_radiation_check ?? metal !== 'none',
  }
}

async function change(tx: Tx, id: string, body: Body): Promise<string> {
  const nodes = await lockCatalogue(tx)
  const before = nodes.find((node) => node.id === id)
  if (!before) refuse('common.not-found')
  if (before.version !== body.version) refuse('common.stale')
  assertFixed(before, body)
  const parentId = body.parent_id === undefined ? before.parent_id : body.parent_id
  const moved = parentId !== before.parent_id
  if (moved && isWithin(nodes, parentId, id)) refuse('product.bad-parent')
  if (moved || body.restore) await assertParent(tx, nodes, parentId, heightOf(nodes, id))
  if (before.status === 'archived' && !body.restore) refuse('common.bad-transition')
  const fields = givenFields(productFields, body)
  await confirmLoosening(tx, nodes, withNode(nodes, { ...before, ...fields, parent_id: parentId }))
  await changeProduct(tx, id, {
    ...fields,
    ...measureFields(before, body),
    ...(body.name && { name_search: nameSearchText(body.name) }),
    ...(moved && { parent_id: parentId, order: lastPlace(nodes, parentId) }),
    ...(body.restore && { status: 'active' }),
  }).catch((error) => onConstraint(error, CODE_TAKEN))
  await note(tx, id, body.restore ? 'product.restore' : 'product.update', before)
  return id
}

const withNode = (nodes: readonly ProductRow[], changed: ProductRow) =>
  nodes.map((node) => (node.id === changed.id ? changed : node))

function assertFixed(before: ProductRow, body: Body): void {
  if (body.kind !== undefined && body.kind !== before.kind)
    refuse('common.validation', { fields: { kind: 'Группу нельзя сделать позицией и наоборот' } })
  if (before.used && body.measure !== undefined && body.measure !== before.measure)
    refuse('product.measure-fixed')
}

/** A measure and its unit go together: a unit of the other measure is refused, a new measure brings its own unit. */
function measureFields(before: ProductRow, body: Body): Partial<ProductValues> {
  const measure = body.measure ?? before.measure
  const storedUnit =
    (measure === 'piece') === (before.display_unit === 'pcs') && before.display_unit
  const unit = body.display_unit ?? (storedUnit || (measure === 'piece' ? 'pcs' : 'kg'))
  if ((measure === 'piece') !== (unit === 'pcs'))
    refuse('common.validation', { fields: { display_unit: 'Единица не подходит к мере' } })
  return { measure, display_unit: unit }
}

async function note(tx: Tx, id: string, action: AuditAction, before?: ProductRow): Promise<void> {
  const row = (await allProducts(tx)).find((one) => one.id === id)!
  const after = productAudit(row)
  addAuditEvent(tx, {
    action,
    entity: 'product',
    id,
    before: before ? productAudit(before) : null,
    after,
  })
}

/** product/delete: what nothing refers to goes, the rest is archived and hidden from new documents (domain.md 3.9). */
export function deleteProduct(
  db: Db,
  input: CallInput<typeof product.delete>,
): Promise<{ ok: true; archived: boolean }> {
  return inTransaction(db, async (tx) => ({ ok: true, archived: await drop(tx, input.query.id) }))
}

async function drop(tx: Tx, id: string): Promise<boolean> {
  const nodes = await lockCatalogue(tx)
  const node = nodes.find((one) => one.id === id)
  if (!node) refuse('common.not-found')
  if (node.status === 'archived') return true
  if (nodes.some((one) => one.parent_id === id && one.status === 'active'))
    refuse('product.not-empty')
  const archived = !(await isUntouched(tx, id))
  if (archived) await changeProduct(tx, id, { status: 'archived' })
  else await removeProduct(tx, id)
  addAuditEvent(tx, {
    action: archived ? 'product.archive' : 'product.delete',
    entity: 'product',
    id,
    before: productAudit(node),
  })
  return archived
}

type MoveBody = CallInput<typeof product.move>['body']

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

async function move(tx: Tx, body: MoveBody): Promise<string[]> {
  const nodes = await lockCatalogue(tx)
  const node = nodes.find((one) => one.id === body.id)
  if (!node) refuse('common.not-found')
  assertPlace(nodes, node, body.new_parent_id)
  await assertDepth(tx, depthOf(nodes, body.new_parent_id) + heightOf(nodes, node.id))
  await confirmLoosening(tx, nodes, withNode(nodes, { ...node, parent_id: body.new_parent_id }))
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
