import { sql } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'

/** Columns of the price list with how many suppliers have chosen them. */
export function columns(db: Db) {
  return db.q
    .selectFrom('price_column as c')
    .where('c.company_id', '=', db.companyId)
    .select([
      'c.id',
      'c.title',
      'c.order',
      'c.is_default',
      'c.status',
      sql<number>`(select count(*) from supplier s where s.company_id = c.company_id
        and s.price_column_id = c.id)::int`.as('suppliers_count'),
      'c.version',
    ])
}

export type ColumnRow = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>

// The contract shows at most so many columns; the rest of a longer list would never be seen.
export const MAX_COLUMNS = 200

export function activeColumns(db: Db): Promise<ColumnRow[]> {
  return columns(db)
    .where('c.status', '=', 'active')
    .orderBy('c.order')
    .orderBy('c.id')
    .limit(MAX_COLUMNS)
    .execute()
}

/** Every price of the active columns that is in force now, with who set it. */
export function cellsOfActiveColumns(db: Db) {
  return db.q
    .selectFrom('price_in_force as x')
    .innerJoin('price_column as c', (join) =>
      join.onRef('c.company_id', '=', 'x.company_id').onRef('c.id', '=', 'x.column_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'x.updated_by')
    .where('x.company_id', '=', db.companyId)
    .where('c.status', '=', 'active')
    .select([
      'x.product_id',
      'x.column_id',
      'x.price_kop',
      'x.version',
      'x.updated_at',
      'u.full_name as updated_by_name',
    ])
    .$narrowType<{ product_id: string; column_id: string; version: number; updated_at: string }>()
    .execute()
}

/** The nearest price of each cell that waits for its moment. */
export function nextPlans(db: Db) {
  return db.q
    .selectFrom('price_plan')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'waiting')
    .where('from_at', '>', sql<string>`now()`)
    .distinctOn(['product_id', 'column_id'])
    .select(['id', 'product_id', 'column_id', 'price_kop', 'from_at'])
    .orderBy('product_id')
    .orderBy('column_id')
    .orderBy('from_at')
    .execute()
}

/** Nodes that the price list shows, to be put into the order of the tree. */
export function pricedProducts(db: Db) {
  return db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'active')
    .select(['id', 'parent_id', 'order', 'kind', 'name', 'code', 'measure', 'display_unit'])
    .limit(10_000)
    .execute()
}

export async function databaseNow(db: Db): Promise<string> {
  const row = await db.q.selectNoFrom(sql<string>`now()`.as('now')).executeTakeFirstOrThrow()
  return row.now
}

/** One change of columns at a time in a company: titles, order and the default depend on each other. */
export async function lockColumns(db: Tx): Promise<ColumnRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`price_column:${db.companyId}`}, 0))`.execute(
    db.q,
  )
  return columns(db).orderBy('c.order').orderBy('c.id').execute()
}

export interface NewColumn {
  readonly client_id: string | null
  readonly client_hash: Buffer | null
  readonly title: string
  readonly order: number
  readonly is_default: boolean
}

export async function insertColumn(db: Tx, id: string, column: NewColumn): Promise<void> {
  const by = db.caller.userId
  await db.q
    .insertInto('price_column')
    .values({ ...column, company_id: db.companyId, id, created_by: by, updated_by: by })
    .execute()
}

export async function changeColumn(
  db: Tx,
  id: string,
  values: Partial<{ title: string; order: number; is_default: boolean; status: string }>,
): Promise<void> {
  await db.q
    .updateTable('price_column')
    .set({ ...values, ...changeColumns(db) })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Sets the order of columns in one statement; columns already in place are not updated. */
export async function reorderColumns(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update price_column c set "order" = place.n, updated_at = now(), updated_by = ${db.caller.userId},
      version = version + 1
    from unnest(${ids}::uuid[]) with ordinality as place (id, n)
    where c.company_id = ${db.companyId} and c.id = place.id and c."order" <> place.n
  `.execute(db.q)
}

/** Whose price list it is, for the sheet on the wall. */
export function companyHead(db: Db): Promise<{ name: string; phone: string }> {
  return db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select(['name', 'phone'])
    .executeTakeFirstOrThrow()
}
