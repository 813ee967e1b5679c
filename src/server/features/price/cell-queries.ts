import { sql } from 'kysely'
import type { Tx } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'

/** A place in the grid. */
export interface CellAt {
  readonly product_id: string
  readonly column_id: string
}

export interface CellRow extends CellAt {
  readonly price_kop: number | null
  readonly version: number
}

/**
 * One change of prices at a time in a company: a pasted block of thousands of cells would need as many locks, and two
 * of them could wait for each other in a ring. The longest holder is a block, a few hundred milliseconds.
 */
export async function lockPrices(db: Tx): Promise<void> {
  const key = `price_cell:${db.companyId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db.q)
}

/** The facts that a change of a cell is validated by; null where the product, the column or the cell does not exist. */
export interface CellFacts {
  readonly kind: string | null
  readonly column_status: string | null
  readonly price_kop: number | null
  readonly version: number | null
}

/** The facts of many cells by one statement, in their order. */
export async function factsOfCells(db: Tx, cells: readonly CellAt[]): Promise<CellFacts[]> {
  const { rows } = await sql<CellFacts>`
    select p.kind, c.status as column_status, x.price_kop, x.version
    from unnest(${cells.map((cell) => cell.product_id)}::uuid[],
      ${cells.map((cell) => cell.column_id)}::uuid[]) with ordinality as a (product_id, column_id, n)
    left join product p on p.company_id = ${db.companyId} and p.id = a.product_id
    left join price_column c on c.company_id = ${db.companyId} and c.id = a.column_id
    left join price_cell x on x.company_id = ${db.companyId} and x.product_id = a.product_id
      and x.column_id = a.column_id
    order by a.n
  `.execute(db.q)
  return rows
}

/** Every price of a column that is set; products that are archived keep theirs. */
export function cellsOfColumn(
  db: Pick<Tx, 'q' | 'companyId'>,
  columnId: string,
  productIds: readonly string[] | undefined,
): Promise<(CellRow & { name: string })[]> {
  let query = db.q
    .selectFrom('price_in_force as x')
    .innerJoin('product as p', (join) =>
      join.onRef('p.company_id', '=', 'x.company_id').onRef('p.id', '=', 'x.product_id'),
    )
    .where('x.company_id', '=', db.companyId)
    .where('x.column_id', '=', columnId)
    .where('x.price_kop', 'is not', null)
    .where('p.status', '=', 'active')
  if (productIds) query = query.where(sql<boolean>`x.product_id = any(${productIds})`)
  return query
    .select(['x.product_id', 'x.column_id', 'x.price_kop', 'x.version', 'p.name'])
    .orderBy('p.name')
    .orderBy('x.product_id')
    .$narrowType<{ product_id: string; column_id: string; version: number }>()
    .execute()
}

export interface CellChange extends CellAt {
  readonly old_kop: number | null
  readonly new_kop: number | null
}

/** Writes prices and their past in two statements, whatever their number. */
export async function writeCells(
  db: Tx,
  changes: readonly CellChange[],
  reason: 'cell' | 'bulk',
): Promise<void> {
  if (changes.length === 0) return
  const by = db.caller.userId
  const products = changes.map((change) => change.product_id)
  const columns = changes.map((change) => change.column_id)
  const prices = changes.map((change) => change.new_kop)
  await sql`
    insert into price_cell (company_id, product_id, column_id, price_kop, created_by, updated_by)
    select p.company_id, a.product_id, a.column_id, a.price_kop, ${by}::uuid, ${by}::uuid
    from unnest(${products}::uuid[], ${columns}::uuid[], ${prices}::bigint[])
      as a (product_id, column_id, price_kop)
      join product p on p.company_id = ${db.companyId} and p.id = a.product_id
    on conflict (company_id, product_id, column_id) do update set price_kop = excluded.price_kop,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by, version = price_cell.version + 1
  `.execute(db.q)
  await sql`
    insert into price_history (company_id, id, product_id, column_id, old_kop, new_kop, reason, by)
    select p.company_id, a.id, a.product_id, a.column_id, a.old_kop, a.new_kop, ${reason}, ${by}::uuid
    from unnest(${changes.map(() => uuidv7())}::uuid[], ${products}::uuid[], ${columns}::uuid[],
      ${changes.map((change) => change.old_kop)}::bigint[], ${prices}::bigint[])
      as a (id, product_id, column_id, old_kop, new_kop)
      join product p on p.company_id = ${db.companyId} and p.id = a.product_id
  `.execute(db.q)
}

export async function productsExist(
  db: Pick<Tx, 'q' | 'companyId'>,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .select('id')
    .execute()
  return rows.length === new Set(ids).size
}

export async function columnStatus(
  db: Pick<Tx, 'q' | 'companyId'>,
  id: string,
): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('price_column')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('status')
    .executeTakeFirst()
  return row?.status
}
