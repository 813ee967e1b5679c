import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openTestDatabase } from '#test/support/database.ts'

const database = await openTestDatabase()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})

/** Columns with whether they may be null, as the types have them. */
function columnsOfTypes(): Map<string, string[]> {
  const text = readFileSync(path.join(import.meta.dirname, 'schema.ts'), 'utf8')
  const bodyOf = (name: string) =>
    new RegExp(`^export interface ${name} \\{\\n([^}]*)\\}`, 'm').exec(text)![1]!
  const fields = (body: string) => [...body.matchAll(/^ {2}"?([\w.]+)"?: (.*);$/gm)]
  return new Map(
    fields(bodyOf('DB')).map(([, table, type]) => [
      table!,
      fields(bodyOf(type!))
        .map(([, column, shape]) => `${column}${/\| null\b/.test(shape!) ? '?' : ''}`)
        .toSorted(),
    ]),
  )
}

test('schema.ts has every table, view and column of the migrations, with what may be null', async () => {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table,
      array_agg(a.attname || case when a.attnotnull then '' else '?' end order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    group by 1`)
  const stored = rows.map(({ table, columns }) => [table, columns.toSorted()] as const)
  assert.deepEqual(
    Object.fromEntries(columnsOfTypes()),
    Object.fromEntries(stored),
    'Run npm run schema and commit schema.ts with the migration',
  )
})
