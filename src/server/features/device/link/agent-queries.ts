import { sql, type Kysely } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import type { DB } from '../../../db/schema.ts'

export async function siteExists(db: Db, siteId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .where('id', '=', siteId)
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertCode(
  db: Tx,
  code: { hash: Buffer; siteId: string; by: string; minutes: number },
): Promise<string> {
  const row = await db.q
    .insertInto('agent_code')
    .values({
      code_hash: code.hash,
      company_id: db.companyId,
      site_id: code.siteId,
      expires_at: sql`now() + make_interval(mins => ${code.minutes})`,
      by: code.by,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/**
 * Uses a living code up in one statement: of any number of parallel uses one gets the site. Should two companies ever have drawn the
 * same code at once, it is nobody's.
 */
export async function useCode(
  q: Kysely<DB>,
  hash: Buffer,
): Promise<{ company_id: string; site_id: string; by: string } | undefined> {
  const rows = await q
    .updateTable('agent_code')
    .set({ used_at: sql`now()` })
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['company_id', 'site_id', 'by'])
    .execute()
  return rows.length === 1 ? rows[0] : undefined
}

/** Earlier agents of a site; the caller closes their links. Enrolments of one site queue up behind its row. */
export async function revokeAgents(db: Tx, siteId: string): Promise<string[]> {
  await db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .where('id', '=', siteId)
    .select('id')
    .forUpdate()
    .execute()
  const rows = await db.q
    .updateTable('agent')
    .set({ status: 'revoked', updated_at: sql`now()`, version: sql`version + 1` })
    .where('company_id', '=', db.companyId)
    .where('site_id', '=', siteId)
    .where('status', '<>', 'revoked')
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Revokes one agent; answers what it was before, undefined when the company has no such agent. */
export async function revokeAgent(db: Tx, id: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('agent')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('status')
    .forUpdate()
    .executeTakeFirst()
  if (row && row.status !== 'revoked')
    await db.q
      .updateTable('agent')
      .set({ status: 'revoked', updated_at: sql`now()`, version: sql`version + 1` })
      .where('company_id', '=', db.companyId)
      .where('id', '=', id)
      .execute()
  return row?.status
}

export async function insertAgent(
  db: Tx,
  agent: { id: string; siteId: string; publicKey: Buffer; version: string },
): Promise<void> {
  await db.q
    .insertInto('agent')
    .values({
      company_id: db.companyId,
      id: agent.id,
      site_id: agent.siteId,
      public_key: agent.publicKey,
      program_version: agent.version,
    })
    .execute()
}

export interface KnownAgent {
  readonly id: string
  readonly company_id: string
  readonly site_id: string
  readonly public_key: Buffer
  readonly status: string
}

/** An agent by what its token claims to be; the company follows from it. */
export function findAgent(q: Kysely<DB>, id: string): Promise<KnownAgent | undefined> {
  return q
    .selectFrom('agent')
    .where('id', '=', id)
    .select(['id', 'company_id', 'site_id', 'public_key', 'status'])
    .executeTakeFirst()
}

/** The key with which an agent of the company signs, also a revoked one: what it signed before can still be verified. */
export function agentKey(
  db: Db,
  id: string,
): Promise<Pick<KnownAgent, 'public_key' | 'site_id' | 'status'> | undefined> {
  return db.q
    .selectFrom('agent')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['public_key', 'site_id', 'status'])
    .executeTakeFirst()
}

export async function setAgentStatus(
  db: Tx,
  id: string,
  status: 'online' | 'offline',
  programVersion?: string,
): Promise<boolean> {
  const row = await db.q
    .updateTable('agent')
    .set({
      status,
      last_seen_at: sql`now()`,
      updated_at: sql`now()`,
      ...(programVersion && { program_version: programVersion }),
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('status', 'not in', ['revoked', status])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What the agent told of its update; false when it is what was known, or the agent is revoked. */
export async function setAgentUpdate(
  db: Tx,
  id: string,
  { state, about, detail }: { state: string; about: string | null; detail: string },
): Promise<boolean> {
  const row = await db.q
    .updateTable('agent')
    .set({ update_state: state, update_release: about, update_detail: detail })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('status', '<>', 'revoked')
    .where(
      sql<boolean>`(update_state, update_release, update_detail)
        IS DISTINCT FROM (${state}::text, ${about}::text, ${detail}::text)`,
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on this process tells what the agent is. */
export async function holdAgent(db: Tx, id: string, process: string): Promise<void> {
  await db.q
    .updateTable('agent')
    .set({ link_process: process })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Returns false when another process serves the agent by now. */
export async function leaveAgent(db: Tx, id: string, process: string): Promise<boolean> {
  const row = await db.q
    .updateTable('agent')
    .set({ link_process: null })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('link_process', '=', process)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The last weighing on each scale of a site: its agent may have been away when it was announced. */
export async function lastCaptures(
  db: Db,
  siteId: string,
): Promise<{ device_id: string; episode_id: string; seq: number }[]> {
  const rows = await db.q
    .selectFrom('device')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('weighing as w')
          .whereRef('w.company_id', '=', 'device.company_id')
          .whereRef('w.device_id', '=', 'device.id')
          .where('w.seq', 'is not', null)
          .select(['w.episode_id', 'w.seq'])
          .orderBy('w.seq', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('device.company_id', '=', db.companyId)
    .where('device.site_id', '=', siteId)
    .where('device.kind', '=', 'scale')
    .select(['device.id as device_id', 'last.episode_id', 'last.seq'])
    .limit(MOST_SCALES)
    .execute()
  return rows.flatMap(({ device_id, episode_id, seq }) =>
    episode_id === null ? [] : [{ device_id, episode_id, seq: seq! }],
  )
}

/** A site has at most so many devices (contract). */
const MOST_SCALES = 40
