import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import { actTextNames } from '#contract/act/act-fields.ts'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { ofPage } from '../../db/query/list-page.ts'
import { compiledQuery, type Scope } from '../../db/query/compiled-query.ts'
import type { Act as ActTable } from '../../db/schema.ts'
import { shortenText } from '../../db/query/shorten-text.ts'

/**
 * Acts with those who are named beside them; nothing selected. The keys let no act be without its supplier and its site, so
 * an outer join finds the same rows, and PostgreSQL leaves it out where nothing is asked of it, as in a count of a list.
 */
export function acts(db: Scope, by: 'innerJoin' | 'leftJoin' = 'innerJoin') {
  // One type for both: no column becomes null by the outer one.
  const named = by as 'innerJoin'
  const alone = db.q.selectFrom('act as a')
  const ofSupplier = alone[named]('supplier as s', (join) =>
    join.onRef('s.company_id', '=', 'a.company_id').onRef('s.id', '=', 'a.supplier_id'),
  )
  return ofSupplier[named]('site as si', (join) =>
    join.onRef('si.company_id', '=', 'a.company_id').onRef('si.id', '=', 'a.site_id'),
  )
    .leftJoin('app_user as iu', 'iu.id', 'a.issued_by')
    .leftJoin('app_user as cu', 'cu.id', 'a.created_by')
    .where('a.company_id', '=', db.companyId)
}

export type Acts = ReturnType<typeof acts>

/** The columns of the list; looked-up ones are computed only for the rows of the page. */
export function withActColumns(query: Acts) {
  return query.select([
    'a.id',
    'a.kind',
    'a.number',
    'a.date as act_date',
    'a.sort_at as date',
    'a.created_at',
    'a.issued_at',
    'iu.full_name as issued_by_name',
    'cu.full_name as created_by_name',
    'a.site_id',
    'si.name as site_name',
    'a.supplier_id',
    's.type as supplier_type',
    's.last_name',
    's.first_name',
    's.middle_name',
    's.org_name',
    sql<string>`coalesce((select ${shortenText(sql`string_agg(p.name, ', ' order by p."order")`, 500)}
      from act_position p where p.company_id = a.company_id and p.act_id = a.id), '')`.as(
      'products',
    ),
    sql<string | null>`a.vehicle->>'carnumber'`.as('carnumber'),
    'a.net_g',
    'a.total_kop',
    'a.reserved_kop',
    'a.paid_kop',
    sql<number>`(select count(*) from scan c where c.company_id = a.company_id
      and c.entity = 'act' and c.entity_id = a.id)::int`.as('scans_count'),
    sql<number>`(select count(*) from print_event e where e.company_id = a.company_id
      and e.entity = 'act' and e.entity_id = a.id)::int`.as('print_count'),
    'a.correction_of',
    'a.corrected_by',
    'a.void_reason',
    'a.flags',
    'a.comment',
    'a.status',
    'a.version',
  ])
}

export type ActRow = Awaited<
  ReturnType<ReturnType<typeof withActColumns>['executeTakeFirstOrThrow']>
>

/** The rows of a page of a list, in the order of its ids. */
export const selectActsOfPage = compiledQuery((db, { ids }: { ids: readonly string[] }) =>
  withActColumns(ofPage(acts(db), 'a.id', ids)),
)

/** The company's clock and settings in one query. */
const COMPANY_NOW = [
  'co.settings',
  sql<string>`now()`.as('now'),
  sql<string>`(now() at time zone co.timezone)::date`.as('today'),
  sql<string>`to_char(now() at time zone co.timezone, 'HH24:MI')`.as('time'),
  'co.licence_number',
] as const

const TEXT_COLUMNS = actTextNames.map((name) => `a.${name}` as const)

/** The weight acts that an act of purchase is made of, each with its visits. */
function sourcesFrom(db: Scope, actId: string | RawBuilder<string>) {
  return db.q
    .selectFrom('weight_act as w')
    .where('w.company_id', '=', db.companyId)
    .where('w.act_id', '=', actId)
    .select([
      'w.id',
      'w.number',
      'w.auto',
      sql<string[]>`array(select t.id from visit t where t.company_id = ${db.companyId}
        and t.weight_act_id = w.id order by t.in_at, t.id)`.as('transaction_ids'),
    ])
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(51)
}

export type ActSource = Awaited<
  ReturnType<ReturnType<typeof sourcesFrom>['executeTakeFirstOrThrow']>
>

const actById = compiledQuery((db, { id }: { id: string }) =>
  withActColumns(acts(db).where('a.id', '=', id))
    .select([
      'a.representative',
      ...TEXT_COLUMNS,
      'a.ownership_file_ids',
      'a.vehicle',
      'a.radiation',
      'a.explosion',
      'a.accepted_by',
      'si.address as site_address',
      sql<boolean>`exists (select 1 from payment_allocation x
        where x.company_id = a.company_id and x.act_id = a.id)`.as('has_payments'),
      sql<
        ActSource[]
      >`coalesce((select json_agg(w) from (${sourcesFrom(db, sql`a.id`)}) w), '[]')`.as('sources'),
    ])
    .innerJoin('company as co', 'co.id', 'a.company_id')
    .select(COMPANY_NOW),
)

/** One act with its form and sources, its company's clock and settings, and whether any payment has a part in it. */
export async function findAct(db: Db, id: string) {
  return (await actById(db, { id })).at(0)
}

export type FormRow = NonNullable<Awaited<ReturnType<typeof findAct>>>

export type CompanyNow = Pick<FormRow, 'settings' | 'now' | 'today' | 'time' | 'licence_number'>

/** Locks an act until the end of the transaction, so that the checks stay valid. */
export function lockAct(db: Tx, id: string) {
  return db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

export type LockedAct = NonNullable<Awaited<ReturnType<typeof lockAct>>>

export type ActValues = Omit<
  Insertable<ActTable>,
  'company_id' | 'id' | 'created_by' | 'updated_by' | 'sort_at'
>

/** Lists sort a new draft by its creation time. */
export async function insertAct(db: Tx, id: string, values: ActValues): Promise<void> {
  const by = db.caller.userId
  await db.q
    .insertInto('act')
    .values({
      ...values,
      company_id: db.companyId,
      id,
      sort_at: sql<string>`now()`,
      created_by: by,
      updated_by: by,
    })
    .execute()
}

export async function changeAct(db: Tx, id: string, values: Updateable<ActTable>): Promise<void> {
  await db.q
    .updateTable('act')
    .set({
      ...values,
      ...(values.status === 'void' && { voided_at: sql<string>`now()` }),
      ...changeColumns(db),
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Totals of a draft after its form was written by the same command, so the version is not raised again. */
export async function setTotals(db: Tx, id: string, values: Updateable<ActTable>): Promise<void> {
  await db.q
    .updateTable('act')
    .set(values)
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Marks a draft whose load set off an alarm; the mark stays until a manager has looked at it. */
export async function flagAlarm(db: Tx, id: string): Promise<void> {
  await sql`update act set flags = flags || jsonb_build_array(jsonb_build_object(
      'code', 'radiation_alarm', 'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
    where company_id = ${db.companyId} and id = ${id} and not flags @> '[{"code":"radiation_alarm"}]'
  `.execute(db.q)
}

const company = compiledQuery((db) =>
  db.q.selectFrom('company as co').where('co.id', '=', db.companyId).select(COMPANY_NOW),
)

/** The clock and settings where there is no act to read with them. */
export async function companyNow(db: Db) {
  return (await company(db, {}))[0]!
}

const siteById = compiledQuery((db, { id }: { id: string }) =>
  activeSites(db).where('id', '=', id).select('id'),
)
const defaultSite = compiledQuery((db) =>
  activeSites(db).where('is_default', '=', true).select('id'),
)

function activeSites(db: Scope) {
  return db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'active')
}

/** The named site, or the company's own first one; undefined for a stranger's. */
export async function findSite(db: Db, id: string | undefined) {
  const rows = id === undefined ? await defaultSite(db, {}) : await siteById(db, { id })
  return rows.at(0)
}

const sources = compiledQuery((db, { actId }: { actId: string }) => sourcesFrom(db, actId))

/** The source weight acts of an act, and their visits. */
export function sourcesOf(db: Db, actId: string) {
  return sources(db, { actId })
}

/** The truck that brought the first load, as its weight act names it; undefined where nothing was driven over a scale. */
export async function truckOf(db: Tx, actId: string) {
  const { rows } = await sql<{ carnumber: string; trailer: string | null; driver: string | null }>`
    select t.carnumber, t.trailer_number as trailer, t.driver_name as driver
    from weight_act w join visit t on t.company_id = w.company_id and t.weight_act_id = w.id
    where w.company_id = ${db.companyId} and w.act_id = ${actId} and t.carnumber is not null
    order by w.created_at, w.id, t.in_at, t.id limit 1`.execute(db.q)
  return rows.at(0)
}

/**
 * Adds an act to the figures of its site's day, or removes it with `sign` −1. There is no row for the whole company: every
 * capture and issue would wait for the commit of the previous one.
 */
export async function addToDay(
  db: Tx,
  act: { site_id: string; date: string; net_g: number; total_kop: number },
  sign: 1 | -1,
): Promise<void> {
  await sql`
    insert into daily_rollup as d (company_id, site_id, day, acts_count, net_g, total_kop)
    values (${db.companyId}, ${act.site_id}::uuid, ${act.date}::date, greatest(${sign}::int, 0),
      greatest(${sign * act.net_g}::bigint, 0), greatest(${sign * act.total_kop}::bigint, 0))
    on conflict (company_id, day, site_id) do update set acts_count = d.acts_count + ${sign}::int,
      net_g = d.net_g + ${sign * act.net_g}::bigint,
      total_kop = d.total_kop + ${sign * act.total_kop}::bigint
  `.execute(db.q)
}

/** The parties as an issued act froze them, with the moment of issue on the company's clock. */
export function issuedSources(db: Db, id: string) {
  return db.q
    .selectFrom('act as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .where('a.company_id', '=', db.companyId)
    .where('a.id', '=', id)
    .select(['a.number', 'a.date', 'a.accepted_by', 'a.supplier_snapshot', 'a.company_snapshot'])
    .select(sql<string>`to_char(a.issued_at at time zone c.timezone, 'HH24:MI')`.as('time'))
    .executeTakeFirstOrThrow()
}
