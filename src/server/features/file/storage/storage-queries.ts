import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'

export const COUNT_SWEEP = 'file.storage'
export const DESTROY_SWEEP = 'file.destroy'

/** Bytes that the company's files take, as they are kept beside the rows (decision 82). */
export async function sumOfSizes(db: Db): Promise<number> {
  const row = await db.q
    .selectFrom('file_sum')
    .where('company_id', '=', db.companyId)
    .select('bytes')
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Companies that store files, archived ones too: their years run on. */
export async function companiesToSweep(q: Db['q'], sweep: string): Promise<SweptRow[]> {
  const rows = await q
    .selectFrom('company')
    .where(notSetAside(sweep, 'id', 'id'))
    .select('id')
    .orderBy('id')
    .limit(10_000)
    .execute()
  return rows.map(({ id }) => ({ company_id: id, id }))
}

export type StorageLevel = 0 | 80 | 95

/** Stores how full a company's storage is; returns the level that was reported before. */
export async function noteUse(
  db: Tx,
  use: { bytes: number; room: number; level: StorageLevel },
): Promise<number> {
  const before = await db.q
    .selectFrom('storage_use')
    .where('company_id', '=', db.companyId)
    .select('level')
    .forUpdate()
    .executeTakeFirst()
  const counted = { bytes: use.bytes, room_bytes: use.room, level: use.level }
  await db.q
    .insertInto('storage_use')
    .values({ company_id: db.companyId, ...counted })
    .onConflict((c) =>
      c
        .column('company_id')
        .doUpdateSet({ ...counted, counted_at: sql.ref('excluded.counted_at') }),
    )
    .execute()
  return before?.level ?? 0
}

/** A page of what was deleted within two days, by time: its bytes are removed again in case the server fell in between. */
export function recentlyDeleted(q: Db['q'], after: { deleted_at: string; id: string } | undefined) {
  let query = q.selectFrom('file').where('deleted_at', '>', sql<string>`now() - interval '2 days'`)
  if (after)
    query = query.where(sql<boolean>`(deleted_at, id) > (${after.deleted_at}, ${after.id})`)
  return query
    .select(['id', 'storage_key', sql<string>`deleted_at`.as('deleted_at')])
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** Ids of all companies, archived ones too. */
export async function companyIds(q: Db['q']): Promise<string[]> {
  const rows = await q.selectFrom('company').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Which of these keys a row uses: of a file, deleted or not, or of a page that a telephone sent. */
export async function selectKeysInUse(q: Db['q'], keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from file where storage_key = any(${keys}::text[])
    union select storage_key from phone_page where storage_key = any(${keys}::text[])`.execute(q)
  return rows.map(({ key }) => key)
}

/**
 * Marks the oldest files whose retention has ended as destroyed; returns the keys of their bytes. The years count from the end
 * of the year of what the file proves: an act that is still owed, or was paid later, holds its pages, its visits' photos and
 * its supplier's documents; a consent in force holds its scan.
 */
export async function destroyDueFiles(db: Tx, years: number, limit: number) {
  const { rows } = await sql<{ id: string; kind: string; storage_key: string }>`
    with edge as (
      select make_timestamptz(extract(year from now() at time zone timezone)::int - ${years}, 1, 1, 0, 0, 0, timezone) as at
      from company where id = ${db.companyId}
    ), due as (
      select f.id from file f cross join edge
      where f.company_id = ${db.companyId} and f.deleted_at is null and f.kind <> 'report'
        and f.created_at < edge.at
        and not exists (
          select from act a where a.company_id = f.company_id and a.id in (${actsOf})
            and (a.sort_at >= edge.at or a.status in ('issued', 'signed') and a.paid_kop < a.total_kop
              or exists (select from payment_allocation x
                join payment p on p.company_id = x.company_id and p.id = x.payment_id
                where x.company_id = a.company_id and x.act_id = a.id
                  and coalesce(p.finished_at, p.updated_at) >= edge.at)))
        and not exists (select from visit t where f.entity = 'transaction'
          and t.company_id = f.company_id and t.id = f.entity_id and (t.in_at >= edge.at or t.status = 'in'))
        and not exists (select from weight_act w where f.entity = 'weight_act'
          and w.company_id = f.company_id and w.id = f.entity_id and w.created_at >= edge.at)
        and not exists (select from consent c where c.company_id = f.company_id and c.file_id = f.id
          and c.status = 'signed')
        and not exists (select from payment p where f.kind = 'receipt' and p.company_id = f.company_id
          and p.receipt_file_id = f.id and coalesce(p.finished_at, p.updated_at) >= edge.at)
      order by f.created_at limit ${limit} for update of f skip locked
    )
    update file f set deleted_at = now(), updated_at = now(), updated_by = null
    from due where f.company_id = ${db.companyId} and f.id = due.id
    returning f.id, f.kind, f.storage_key
  `.execute(db.q)
  return rows
}

/** The acts that a file proves: its own, those of its visit or weight act, or all of its supplier. */
const actsOf = sql`
  select f.entity_id where f.entity = 'act'
  union all select w.act_id from weight_act w
    where f.entity = 'weight_act' and w.company_id = f.company_id and w.id = f.entity_id
  union all select w.act_id from visit t
    join weight_act w on w.company_id = t.company_id and w.id = t.weight_act_id
    where f.entity = 'transaction' and t.company_id = f.company_id and t.id = f.entity_id
  union all select s.id from act s
    where f.entity = 'supplier' and s.company_id = f.company_id and s.supplier_id = f.entity_id`
