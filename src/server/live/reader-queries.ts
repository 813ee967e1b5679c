import { sql } from 'kysely'
import { MOST_OPEN, READER_EVERY_MS } from '#contract/core/live.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { live } from '#contract/core/live.ts'
import type { Db } from '../db/handle.ts'

export type OpenRecord = CallInput<typeof live.noteReader>['body']['record']

const MOST_SHOWN = 20
/** Two messages may be lost on the way. */
const GONE_AFTER_S = (3 * READER_EVERY_MS) / 1000

/** Whether the company has the record. */
export async function recordExists(db: Db, { entity, id }: OpenRecord): Promise<boolean> {
  const row = await db.q
    .selectFrom(entity)
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Reader {
  readonly userId: string
  /** One opening of the record: a person may have several. */
  readonly readerId: string
}

/**
 * Notes that a person has the record open now; openings of theirs that ended without a word leave, of whatever record. False
 * where the person has as many others open as one may.
 */
export async function noteOpen(
  db: Db,
  { entity, id }: OpenRecord,
  { userId, readerId }: Reader,
  isEditing: boolean,
): Promise<boolean> {
  await openingsOf(db, userId)
    .where('seen_at', '<', sql<string>`now() - make_interval(secs => ${GONE_AFTER_S})`)
    .execute()
  if (await hasMostOpen(db, { userId, readerId })) return false
  await db.q
    .insertInto('record_reader')
    .values({
      company_id: db.companyId,
      entity,
      record_id: id,
      user_id: userId,
      reader_id: readerId,
      is_editing: isEditing,
    })
    .onConflict((same) =>
      same
        .columns(['company_id', 'entity', 'record_id', 'user_id', 'reader_id'])
        .doUpdateSet({ is_editing: isEditing, seen_at: sql.ref('excluded.seen_at') }),
    )
    .execute()
  return true
}

async function hasMostOpen(db: Db, { userId, readerId }: Reader): Promise<boolean> {
  const { count } = await db.q
    .selectFrom('record_reader')
    .where('company_id', '=', db.companyId)
    .where('user_id', '=', userId)
    .where('reader_id', '<>', readerId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count >= MOST_OPEN
}

export async function noteClosed(
  db: Db,
  record: OpenRecord,
  { userId, readerId }: Reader,
): Promise<void> {
  await openingsOf(db, userId)
    .where('entity', '=', record.entity)
    .where('record_id', '=', record.id)
    .where('reader_id', '=', readerId)
    .execute()
}

const openingsOf = (db: Db, userId: string) =>
  db.q
    .deleteFrom('record_reader')
    .where('company_id', '=', db.companyId)
    .where('user_id', '=', userId)

/** Who else has the record open, those who edit it first. */
export function otherReaders(db: Db, { entity, id }: OpenRecord, userId: string) {
  return db.q
    .selectFrom('record_reader as r')
    .innerJoin('app_user as u', (on) =>
      on.onRef('u.company_id', '=', 'r.company_id').onRef('u.id', '=', 'r.user_id'),
    )
    .where('r.company_id', '=', db.companyId)
    .where('r.entity', '=', entity)
    .where('r.record_id', '=', id)
    .where('r.user_id', '<>', userId)
    .where('r.seen_at', '>', sql<string>`now() - make_interval(secs => ${GONE_AFTER_S})`)
    .groupBy(['u.id', 'u.full_name'])
    .select(['u.id as user_id', 'u.full_name', sql<boolean>`bool_or(r.is_editing)`.as('edits')])
    .orderBy('edits', 'desc')
    .orderBy('u.full_name')
    .limit(MOST_SHOWN)
    .execute()
}
