import { sql } from 'kysely'
import type { Entity } from '#contract/core/entities.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'

// No screen keeps more; beyond it a script is filling the table (screens.md 4.5).
export const MAX_PREFERENCES = 200

export function preferences(db: Db) {
  return db.q
    .selectFrom('preference')
    .where('company_id', '=', db.companyId)
    .where((eb) => eb.or([eb('user_id', '=', db.caller.userId), eb('scope', '=', 'company')]))
    .select(['key', 'scope', 'value', 'version'])
    .orderBy('scope')
    .orderBy('key')
    .limit(2 * MAX_PREFERENCES)
    .execute()
}

function ownPreference(db: Db, scope: string, key: string) {
  const owner = scope === 'user' ? db.caller.userId : null
  return db.q
    .selectFrom('preference')
    .where('company_id', '=', db.companyId)
    .where('scope', '=', scope)
    .where(sql<boolean>`user_id is not distinct from ${owner}`)
    .where('key', '=', key)
}

export function lockPreference(db: Tx, scope: string, key: string) {
  return ownPreference(db, scope, key).select(['id', 'version']).forUpdate().executeTakeFirst()
}

export async function countPreferences(db: Tx, scope: string): Promise<number> {
  const owner = scope === 'user' ? db.caller.userId : null
  const { n } = await db.q
    .selectFrom('preference')
    .where('company_id', '=', db.companyId)
    .where('scope', '=', scope)
    .where(sql<boolean>`user_id is not distinct from ${owner}`)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function putPreference(db: Tx, scope: string, key: string, value: unknown) {
  return db.q
    .insertInto('preference')
    .values({
      company_id: db.companyId,
      id: uuidv7(),
      scope,
      user_id: scope === 'user' ? db.caller.userId : null,
      key,
      value: JSON.stringify(value),
      updated_by: db.caller.userId,
    })
    .onConflict((conflict) =>
      conflict.constraint('preference_unique').doUpdateSet({
        value: sql`excluded.value`,
        updated_at: sql.ref('excluded.updated_at'),
        updated_by: db.caller.userId,
        version: sql`preference.version + 1`,
      }),
    )
    .returning(['id', 'key', 'scope', 'value', 'version'])
    .executeTakeFirstOrThrow()
}

export async function dropPreference(db: Tx, id: string): Promise<void> {
  await db.q
    .deleteFrom('preference')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

export function ownNotices(db: Db) {
  return db.q
    .selectFrom('notice')
    .where('company_id', '=', db.companyId)
    .where('user_id', '=', db.caller.userId)
}

export async function countUnread(db: Db): Promise<number> {
  const { n } = await ownNotices(db)
    .where('read_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function markRead(db: Tx, until: string): Promise<void> {
  await db.q
    .updateTable('notice')
    .set({ read_at: sql`now()` })
    .where('company_id', '=', db.companyId)
    .where('user_id', '=', db.caller.userId)
    .where('read_at', 'is', null)
    .where('at', '<=', until)
    .execute()
}

/** The last changes of a record in the company's own chain, newest first. */
export function changesOf(db: Db, entity: Entity, id: string) {
  return db.q
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .leftJoin('app_user as a', 'a.id', 'e.approver_id')
    .where('e.company_id', '=', db.companyId)
    .where('e.entity', '=', entity)
    .where('e.entity_id', '=', id)
    .select([
      'e.at',
      'e.action',
      'e.before',
      'e.after',
      'u.full_name as user',
      'a.full_name as approver',
    ])
    .orderBy('e.seq', 'desc')
    .limit(200)
    .execute()
}
