import { sql } from 'kysely'
import type { Services } from '#server/services.ts'

/** What is written in each table: its name → how many rows, and by which transactions they were written. */
export type Digest = ReadonlyMap<string, string>

// A row that is written anew gets another xmin, even with the same values; one that is only locked, or whose change
// was rolled back, keeps it. That is far cheaper than reading the rows.
const WRITTEN = `count(*) || ':' || coalesce(sum(xmin::text::bigint), 0)`
// When a session was last used is written once a minute by any request, refused ones too (security.md 4.2).
const SESSIONS = `count(*) || ':' || coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by jti), '')`

/** What is written in all tables, or only in the rows of one company. */
export async function digestOf(services: Services, companyId?: string): Promise<Digest> {
  const tables = await tablesOf(services, companyId !== undefined)
  const where = companyId === undefined ? '' : ` where t.company_id = '${companyId}'`
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, ${name === 'session' ? SESSIONS : WRITTEN} as hash from public."${name}" t${where}`,
  )
  const { rows } = await sql
    .raw<{ name: string; hash: string }>(parts.join(' union all '))
    .execute(services.q)
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

const known = new Map<boolean, string[]>()

async function tablesOf(services: Services, owned: boolean): Promise<string[]> {
  const cached = known.get(owned)
  if (cached) return cached
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (${!owned} or exists (select 1 from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
    order by 1`.execute(services.q)
  const names = rows.map(({ name }) => name)
  known.set(owned, names)
  return names
}

/** The tables whose rows differ. */
export function changedTables(before: Digest, after: Digest): string[] {
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name)
}
