import pg from 'pg'

/** What is written in each table: its name → how many rows, and by which transactions they were written. */
export type Digest = ReadonlyMap<string, string>

export interface Ledger {
  /** What is written in all tables, or only in the rows of one company. */
  read(companyId?: string): Promise<Digest>
  close(): Promise<void>
}

// A rewritten row gets another xmin, even with the same values; a row that is only locked, or whose change was rolled back,
// keeps it. That is far cheaper than reading the rows.
const WRITTEN = `count(*) || ':' || coalesce(sum(xmin::text::bigint), 0)`
// When a session was last used is written once a minute by any request, refused ones too (security.md 4.2).
const SESSIONS = `count(*) || ':' || coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by jti), '')`

/** A connection of its own, on which the long statement over all tables is planned once. */
export async function openLedger(databaseUrl: string): Promise<Ledger> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string; owned: boolean }>(`
    select c.relname as name, exists (select 1 from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as owned
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`)
  const all = rows.map(({ name }) => partOf(name, '')).join(' union all ')
  const owned = rows
    .filter((table) => table.owned)
    .map(({ name }) => partOf(name, ' where t.company_id = $1'))
    .join(' union all ')
  return {
    async read(companyId) {
      const ask = companyId
        ? { name: 'owned', text: owned, values: [companyId] }
        : { name: 'all', text: all }
      const answer = await client.query<{ name: string; written: string }>(ask)
      return new Map(answer.rows.map(({ name, written }) => [name, written]))
    },
    close: () => client.end(),
  }
}

function partOf(table: string, where: string): string {
  const written = table === 'session' ? SESSIONS : WRITTEN
  return `select '${table}' as name, ${written} as written from public."${table}" t${where}`
}

/** The tables whose rows differ. */
export function changedTables(before: Digest, after: Digest): string[] {
  return [...after].filter(([name, written]) => before.get(name) !== written).map(([name]) => name)
}
