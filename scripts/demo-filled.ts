import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** Whether the demo's agent is known to the server by a key of its own: it needs no one-time code any more. */
export function hasIdentity(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'agent', 'identity.json'))
}

/**
 * Whether an earlier start has filled the database to the end. The schema `demo_clock` marks a fill that was cut off
 * (src/server/demo/clock.ts). A database that does not answer counts as empty: the program that fills it reports why.
 */
export async function isFilled(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    const state = await client.query<{ whole: boolean }>(
      `select to_regclass('public.company') is not null and to_regnamespace('demo_clock') is null as whole`,
    )
    if (!state.rows[0]!.whole) return false
    return (await client.query('select 1 from company limit 1')).rows.length > 0
  } catch {
    return false
  } finally {
    await client.end()
  }
}
