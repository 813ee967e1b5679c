import type pg from 'pg'

/**
 * Lets `work` write millions of rows without what checks and finds each of them: foreign keys and triggers are off, the indexes
 * of the tables are rebuilt at the end. The written rows must be right by themselves.
 */
export async function quickly(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  await client.query("set maintenance_work_mem = '256MB'")
  const { rows } = await client.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
     from pg_index i where i.indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { text } of rows) await client.query(text)
  await client.query('reset session_replication_role; reset synchronous_commit')
}
