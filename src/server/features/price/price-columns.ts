import type { AuditAction } from '#contract/audit/actions/all-actions.ts'
import type { CallInput } from '#contract/core/call.ts'
import { quote } from '#contract/words/quote.ts'
import type { PriceColumn } from '#contract/price/price-entities.ts'
import type { price } from '#contract/price/price.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../idempotency.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { confirmColumn } from '../company/prices/confirm-column.ts'
import {
  changeColumn,
  columns,
  insertColumn,
  lockColumns,
  MAX_COLUMNS,
  reorderColumns,
  type ColumnRow,
} from './price-queries.ts'
import { lockPrices } from './cell-queries.ts'
import { changeAll } from './change-bulk.ts'
import { getPrice } from './read-prices.ts'

const TITLE_TAKEN = { price_column_title_unique: 'price.duplicate-title' } as const

// The contract's largest place: columns added beyond it share that order and sort by age.
const LAST_ORDER = 10_000

/** price/updateColumn: creates without an id; the first column of a company is its default (domain.md 3.10). */
export async function updateColumn(
  db: Db,
  input: CallInput<typeof price.updateColumn>,
): Promise<PriceColumn> {
  const { body } = input
  const id = await inTransaction(db, (tx) =>
    body.id ? rename(tx, body.id, body) : create(tx, body),
  )
  return presentColumn(db, id)
}

type Body = CallInput<typeof price.updateColumn>['body']

async function create(tx: Tx, body: Body): Promise<string> {
  const stamp = idempotencyKeyOf(body)
  const earlierId = await findEarlierCopy(tx, 'price_column', stamp)
  if (earlierId) return earlierId
  const all = await lockColumns(tx)
  const active = all.filter((column) => column.status === 'active')
  if (active.length >= MAX_COLUMNS)
    refuse('common.validation', { message: `В прайсе уже ${MAX_COLUMNS} колонок` })
  const id = uuidv7()
  const last = Math.max(0, ...active.map((column) => column.order))
  const order = body.order ?? Math.min(last + 1, LAST_ORDER)
  const isDefault = !active.some((column) => column.is_default)
  const column = { ...stamp, title: body.title!, order, is_default: isDefault }
  await insertColumn(tx, id, column).catch((error) => onConstraint(error, TITLE_TAKEN))
  note(tx, id, 'price_column.create', [null, { title: column.title, is_default: isDefault }])
  return id
}

async function rename(tx: Tx, id: string, body: Body): Promise<string> {
  const before = await lockColumn(tx, id)
  if (before.version !== body.version) refuse('common.stale')
  const values = {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.order !== undefined && { order: body.order }),
  }
  await changeColumn(tx, id, values).catch((error) => onConstraint(error, TITLE_TAKEN))
  note(tx, id, 'price_column.update', [{ title: before.title, order: before.order }, values])
  return id
}

/** price/deleteColumn: its suppliers fall back to the default column, its prices stay in the database. */
export async function deleteColumn(
  db: Db,
  input: CallInput<typeof price.deleteColumn>,
): Promise<PriceColumn> {
  await inTransaction(db, async (tx) => {
    const column = await lockColumn(tx, input.query.id)
    if (column.is_default) refuse('price.default-column')
    if (column.status === 'deleted') return
    const approverId = await confirmFallBack(tx, column, 'to default')
    await changeColumn(tx, column.id, { status: 'deleted' })
    const change = [{ status: 'active' }, { status: 'deleted' }] as const
    note(tx, column.id, 'price_column.delete', change, approverId)
  })
  return presentColumn(db, input.query.id)
}

/** price/restoreColumn. */
export async function restoreColumn(
  db: Db,
  input: CallInput<typeof price.restoreColumn>,
): Promise<PriceColumn> {
  await inTransaction(db, async (tx) => {
    const column = await lockColumn(tx, input.query.id)
    if (column.status === 'active') return
    const approverId = await confirmFallBack(tx, column, 'from default')
    await changeColumn(tx, column.id, { status: 'active' }).catch((error) =>
      onConstraint(error, TITLE_TAKEN),
    )
    const change = [{ status: 'deleted' }, { status: 'active' }] as const
    note(tx, column.id, 'price_column.restore', change, approverId)
  })
  return presentColumn(db, input.query.id)
}

/** Suppliers of a column get the default one's prices while it is deleted: both ways may pay more (domain.md 5.4). */
async function confirmFallBack(
  tx: Tx,
  column: ColumnRow,
  way: 'to default' | 'from default',
): Promise<string | null> {
  const main = (await columns(tx).where('c.is_default', '=', true).execute())[0]
  if (!main || column.suppliers_count === 0) return null
  const [from, to, words] =
    way === 'to default'
      ? [column.id, main.id, 'удаляется: её поставщики получат основную']
      : [main.id, column.id, 'возвращается своим поставщикам']
  return confirmColumn(tx, { from, to, onlyUp: true }, `Колонка ${quote(column.title)} ${words}`)
}

/** price/setDefaultColumn: the previous default column loses the mark in the same statement. */
export async function setDefaultColumn(
  db: Db,
  input: CallInput<typeof price.setDefaultColumn>,
): Promise<PriceColumn> {
  await inTransaction(db, async (tx) => {
    const all = await lockColumns(tx)
    const column = all.find((one) => one.id === input.query.id)
    if (!column) refuse('common.not-found')
    if (column.status === 'deleted') refuse('price.column-deleted')
    if (column.is_default) return
    const previous = all.find((one) => one.is_default)
    const change = { from: previous?.id ?? column.id, to: column.id, onlyUp: false }
    await lockPrices(tx)
    const approverId = await confirmColumn(
      tx,
      change,
      `Колонка ${quote(column.title)} станет основной`,
    )
    if (previous) {
      await changeColumn(tx, previous.id, { is_default: false })
      const lost = [{ is_default: true }, { is_default: false }] as const
      note(tx, previous.id, 'price_column.default', lost, approverId)
    }
    await changeColumn(tx, column.id, { is_default: true })
    const won = [{ is_default: false }, { is_default: true }] as const
    note(tx, column.id, 'price_column.default', won, approverId)
  })
  return presentColumn(db, input.query.id)
}

async function lockColumn(tx: Tx, id: string): Promise<ColumnRow> {
  const column = (await lockColumns(tx)).find((one) => one.id === id)
  return column ?? refuse('common.not-found')
}

async function presentColumn(db: Db, id: string): Promise<PriceColumn> {
  const row = await columns(db).where('c.id', '=', id).executeTakeFirst()
  return (row as PriceColumn | undefined) ?? refuse('common.not-found')
}

function note(
  tx: Tx,
  id: string,
  action: AuditAction,
  [before, after]: readonly [object | null, object],
  approverId: string | null = null,
): void {
  addAuditEvent(tx, { action, entity: 'price_column', id, before, after, approverId })
}

type Filter = NonNullable<CallInput<typeof price.getColumns>['query']['filter']>

/** price/getColumns: active ones unless a status is named; there are few, so one page holds them. */
export async function listColumns(
  db: Db,
  input: CallInput<typeof price.getColumns>,
): Promise<Answer<typeof price.getColumns>> {
  const filter = input.query.filter ?? {}
  const rows = sortColumns(
    (await columns(db).execute()).filter((row) => fits(row, filter)),
    filter,
  )
  const offset = filter.offset ?? 0
  const limit = filter.limit ?? MAX_COLUMNS
  const items = filter.with && !filter.with.includes('rows') ? [] : rows
  return {
    items: items.slice(offset, offset + limit) as PriceColumn[],
    total: rows.length,
    limit,
    offset,
    next: null,
  }
}

function fits(row: ColumnRow, filter: Filter): boolean {
  return (
    (filter.status ?? ['active']).includes(row.status as 'active' | 'deleted') &&
    (!filter.ids || filter.ids.includes(row.id)) &&
    (!filter.search || row.title.toLowerCase().includes(filter.search.toLowerCase()))
  )
}

function sortColumns(rows: ColumnRow[], filter: Filter): ColumnRow[] {
  const [field, direction] = filter.sort?.[0] ?? ['order', 'asc']
  const key = (row: ColumnRow) => (field === 'title' ? row.title.toLowerCase() : row.order)
  const list = rows.toSorted((a, b) => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
  return direction === 'desc' ? list.toReversed() : list
}

/** price/updateColumns: the order of the columns, or one change over many prices, in one transaction. */
export async function updateColumns(
  db: Db,
  input: CallInput<typeof price.updateColumns>,
): Promise<Answer<typeof price.updateColumns>> {
  const { body } = input
  if ('order' in body) {
    mustMay(db, 'price.columns')
    await inTransaction(db, (tx) => reorder(tx, body.order))
  } else {
    mustMay(db, 'price.edit')
    await inTransaction(db, (tx) => changeAll(tx, body.bulk, body.reason))
  }
  return getPrice(db)
}

async function reorder(tx: Tx, order: readonly string[]): Promise<void> {
  const active = (await lockColumns(tx)).filter((column) => column.status === 'active')
  const ids = new Set(active.map((column) => column.id))
  if (order.some((id) => !ids.has(id))) refuse('common.not-found')
  if (new Set(order).size !== ids.size || order.length !== ids.size)
    refuse('common.validation', { fields: { order: 'Назовите каждую колонку один раз' } })
  await reorderColumns(tx, order)
  const before = active.map((column) => column.id)
  for (const [place, id] of order.entries())
    if (before[place] !== id)
      addAuditEvent(tx, {
        action: 'price_column.order',
        entity: 'price_column',
        id,
        after: { place },
      })
}
