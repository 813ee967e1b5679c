import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'

/** The frozen form of an act, sealed; without one it was never issued. */
export function storedBody(db: Db, id: string) {
  return db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['id', 'status', 'number', 'template', 'template_version', 'body_html', 'body_sha256'])
    .select(['kind', 'body_blocks', 'issued_at'])
    .executeTakeFirst()
}

export type StoredBody = NonNullable<Awaited<ReturnType<typeof storedBody>>>

/** One print more, unless the same session printed the act within 10 s (security.md 2.1). */
export async function countPrint(db: Tx, actId: string): Promise<void> {
  const jti = db.caller.session?.jti ?? null
  await sql`select pg_advisory_xact_lock(hashtextextended(${`print:${actId}`}, 0))`.execute(db.q)
  const { rows } = await sql<{ copy_no: number; is_repeat: boolean }>`
    select coalesce(max(copy_no), 0) + 1 as copy_no, count(*) filter (where session_jti is not distinct from ${jti}::uuid
      and at > now() - interval '10 seconds') > 0 as is_repeat
    from print_event where company_id = ${db.companyId} and entity = 'act' and entity_id = ${actId}
  `.execute(db.q)
  if (rows[0]!.is_repeat) return
  await db.q
    .insertInto('print_event')
    .values({
      company_id: db.companyId,
      id: uuidv7(),
      entity: 'act',
      entity_id: actId,
      copy_no: rows[0]!.copy_no,
      session_jti: jti,
      by: db.caller.userId!,
    })
    .execute()
}

/** Accepted pages of an act in their order, also those whose bytes are gone. */
export function selectAcceptedScans(db: Db, actId: string) {
  return db.q
    .selectFrom('scan as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'c.company_id').onRef('f.id', '=', 'c.file_id'),
    )
    .where('c.company_id', '=', db.companyId)
    .where('c.entity', '=', 'act')
    .where('c.entity_id', '=', actId)
    .where('c.status', '=', 'accepted')
    .select(['f.id', 'f.kind', 'f.mime', 'f.sha256', 'f.storage_key', 'f.deleted_at'])
    .select(['c.kind as scan_kind', 'c.page', 'c.created_at'])
    .orderBy('c.page')
    .orderBy('c.id')
    .limit(200)
    .execute()
}

export type AcceptedScan = Awaited<ReturnType<typeof selectAcceptedScans>>[number]
