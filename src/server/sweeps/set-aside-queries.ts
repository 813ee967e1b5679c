import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../db/schema.ts'

/** One row of one sweep; a sweep over companies names the company twice. */
export interface SweptRow {
  readonly company_id: string
  readonly id: string
}

/**
 * A condition of a sweep's query: a row that failed waits apart and takes no place among those that are looked at. The few that wait are
 * read once, with nothing of the row: a bare name within would be theirs, and a cluster refuses a look beside each company.
 */
export function notSetAside(sweep: string, companyId: string, id: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(companyId)}, ${sql.ref(id)}) not in (
    select company_id, row_id from set_aside where sweep = ${sweep} and until > now())`
}

/** Sets a row aside for two minutes, then twice as long each time, at most a day; answers how often it has failed. */
export async function setAside(q: Kysely<DB>, sweep: string, row: SweptRow): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into set_aside as s (sweep, company_id, row_id, failures, until)
    values (${sweep}, ${row.company_id}, ${row.id}, 1, now() + interval '2 minutes')
    on conflict (sweep, company_id, row_id) do update set failures = s.failures + 1, failed_at = excluded.failed_at,
      until = excluded.until
    returning failures
  `.execute(q)
  const { failures } = rows[0]!
  // The pause is reckoned by a statement of its own: a cluster reckons none with the row that was there.
  if (failures > 1)
    await sql`
      update set_aside set until = now() + least(interval '1 day', interval '2 minutes' * (2 ^ least(${failures - 1}::int, 12)))
      where sweep = ${sweep} and company_id = ${row.company_id} and row_id = ${row.id}`.execute(q)
  return failures
}

/** The row could be done after all: should it fail again one day, that is news. */
export async function putBack(
  q: Kysely<DB>,
  sweep: string,
  rowIds: readonly string[],
): Promise<void> {
  if (rowIds.length === 0) return
  await q
    .deleteFrom('set_aside')
    .where('sweep', '=', sweep)
    .where('row_id', 'in', [...rowIds])
    .where('until', '<=', sql<string>`now()`)
    .execute()
}
