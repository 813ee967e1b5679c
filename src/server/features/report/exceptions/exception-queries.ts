import { sql } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { Flag, FlagCode } from '#contract/core/flags.ts'
import type { flagReview, FlaggedEntity } from '#contract/report/exceptions.ts'
import type { Db, Tx } from '../../../db/handle.ts'

export type ReviewFilter = CallInput<typeof flagReview.getExceptions>['query']['filter']

export interface FlagPlace {
  readonly entity: FlaggedEntity
  readonly id: string
  readonly code: FlagCode
}

/** The tables of flagged records; a merged supplier's flags went to the other one, and a test payment has no place in books. */
const TABLES: Record<FlaggedEntity, { readonly table: string; readonly also: string }> = {
  transaction: { table: 'visit', also: '' },
  weight_act: { table: 'weight_act', also: '' },
  act: { table: 'act', also: '' },
  supplier: { table: 'supplier', also: ' and merged_into is null' },
  payment: { table: 'payment', also: ' and not is_test' },
}

// As the partial indexes say it.
const UNREVIEWED = sql`jsonb_path_exists(flags, '$[*] ? (!exists(@.reviewed_at))')`
const FLAGGED = sql`flags <> '[]'`

/** Each flag of the records of these kinds, reviewed or not. */
function flagsIn(db: Db, kinds: readonly FlaggedEntity[], { is_reviewed, code }: ReviewFilter) {
  const parts = kinds.map(
    (kind) => sql`
      select ${sql.lit(kind)} as entity, id, flags from ${sql.table(TABLES[kind].table)}
      where company_id = ${db.companyId} and ${is_reviewed ? FLAGGED : UNREVIEWED}
        ${sql.raw(TABLES[kind].also)}`,
  )
  return sql`
    from (${sql.join(parts, sql` union all `)}) r
      cross join lateral jsonb_array_elements(r.flags) as f(flag)
    where (f.flag ? 'reviewed_at') = ${is_reviewed}
      ${code ? sql`and f.flag->>'code' = any(${code}::text[])` : sql``}`
}

export interface FlagPage {
  readonly places: FlagPlace[]
  readonly total: number
}

/** A page of flags: unreviewed ones by when they were raised, reviewed ones by when they were reviewed, the latest first. */
export async function pageOfFlags(
  db: Db,
  kinds: readonly FlaggedEntity[],
  filter: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FlagPage> {
  if (kinds.length === 0) return { places: [], total: 0 }
  const time = sql.lit(filter.is_reviewed ? 'reviewed_at' : 'at')
  const rows = flagsIn(db, kinds, filter)
  const page = await sql<FlagPlace>`
    select r.entity, r.id, f.flag->>'code' as code ${rows}
    order by (f.flag->>${time})::timestamptz desc, r.entity, r.id, f.flag->>'code'
    limit ${limit} offset ${offset}`.execute(db.q)
  const counted = await sql<{ n: number }>`select count(*)::int as n ${rows}`.execute(db.q)
  return { places: page.rows, total: counted.rows[0]!.n }
}

/** How many flags wait for a look. */
export async function countUnreviewed(db: Db, kinds: readonly FlaggedEntity[]): Promise<number> {
  if (kinds.length === 0) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${flagsIn(db, kinds, { is_reviewed: false })}`.execute(db.q)
  return rows[0]!.n
}

/** Ids of the pictures of each visit's weighings, in the order of the weighings. */
export async function picturesOf(
  db: Db,
  visitIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ visit_id: string; photos: string[] }>`
    select visit_id, photos from weighing
    where company_id = ${db.companyId} and visit_id = any(${visitIds}::uuid[])
    order by visit_id, taken_at, id`.execute(db.q)
  const pictures = new Map<string, string[]>()
  for (const { visit_id, photos } of rows)
    pictures.set(visit_id, [...(pictures.get(visit_id) ?? []), ...photos])
  return pictures
}

/** The flags of a record under lock; undefined where the company has no such record. */
export async function lockFlags(
  tx: Tx,
  entity: FlaggedEntity,
  id: string,
): Promise<Flag[] | undefined> {
  const { rows } = await sql<{ flags: Flag[] }>`
    select flags from ${sql.table(TABLES[entity].table)}
    where company_id = ${tx.companyId} and id = ${id} ${sql.raw(TABLES[entity].also)}
    for update`.execute(tx.q)
  return rows[0]?.flags
}

export async function storeFlags(
  tx: Tx,
  { entity, id }: Pick<FlagPlace, 'entity' | 'id'>,
  flags: readonly Flag[],
): Promise<void> {
  await sql`update ${sql.table(TABLES[entity].table)} set flags = ${JSON.stringify(flags)}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.q)
}
