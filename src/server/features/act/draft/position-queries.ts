import { sql, type Insertable } from 'kysely'
import { positionFieldNames } from '#contract/act/position-fields.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { ActPosition as PositionTable } from '../../../db/schema.ts'
import { compiledQuery, type Scope } from '../../../db/query/compiled-query.ts'
import { uuidv7 } from '../../../db/uuid.ts'

const PLAIN_COLUMNS = positionFieldNames.map((name) => `p.${name}` as const)

const positions = compiledQuery((db, { actId }: { actId: string }) =>
  db.q
    .selectFrom('act_position as p')
    .innerJoin('product as g', (join) =>
      join.onRef('g.company_id', '=', 'p.company_id').onRef('g.id', '=', 'p.product_id'),
    )
    .leftJoin('price_in_force as c', (join) =>
      join
        .onRef('c.company_id', '=', 'p.company_id')
        .onRef('c.product_id', '=', 'p.product_id')
        .onRef('c.column_id', '=', 'p.column_id'),
    )
    .leftJoin('app_user as u', 'u.id', 'p.approver_id')
    .leftJoin('weight_act_line as l', (join) =>
      join.onRef('l.company_id', '=', 'p.company_id').onRef('l.id', '=', 'p.line_id'),
    )
    .where('p.company_id', '=', db.companyId)
    .where('p.act_id', '=', actId)
    .select([
      ...PLAIN_COLUMNS,
      'p.id',
      'p.order',
      'p.product_id',
      'p.name',
      'p.gost_category',
      'p.waste_code',
      'p.measure',
      'p.line_id',
      'p.gross_g',
      'p.tare_g',
      'p.pack_g',
      'p.phys_g',
      'p.deductions',
      'p.base_g',
      'p.zasor_mode',
      'p.zasor_bp',
      'p.zasor_g',
      'l.zasor_step_g',
      'p.net_g',
      'p.qty',
      'p.column_id',
      'p.base_price_kop',
      'p.price_kop',
      'p.price_source',
      'p.override_reason',
      'p.approver_id',
      'p.base_price_supplier_id',
      'p.base_price_at',
      'p.previous_price_kop',
      'p.reprice_reason',
      'p.from_issued_act',
      'p.amount_kop',
      'u.full_name as approver_name',
      'c.price_kop as price_now_kop',
      'g.code',
      'g.metal_class',
      'g.allowed_from_person',
    ])
    .orderBy('p.order')
    .limit(201),
)

/** Positions of an act in their order, with what the list says of their prices now. */
export function positionsOf(db: Db, actId: string) {
  return positions(db, { actId })
}

export type PositionRow = Awaited<ReturnType<typeof positionsOf>>[number]

export type PositionValues = Omit<
  Insertable<PositionTable>,
  'company_id' | 'id' | 'act_id' | 'order' | 'created_by' | 'updated_by'
>

/** Takes all positions off a draft, so that lines behind them may be replaced. */
export async function clearPositions(db: Tx, actId: string): Promise<void> {
  await db.q
    .deleteFrom('act_position')
    .where('company_id', '=', db.companyId)
    .where('act_id', '=', actId)
    .execute()
}

export async function insertPositions(
  db: Tx,
  actId: string,
  positions: readonly PositionValues[],
): Promise<void> {
  if (positions.length === 0) return
  const by = db.caller.userId
  await db.q
    .insertInto('act_position')
    .values(
      positions.map((position, order) => ({
        ...position,
        company_id: db.companyId,
        id: uuidv7(),
        act_id: actId,
        order,
        created_by: by,
        updated_by: by,
      })),
    )
    .execute()
}

/** Who confirmed is noted on positions; the act's version stays, since nothing of it changed. */
export async function markApproved(
  db: Tx,
  positionIds: readonly string[],
  approverId: string,
): Promise<void> {
  await db.q
    .updateTable('act_position')
    .set({ approver_id: approverId })
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${positionIds})`)
    .execute()
}

const productsQuery = compiledQuery(
  (db, given: { ids: readonly string[]; columnId: string | null }) =>
    db.q
      .selectFrom('product as g')
      .innerJoin(columnFor(db, given.columnId).as('column'), (join) => join.onTrue())
      .leftJoin('price_in_force as c', (join) =>
        join
          .onRef('c.company_id', '=', 'g.company_id')
          .onRef('c.product_id', '=', 'g.id')
          .onRef('c.column_id', '=', 'column.id'),
      )
      .where('g.company_id', '=', db.companyId)
      .where('g.kind', '=', 'item')
      .where(sql<boolean>`g.id = any(${given.ids})`)
      .select([
        'g.id',
        'g.name',
        'g.gost_category',
        'g.waste_code',
        'g.measure',
        'g.metal_class',
        'g.allowed_from_person',
        'g.status',
        'column.id as column_id',
        'c.price_kop',
      ]),
)

/** The supplier's own column while it is active, otherwise the company's default one. */
function columnFor(db: Scope, supplierColumnId: string | null) {
  return db.q
    .selectFrom('price_column')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('id', '=', supplierColumnId), eb('is_default', '=', true)]))
    .select('id')
    .orderBy('is_default')
    .limit(1)
}

const priceColumn = compiledQuery((db, { columnId }: { columnId: string | null }) =>
  columnFor(db, columnId),
)

/** The price column in effect today for the column stored in the supplier's card. */
export async function priceColumnOf(db: Db, supplierColumnId: string | null) {
  return (await priceColumn(db, { columnId: supplierColumnId })).at(0)?.id
}

/** Products as positions need them, with the supplier's present prices; null without a price in the column. */
export function productsOf(db: Db, ids: readonly string[], supplierColumnId: string | null) {
  return productsQuery(db, { ids, columnId: supplierColumnId })
}

export type PricedProduct = Awaited<ReturnType<typeof productsOf>>[number]
