import { sql, type Insertable, type Updateable } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { WeightAct as WeightActTable } from '../../db/schema.ts'
import { shortenText } from '../../db/query/shorten-text.ts'

const PRODUCT_NAMES = sql`string_agg(distinct (select p.name from product p
  where p.company_id = l.company_id and p.id = l.product_id), ', ')`

/** Weight acts of the company with the records beside them, to be narrowed by the caller. */
export function weightActs(db: Db) {
  return db.q
    .selectFrom('weight_act as wa')
    .innerJoin('site as si', (join) =>
      join.onRef('si.company_id', '=', 'wa.company_id').onRef('si.id', '=', 'wa.site_id'),
    )
    .leftJoin('supplier as s', (join) =>
      join.onRef('s.company_id', '=', 'wa.company_id').onRef('s.id', '=', 'wa.supplier_id'),
    )
    .leftJoin('act as a', (join) =>
      join.onRef('a.company_id', '=', 'wa.company_id').onRef('a.id', '=', 'wa.act_id'),
    )
    .leftJoin('app_user as weigher', 'weigher.id', 'wa.weigher_id')
    .leftJoin('app_user as controller', 'controller.id', 'wa.controller_id')
    .leftJoin('app_user as maker', 'maker.id', 'wa.created_by')
    .where('wa.company_id', '=', db.companyId)
}

export type WeightActs = ReturnType<typeof weightActs>

/** Every column of the answer; sums are computed only for the rows of the page. */
export function withWeightActColumns(query: WeightActs) {
  return query.select([
    'wa.id',
    'wa.number',
    'wa.date',
    'wa.site_id',
    'si.name as site_name',
    'si.address as site_address',
    'wa.supplier_id',
    sql<string | null>`case when s.type = 'company' then s.org_name when s.id is not null
      then concat_ws(' ', s.last_name, s.first_name, s.middle_name) end`.as('supplier_name'),
    'wa.carnumber',
    'wa.direction',
    'wa.weigher_id',
    'weigher.full_name as weigher_name',
    'wa.controller_id',
    'controller.full_name as controller_name',
    'wa.auto',
    'wa.act_id',
    'a.number as act_number',
    ofVisits('gross_g').as('gross_g'),
    ofVisits('tare_g').as('tare_g'),
    ofLines<number>(sql`coalesce(sum(l.phys_g), 0)::bigint`).as('phys_g'),
    ofLines<number>(sql`coalesce(sum(l.net_g), 0)::bigint`).as('net_g'),
    ofLines<number>(sql`count(*)::int`).as('lines_count'),
    ofLines<string>(sql`coalesce(${shortenText(PRODUCT_NAMES, 500)}, '')`).as('products'),
    'wa.flags',
    'wa.void_reason',
    'wa.status',
    'wa.text_version',
    'maker.full_name as created_by_name',
    'wa.created_at',
    'wa.version',
  ])
}

export type WeightActRow = Awaited<
  ReturnType<ReturnType<typeof withWeightActColumns>['executeTakeFirstOrThrow']>
>

function ofLines<T>(what: ReturnType<typeof sql>) {
  return sql<T>`(select ${what} from weight_act_line l
    where l.company_id = wa.company_id and l.weight_act_id = wa.id)`
}

/** Sums of whole visits: those attached, for a void act those its lines were made of. */
function ofVisits(column: 'gross_g' | 'tare_g') {
  return sql<number>`(select coalesce(sum(${sql.ref(`t.${column}`)}), 0)::bigint from visit t
    where t.company_id = wa.company_id and t.id in (
      select id from visit where company_id = wa.company_id and weight_act_id = wa.id
      union select visit_id from weight_act_line
        where company_id = wa.company_id and weight_act_id = wa.id))`
}

export function findWeightAct(db: Db, id: string): Promise<WeightActRow | undefined> {
  return withWeightActColumns(weightActs(db).where('wa.id', '=', id)).executeTakeFirst()
}

function bare(db: Db) {
  return db.q
    .selectFrom('weight_act')
    .where('company_id', '=', db.companyId)
    .select([
      'id',
      'number',
      'site_id',
      'supplier_id',
      'controller_id',
      'direction',
      'auto',
      'act_id',
      'flags',
      'status',
      'version',
    ])
    .orderBy('id')
    .forUpdate()
}

/** A weight act as commands validate it, locked until the end of the transaction. */
export type LockedWeightAct = Awaited<
  ReturnType<ReturnType<typeof bare>['executeTakeFirstOrThrow']>
>

export function lockWeightActs(db: Tx, ids: readonly string[]): Promise<LockedWeightAct[]> {
  return bare(db)
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
}

/** Every weight act that an act holds now. */
export function lockWeightActsOfAct(db: Tx, actId: string): Promise<LockedWeightAct[]> {
  return bare(db).where('act_id', '=', actId).execute()
}

export async function insertWeightAct(
  db: Tx,
  values: Omit<Insertable<WeightActTable>, 'company_id'>,
): Promise<void> {
  const by = db.caller.userId
  await db.q
    .insertInto('weight_act')
    .values({ ...values, company_id: db.companyId, created_by: by, updated_by: by })
    .execute()
}

export async function changeWeightAct(
  db: Tx,
  id: string,
  values: Updateable<WeightActTable>,
): Promise<void> {
  await db.q
    .updateTable('weight_act')
    .set({ ...values, ...changeColumns(db) })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Locks the supplier of a weight act so that it does not change while the weight act is written. */
export function holdSupplier(db: Tx, id: string) {
  return db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['id', 'type', 'status'])
    .forShare()
    .executeTakeFirst()
}

/** True when the named site and controller are the company's own. */
export async function siteAndControllerExist(
  db: Db,
  siteId: string,
  controllerId: string | null,
): Promise<boolean> {
  const row = await db.q
    .selectNoFrom([
      sql<boolean>`exists (select 1 from site where company_id = ${db.companyId}
        and id = ${siteId})`.as('site'),
      sql<boolean>`${controllerId}::uuid is null or exists (select 1 from app_user
        where company_id = ${db.companyId} and id = ${controllerId}::uuid)`.as('controller'),
    ])
    .executeTakeFirstOrThrow()
  return row.site && row.controller
}
