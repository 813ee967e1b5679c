import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'

/** A process that has not said for so long that it lives is taken for dead, seconds. */
const DEAD_AFTER_S = 20

export interface KnownProcess {
  readonly id: string
  /** Where other processes reach it; null until it listens. */
  readonly address: string | null
}

export async function insertProcess(q: Kysely<DB>, process: KnownProcess): Promise<void> {
  await q.insertInto('server_process').values(process).execute()
}

/** Takes the address for this process: an earlier process at the same address no longer exists. */
export async function takeAddress(q: Kysely<DB>, id: string, address: string): Promise<void> {
  await q
    .deleteFrom('server_process')
    .where('address', '=', address)
    .where('id', '<>', id)
    .execute()
  await q.updateTable('server_process').set({ address }).where('id', '=', id).execute()
}

/** Returns false when the other processes have already declared this one dead. */
export async function keepAlive(q: Kysely<DB>, id: string): Promise<boolean> {
  const row = await q
    .updateTable('server_process')
    .set({ seen_at: sql`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteProcess(q: Kysely<DB>, id: string): Promise<void> {
  await q.deleteFrom('server_process').where('id', '=', id).execute()
}

export function otherProcesses(q: Kysely<DB>, id: string): Promise<KnownProcess[]> {
  return q
    .selectFrom('server_process')
    .where('id', '<>', id)
    .where('seen_at', '>', sql<string>`now() - make_interval(secs => ${DEAD_AFTER_S})`)
    .select(['id', 'address'])
    .execute()
}

/** Agents that no living process serves become offline, and with them the devices of their sites. */
export async function leaveDeadLinks(q: Kysely<DB>): Promise<void> {
  await q
    .deleteFrom('server_process')
    .where('seen_at', '<=', sql<string>`now() - make_interval(secs => ${DEAD_AFTER_S})`)
    .execute()
  // A deleted process leaves its agents without one.
  await q
    .updateTable('agent')
    .set({ status: 'offline' })
    .where('status', '=', 'online')
    .where('link_process', 'is', null)
    .execute()
  await q
    .updateTable('device')
    .set({ status: 'offline' })
    .where('status', '=', 'online')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('agent')
            .whereRef('agent.company_id', '=', 'device.company_id')
            .whereRef('agent.site_id', '=', 'device.site_id')
            .where('agent.link_process', 'is not', null)
            .select('agent.id'),
        ),
      ),
    )
    .execute()
}
