import { sql } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { flagsOfArea, type Flag, type FlagCode } from '#contract/core/flags.ts'
import {
  flaggedEntities,
  type flagReview,
  type FlaggedEntity,
} from '#contract/report/exceptions.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { IS_WITHOUT_WEIGHING } from '../../device/loads/episode-queries.ts'

export type ReviewFilter = CallInput<typeof flagReview.getExceptions>['query']['filter']

export interface FlagPlace {
  readonly entity: FlaggedEntity
  readonly id: string
  readonly code: FlagCode
  readonly kop: number | null
}

/** What a gram costs the company: its purchases of ninety days, before the first of them its list. */
const gramWorth = (db: Db) => sql`(select coalesce(
  (select sum(total_kop)::numeric / nullif(sum(net_g), 0) from act where company_id = ${db.companyId}
    and status in ('issued', 'signed') and net_g > 0 and sort_at > now() - interval '90 days'),
  (select avg(x.price_kop) / 1000000 from price_in_force x join product p on p.company_id = x.company_id and p.id = x.product_id
    where x.company_id = ${db.companyId} and p.measure = 'weight')) as kop)`

/** What was paid for the loads of a visit or of a weight act. */
const boughtOver = (record: 'visit_id' | 'weight_act_id') =>
  `(select sum(p.amount_kop) from weight_act_line l
    join act_position p on p.company_id = l.company_id and p.line_id = l.id
    where l.company_id = t.company_id and l.${record} = t.id)`

const SITE_OF_SCALE =
  '(select site_id from device d where d.company_id = t.company_id and d.id = t.device_id)'

/** The tables of flagged records with what each is worth; a merged supplier's flags went to the other one, and a test payment has no place in books. */
const TABLES: Record<
  FlaggedEntity,
  {
    readonly table: string
    readonly also: string
    readonly kop: string
    readonly id?: string
    /** Grams at stake, where no sum is known. */
    readonly grams?: string
    /** Where the record was made; of suppliers and payments only the company knows. */
    readonly site?: string
  }
> = {
  transaction: {
    table: 'visit',
    also: '',
    kop: boughtOver('visit_id'),
    grams: `coalesce(net_g, (select max(weight_g) from weighing w
      where w.company_id = t.company_id and w.visit_id = t.id))`,
    site: 'site_id',
  },
  weight_act: {
    table: 'weight_act',
    also: '',
    kop: boughtOver('weight_act_id'),
    site: 'site_id',
  },
  act: { table: 'act', also: '', kop: 'total_kop', site: 'site_id' },
  supplier: { table: 'supplier', also: ' and merged_into is null', kop: 'null::bigint' },
  payment: { table: 'payment', also: ' and not is_test', kop: 'amount_kop' },
  weight_episode: {
    table: 'weight_episode',
    also: ` and ${IS_WITHOUT_WEIGHING}`,
    kop: 'null::bigint',
    grams: `coalesce((reading->>'weight_g')::bigint, peak_g)`,
    id: 'record_id',
    site: SITE_OF_SCALE,
  },
  zero_departure: {
    table: 'zero_departure',
    also: '',
    kop: 'null::bigint',
    grams: 'abs(weight_g)',
    site: SITE_OF_SCALE,
  },
}

const idOf = (kind: FlaggedEntity) => sql.ref(TABLES[kind].id ?? 'id')

// As the partial indexes say it.
const UNREVIEWED = sql`jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))')`
const FLAGGED = sql`flags <> '[]'`

// What was known when it was raised, else what its record is worth.
const KOP = sql`coalesce((f.flag->>'kop')::bigint, r.kop, round(r.grams * gram.kop)::bigint)`

/** Each flag of the records of these kinds, reviewed or not; either where it is not said. */
function flagsIn(
  db: Db,
  kinds: readonly FlaggedEntity[],
  { is_reviewed, paper, code }: Partial<ReviewFilter>,
) {
  const parts = kinds.map(
    (kind) => sql`
      select ${sql.lit(kind)} as entity, ${idOf(kind)} as id, flags, ${sql.raw(TABLES[kind].kop)}::bigint as kop,
        ${sql.raw(TABLES[kind].grams ?? 'null')}::bigint as grams,
        ${sql.raw(TABLES[kind].site ?? 'null')}::uuid as site_id
      from ${sql.table(TABLES[kind].table)} t
      where company_id = ${db.companyId} and ${is_reviewed === false ? UNREVIEWED : FLAGGED}
        ${sql.raw(TABLES[kind].also)}`,
  )
  return sql`
    from (${sql.join(parts, sql` union all `)}) r
      cross join ${gramWorth(db)} gram
      cross join lateral jsonb_array_elements(r.flags) as f(flag)
    where ${is_reviewed === undefined ? sql`true` : sql`(f.flag ? 'reviewed_at') = ${is_reviewed}`}
      ${paper === undefined ? sql`` : sql`and (f.flag->>'code' = any(${flagsOfArea('paper')}::text[])) = ${paper}`}
      ${code ? sql`and f.flag->>'code' = any(${code}::text[])` : sql``}`
}

export interface FlagPage {
  readonly places: FlagPlace[]
  readonly total: number
  readonly groups: { code: FlagCode; count: number; kop: number }[]
}

/** A page of flags: unreviewed ones by their money, reviewed ones by when they were reviewed; the latest of equal ones first. */
export async function pageOfFlags(
  db: Db,
  kinds: readonly FlaggedEntity[],
  filter: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FlagPage> {
  if (kinds.length === 0) return { places: [], total: 0, groups: [] }
  const time = sql.lit(filter.is_reviewed ? 'reviewed_at' : 'at')
  const rows = flagsIn(db, kinds, filter)
  const page = await sql<FlagPlace>`
    select r.entity, r.id, f.flag->>'code' as code, ${KOP} as kop ${rows}
    order by ${filter.is_reviewed ? sql`` : sql`${KOP} desc nulls last,`} (f.flag->>${time})::timestamptz desc, r.entity, r.id, f.flag->>'code'
    limit ${limit} offset ${offset}`.execute(db.q)
  const groups = await sql<FlagPage['groups'][number]>`
    select f.flag->>'code' as code, count(*)::int as count, coalesce(sum(${KOP}), 0)::bigint as kop ${rows}
    group by 1 order by 3 desc, 2 desc, 1`.execute(db.q)
  const total = groups.rows.reduce((sum, { count }) => sum + count, 0)
  return { places: page.rows, total, groups: groups.rows }
}

/** A time, its end not counted. */
export interface Span {
  readonly since: string
  readonly until: string
}

/**
 * Flags raised within a time, reviewed or not, without those of paperwork: by site, under null for the whole company, and the
 * dearest one.
 */
export async function flagsRaised(db: Db, { since, until }: Span, dearest: number) {
  const rows = sql`${flagsIn(db, flaggedEntities, { paper: false })}
    and (f.flag->>'at')::timestamptz >= ${since} and (f.flag->>'at')::timestamptz < ${until}`
  const places = await sql<FlagPlace & { site_id: string | null }>`
    select r.entity, r.id, f.flag->>'code' as code, ${KOP} as kop, r.site_id ${rows}
    order by ${KOP} desc nulls last, (f.flag->>'at')::timestamptz desc, r.entity, r.id, f.flag->>'code'
    limit ${dearest}`.execute(db.q)
  const sites = await sql<{ site_id: string | null; count: number; kop: number }>`
    select case grouping(r.site_id) when 0 then r.site_id end as site_id, count(*)::int as count,
      coalesce(sum(${KOP}), 0)::bigint as kop ${rows}
    group by grouping sets ((r.site_id), ()) having grouping(r.site_id) = 1 or r.site_id is not null`.execute(
    db.q,
  )
  return { places: places.rows, sites: new Map(sites.rows.map((row) => [row.site_id, row])) }
}

interface Unreviewed {
  readonly count: number
  /** Of the dearest one. */
  readonly dearest: number | null
}

/** How many flags wait for a look. */
export async function countUnreviewed(
  db: Db,
  kinds: readonly FlaggedEntity[],
): Promise<Unreviewed> {
  if (kinds.length === 0) return { count: 0, dearest: null }
  const { rows } = await sql<Unreviewed>`
    select count(*)::int as count, max(${KOP}) as dearest
    ${flagsIn(db, kinds, { is_reviewed: false })}`.execute(db.q)
  return rows[0]!
}

// What the empty scale showed after a load stands there when the vehicle has left.
const AROUND = sql`interval '5 minutes'`

/**
 * Ids of pictures: of each visit's weighings in their order, preceded by those of the empty scale beside zero around a
 * weighing; of each load without a weighing; of each empty scale.
 */
export async function picturesOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ of_id: string; photos: string[] }>`
    select visit_id as of_id, photos, taken_at, id from weighing
    where company_id = ${db.companyId} and visit_id = any(${ids}::uuid[])
    union all select w.visit_id, z.photos, z.started_at, z.id from weighing w
      join visit v on v.company_id = w.company_id and v.id = w.visit_id and v.flags @> '[{"code": "off_zero"}]'
      join zero_departure z on z.company_id = w.company_id and z.device_id = w.device_id
        and z.started_at <= w.taken_at + ${AROUND} and coalesce(z.ended_at, w.taken_at) >= w.taken_at - ${AROUND}
    where w.company_id = ${db.companyId} and w.visit_id = any(${ids}::uuid[])
    union all select id, photos, started_at, id from zero_departure
    where company_id = ${db.companyId} and id = any(${ids}::uuid[])
    union all select record_id, photos, started_at, record_id from weight_episode
    where company_id = ${db.companyId} and record_id = any(${ids}::uuid[])
    order by of_id, taken_at, id`.execute(db.q)
  const pictures = Map.groupBy(rows, ({ of_id }) => of_id)
  // One departure may lie around both weighings of a visit.
  return new Map(
    [...pictures].map(([id, own]) => [id, [...new Set(own.flatMap((row) => row.photos))]]),
  )
}

/** The flags of a record under lock; undefined where the company has no such record. */
export async function lockFlags(
  tx: Tx,
  entity: FlaggedEntity,
  id: string,
): Promise<Flag[] | undefined> {
  const { rows } = await sql<{ flags: Flag[] }>`
    select flags from ${sql.table(TABLES[entity].table)}
    where company_id = ${tx.companyId} and ${idOf(entity)} = ${id} ${sql.raw(TABLES[entity].also)}
    for update`.execute(tx.q)
  return rows[0]?.flags
}

export async function storeFlags(
  tx: Tx,
  { entity, id }: Pick<FlagPlace, 'entity' | 'id'>,
  flags: readonly Flag[],
): Promise<void> {
  await sql`update ${sql.table(TABLES[entity].table)} set flags = ${JSON.stringify(flags)}
    where company_id = ${tx.companyId} and ${idOf(entity)} = ${id}`.execute(tx.q)
}
