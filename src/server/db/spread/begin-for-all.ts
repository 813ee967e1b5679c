import type pg from 'pg'
import { setLocalCompany } from '../connection/session-company.ts'
import { NO_COMPANY } from '../uuid.ts'

/**
 * Begins a transaction that sees the rows of all companies, on each machine of a cluster too: of a session those hear nothing, and would
 * answer with the rows of none (decision 142).
 */
export async function beginForAll(client: pg.Client, begin = 'begin'): Promise<void> {
  await client.query(`set citus.propagate_set_commands = 'local'`)
  await client.query(begin)
  await client.query(setLocalCompany(NO_COMPANY))
}
