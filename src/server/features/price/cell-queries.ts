import { sql } from 'kysely'
import type { Tx } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'

export interface CellRow {
  readonly product_id: string
  readonly column_id: string
  readonly price_kop: number | null
  readonly version: number
}

/** One cell, held until the end of the transaction; the advisory lock also holds a cell that has no row yet. */
export async function lockCell(
  db: Tx,
  productId: string,
  columnId: string,
): Promise<CellRow | undefined> {
  const key = `price_cell:${db.companyId}:${productId}:${columnId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db.q)
  return db.q
    .selectFrom('price_cell')
    .where('company_id', '=', db.companyId)
    .where('product_id', '=', productId)
    .where('column_id', '=', columnId)
    .select(['product_id', 'column_id', 'price_kop', 'version'])
    .forUpdate()
    .executeTakeFirst()
}

/** Every price of a column that is set, locked; products that are archived keep theirs. */
export function lockCellsOfColumn(
  db: Tx,
  columnId: string,
  productIds: readonly string[] | undefined,
): Promise<CellRow[]> {
  let query = db.q
    .selectFrom('price_cell as x')
    .innerJoin('product as p', (join) =>
      join.onRef('p.company_id', '=', 'x.company_id').onRef('p.id', '=', 'x.product_id'),
    )
    .where('x.company_id', '=', db.companyId)
    .where('x.column_id', '=', columnId)
    .where('x.price_kop', 'is not', null)
    .where('p.status', '=', 'active')
  if (productIds) query = query.where(sql<boolean>`x.product_id = any(${productIds})`)
  return query
    .select(['x.product_id', 'x.column_id', 'x.price_kop', 'x.version'])
    .orderBy('x.product_id')
    .forUpdate('x')
    .execute()
}

export interface CellChange {
  readonly product_id: string
  readonly column_id: string
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
  await db.q
    .insertInto('price_cell')
    .values(
      changes.map((change) => ({
        company_id: db.companyId,
        product_id: change.product_id,
        column_id: change.column_id,
        price_kop: change.new_kop,
        created_by: by,
        updated_by: by,
      })),
    )
    .onConflict((oc) =>
      oc.columns(['company_id', 'product_id', 'column_id']).doUpdateSet({
        price_kop: sql`excluded.price_kop`,
        updated_at: sql`now()`,
        updated_by: by,
        version: sql`price_cell.version + 1`,
      }),
    )
    .execute()
  await db.q
    .insertInto('price_history')
    .values(
      changes.map((change) => ({ ...change, company_id: db.companyId, id: uuidv7(), reason, by })),
    )
    .execute()
}

export async function productsExist(db: Tx, ids: readonly string[]): Promise<boolean> {
  const rows = await db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .select('id')
    .execute()
  return rows.length === new Set(ids).size
}

/** The nodes that a price is asked for: groups have none. */
export async function productKind(db: Tx, id: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('kind')
    .executeTakeFirst()
  return row?.kind
}

export async function columnStatus(db: Tx, id: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('price_column')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('status')
    .executeTakeFirst()
  return row?.status
}
