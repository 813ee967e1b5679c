import { sql } from 'kysely'
import type { Db } from '../../db/handle.ts'

/** The record whose history is read, and the change after which reading continues. */
export interface PastOf {
  readonly productId: string | undefined
  readonly columnId: string | undefined
  readonly after: { readonly at: string; readonly id: string } | undefined
  readonly limit: number
}

/** Changes of a price or of a column, newest first, from a place that an earlier page ended at. */
export function pastOf(db: Db, { productId, columnId, after, limit }: PastOf) {
  let query = db.q
    .selectFrom('price_history as h')
    .innerJoin('price_column as c', (join) =>
      join.onRef('c.company_id', '=', 'h.company_id').onRef('c.id', '=', 'h.column_id'),
    )
    .innerJoin('product as p', (join) =>
      join.onRef('p.company_id', '=', 'h.company_id').onRef('p.id', '=', 'h.product_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'h.by')
    .where('h.company_id', '=', db.companyId)
  if (productId) query = query.where('h.product_id', '=', productId)
  if (columnId) query = query.where('h.column_id', '=', columnId)
  if (after)
    query = query.where(sql<boolean>`(h.at, h.id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  return query
    .select([
      'h.id',
      'p.name as product_name',
      'h.column_id',
      'c.title as column_title',
      'h.old_kop',
      'h.new_kop',
      'h.reason',
      'h.at',
      'u.full_name as by_name',
    ])
    .orderBy('h.at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute()
}

// As many columns as a price list may have; plans beyond them are cancelled one by one from their own cells.
const MAX_PLANS = 200

/** Prices of a product or of a column that wait for their moment, the nearest first. */
export function plansOf(db: Db, productId: string | undefined, columnId: string | undefined) {
  let query = db.q
    .selectFrom('price_plan as p')
    .innerJoin('price_column as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.column_id'),
    )
    .innerJoin('product as g', (join) =>
      join.onRef('g.company_id', '=', 'p.company_id').onRef('g.id', '=', 'p.product_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'p.created_by')
    .where('p.company_id', '=', db.companyId)
    .where('p.status', '=', 'waiting')
    .where('p.from_at', '>', sql<string>`now()`)
  if (productId) query = query.where('p.product_id', '=', productId)
  if (columnId) query = query.where('p.column_id', '=', columnId)
  return query
    .select([
      'p.id',
      'g.name as product_name',
      'c.title as column_title',
      'p.price_kop',
      'p.from_at',
      'u.full_name as by_name',
    ])
    .orderBy('p.from_at')
    .orderBy('p.id')
    .limit(MAX_PLANS)
    .execute()
}

/** Whether the caller's company has the product, in whatever status: the past outlives the archive. */
export async function productExists(db: Db, id: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the caller's company has the column, also a deleted one. */
export async function columnExists(db: Db, id: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('price_column')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
