import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { beginForAll } from './begin-for-all.ts'
import { isCluster } from './cluster.ts'

const TRIES = 100
const PAUSE_MS = 200
/** Who waits for a lock longer may end the transaction of somebody else. */
const LOCK_MS = 300

const BEGIN = 'begin isolation level repeatable read read only'

/** What lies on every machine and may change; what only grows takes no lock, and nothing of it is lost that was named. */
const COMMON_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
  where p.partmethod = 'n' and p.repmodel = 't'
    and (has_table_privilege(c.oid, 'UPDATE') or has_table_privilege(c.oid, 'DELETE'))
  order by c.relname`

/** A table of companies: it has parts on each machine. */
const ON_EACH_MACHINE = 'select count(*) from audit_head'

/**
 * Begins a transaction that sees all companies at one moment, and nothing of what others commit from then on; false where others wrote
 * without a pause.
 */
export async function beginOneMoment(client: pg.Client): Promise<boolean> {
  if (await isCluster(client)) return beginOnMachines(client)
  await client.query(BEGIN)
  return true
}

/**
 * Each machine has its own moment, that of the first question to it. A company's rows lie on one machine; so that they name nobody whom
 * the other machines have not yet, nobody writes what lies everywhere until all of them were asked.
 */
async function beginOnMachines(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(COMMON_TABLES)
  const lock = `lock table ${rows.map(({ name }) => name).join(', ')} in share mode`
  for (let tries = 0; tries < TRIES; tries++) {
    await beginForAll(client, BEGIN)
    await client.query('savepoint before_locks')
    try {
      await client.query(`set local lock_timeout = ${LOCK_MS}`)
      await client.query(lock)
    } catch (error) {
      await client.query('rollback')
      if ((error as { code?: string }).code !== '55P03') throw error
      await pause(PAUSE_MS)
      continue
    }
    await client.query(ON_EACH_MACHINE)
    // The locks go, the moments stay.
    await client.query('rollback to savepoint before_locks')
    return true
  }
  return false
}
