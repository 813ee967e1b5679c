import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'
import type { CellAt, CellChange } from '../cell-queries.ts'
import type { TimedChange } from '../steps-over.ts'

export const DUE_PLANS = 'price.plans'

/**
 * Moves due planned prices into their cells and writes each to the history at its planned moment. Every command that changes
 * prices calls this first, so no later change can precede a due price in the history. Returns the moved cells.
 */
export async function moveDuePlans(db: Tx): Promise<CellChange[]> {
  const { rows: plans } = await sql<DuePlan>`
    with due as (
      update price_plan set status = 'done', updated_at = now(), version = version + 1
      where company_id = ${db.companyId} and status = 'waiting' and from_at <= now()
      returning product_id, column_id, price_kop, from_at, created_by)
    select * from due order by from_at`.execute(db.q)
  if (plans.length === 0) return []
  const { rows: cells } = await sql<CellAt & { price_kop: number | null }>`
    select product_id, column_id, price_kop from price_cell where company_id = ${db.companyId}
      and product_id = any(${plans.map((plan) => plan.product_id)}::uuid[])`.execute(db.q)
  const before = new Map(cells.map((cell) => [placeOf(cell), cell.price_kop]))
  const present = new Map(before)
  const steps = plans.flatMap((plan) => {
    const old_kop = present.get(placeOf(plan))
    if (old_kop === undefined) return []
    present.set(placeOf(plan), plan.price_kop)
    return [{ ...plan, id: uuidv7(), old_kop }]
  })
  const column = <K extends keyof (typeof steps)[number]>(key: K) => steps.map((step) => step[key])
  await sql`
    insert into price_history (company_id, id, product_id, column_id, old_kop, new_kop, reason, at, by)
    select p.company_id, a.id, a.product_id, a.column_id, a.old_kop, a.new_kop, 'plan', a.at, a.by
    from unnest(${column('id')}::uuid[], ${column('product_id')}::uuid[], ${column('column_id')}::uuid[],
      ${column('old_kop')}::bigint[], ${column('price_kop')}::bigint[], ${column('from_at')}::timestamptz[],
      ${column('created_by')}::uuid[]) as a (id, product_id, column_id, old_kop, new_kop, at, by)
      join product p on p.company_id = ${db.companyId} and p.id = a.product_id
  `.execute(db.q)
  const last = new Map(steps.map((step) => [placeOf(step), step]))
  const moved = [...last.values()]
  await sql`
    update price_cell x set price_kop = a.price_kop, updated_at = a.at, updated_by = a.by, version = x.version + a.plans
    from unnest(${moved.map((one) => one.product_id)}::uuid[], ${moved.map((one) => one.column_id)}::uuid[],
      ${moved.map((one) => one.price_kop)}::bigint[], ${moved.map((one) => one.from_at)}::timestamptz[],
      ${moved.map((one) => one.created_by)}::uuid[],
      ${moved.map((one) => steps.filter((step) => placeOf(step) === placeOf(one)).length)}::int[])
      as a (product_id, column_id, price_kop, at, by, plans)
    where x.company_id = ${db.companyId} and x.product_id = a.product_id and x.column_id = a.column_id
  `.execute(db.q)
  return moved.map((one) => ({
    product_id: one.product_id,
    column_id: one.column_id,
    old_kop: before.get(placeOf(one)) ?? null,
    new_kop: one.price_kop,
  }))
}

interface DuePlan extends CellAt {
  readonly price_kop: number | null
  readonly from_at: string
  readonly created_by: string
}

const placeOf = ({ product_id, column_id }: CellAt) => `${product_id} ${column_id}`

/** Companies that have a price whose moment has come. */
export async function companiesWithDuePlans(db: Pick<Db, 'q'>): Promise<SweptRow[]> {
  const rows = await db.q
    .selectFrom('price_plan')
    .where('status', '=', 'waiting')
    .where('from_at', '<=', sql<string>`now()`)
    .where(notSetAside(DUE_PLANS, 'company_id', 'company_id'))
    .select('company_id')
    .distinct()
    .limit(1000)
    .execute()
  return rows.map(({ company_id }) => ({ company_id, id: company_id }))
}

/** Whether a moment is still to come, and within a year: a price for later is a slip of the hand. */
export async function isAhead(db: Tx, at: string): Promise<'past' | 'ahead' | 'too far'> {
  const { rows } = await sql<{ past: boolean; far: boolean }>`
    select ${at}::timestamptz <= now() as past, ${at}::timestamptz > now() + interval '1 year' as far
  `.execute(db.q)
  if (rows[0]!.past) return 'past'
  return rows[0]!.far ? 'too far' : 'ahead'
}

export async function countWaiting(db: Tx): Promise<number> {
  const row = await db.q
    .selectFrom('price_plan')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'waiting')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Plans prices for one moment; every cell gets its row first, since what is in force is read from it. */
export async function insertPlans(
  db: Tx,
  fromAt: string,
  cells: readonly (CellAt & { price_kop: number | null })[],
): Promise<void> {
  const by = db.caller.userId
  const products = cells.map((cell) => cell.product_id)
  const columns = cells.map((cell) => cell.column_id)
  await sql`
    insert into price_cell (company_id, product_id, column_id, created_by, updated_by)
    select p.company_id, a.product_id, a.column_id, ${by}::uuid, ${by}::uuid
    from unnest(${products}::uuid[], ${columns}::uuid[]) as a (product_id, column_id)
      join product p on p.company_id = ${db.companyId} and p.id = a.product_id
    on conflict do nothing
  `.execute(db.q)
  await sql`
    insert into price_plan (company_id, id, product_id, column_id, price_kop, from_at, created_by, updated_by)
    select p.company_id, a.id, a.product_id, a.column_id, a.price_kop, ${fromAt}::timestamptz, ${by}::uuid,
      ${by}::uuid
    from unnest(${cells.map(() => uuidv7())}::uuid[], ${products}::uuid[], ${columns}::uuid[],
      ${cells.map((cell) => cell.price_kop)}::bigint[]) as a (id, product_id, column_id, price_kop)
      join product p on p.company_id = ${db.companyId} and p.id = a.product_id
    on conflict (company_id, product_id, column_id, from_at) where status = 'waiting'
    do update set price_kop = excluded.price_kop, created_by = excluded.created_by, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by, version = price_plan.version + 1
  `.execute(db.q)
}

/** What is planned for these products, each price beside the one that its cell holds now. */
export async function waitingChanges(
  db: Tx,
  productIds: readonly string[],
): Promise<Required<TimedChange>[]> {
  return db.q
    .selectFrom('price_plan as w')
    .innerJoin('price_cell as x', (join) =>
      join
        .onRef('x.company_id', '=', 'w.company_id')
        .onRef('x.product_id', '=', 'w.product_id')
        .onRef('x.column_id', '=', 'w.column_id'),
    )
    .where('w.company_id', '=', db.companyId)
    .where('w.status', '=', 'waiting')
    .where(sql<boolean>`w.product_id = any(${productIds})`)
    .select(['w.product_id', 'w.column_id', 'x.price_kop as old_kop', 'w.price_kop as new_kop'])
    .select(sql<number>`(extract(epoch from w.from_at) * 1000000)::bigint`.as('at_us'))
    .execute()
}

export function lockPlan(db: Tx, id: string) {
  return db.q
    .selectFrom('price_plan')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['product_id', 'column_id', 'price_kop', 'from_at', 'status'])
    .forUpdate()
    .executeTakeFirst()
}

export async function endPlan(db: Tx, id: string): Promise<void> {
  await db.q
    .updateTable('price_plan')
    .set({
      status: 'cancelled',
      updated_at: sql`now()`,
      updated_by: db.caller.userId,
      version: sql`version + 1`,
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}
