import { sql, type SelectQueryBuilder } from 'kysely'
import { fieldNames } from '#contract/record/record-field.ts'
import { personFields } from '#contract/user/person-record.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { DB } from '../../db/schema.ts'
import type { UserRow } from './user-shape.ts'

type NamedUser = {
  u: DB['app_user']
  c: Nullable<DB['company']>
  seen: { last_sign_in_at: string | null }
}
type Nullable<T> = { [K in keyof T]: T[K] | null }

const PERSON_COLUMNS = fieldNames(personFields).map((name) => `u.${name}` as const)

/** The columns that `toUser` needs, from `people`. */
export function selectUser(query: SelectQueryBuilder<DB & NamedUser, 'u' | 'c' | 'seen', object>) {
  return query
    .select([
      ...PERSON_COLUMNS,
      'u.id',
      'u.login',
      'u.status',
      'u.role',
      'u.roles',
      'u.company_id',
      'u.pcode_temporary',
      'u.password_printed',
      'u.blocked_by_platform',
      'u.created_at',
      'u.version',
      'c.short_name as company_name',
      'seen.last_sign_in_at',
    ])
    .select([
      sql<boolean>`u.pcode_hmac is not null`.as('has_pcode'),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      sql<boolean>`exists (select from second_factor f
        where f.user_id = u.id and f.confirmed_at is not null)`.as('has_second_factor'),
    ])
}

/** People with their companies and when they were last seen, nothing selected yet. */
export function people(db: Db) {
  return (
    db.q
      .selectFrom('app_user as u')
      .leftJoin('company as c', 'c.id', 'u.company_id')
      // Service accounts have calls of their own.
      .where('u.kind', '=', 'person')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('session as s')
            .whereRef('s.user_id', '=', 'u.id')
            .select(sql<string | null>`max(s.signed_in_at)`.as('last_sign_in_at'))
            .as('seen'),
        (join) => join.onTrue(),
      )
  )
}

/** A user of the whole platform: callers check whether the requester may see them. */
export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return selectUser(people(db)).where('u.id', '=', id).executeTakeFirst()
}

/** The same row, locked until the end of the transaction. */
export function lockUser(db: Tx, id: string): Promise<UserRow | undefined> {
  return selectUser(people(db)).where('u.id', '=', id).forUpdate('u').executeTakeFirst()
}

/** Unused confirmations of a user are removed with their PIN. */
export async function dropApprovals(db: Tx, companyId: string, userId: string): Promise<void> {
  await db.q
    .updateTable('approval')
    .set({ used_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** True when an existing user has a PIN with one of the keyed hashes. */
export async function pcodeTaken(db: Db, hmacs: readonly Buffer[]): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from app_user where pcode_hmac = any(${hmacs}::bytea[])) as taken
  `.execute(db.q)
  return rows[0]!.taken
}

export async function companyIds(db: Db): Promise<string[]> {
  const rows = await db.q.selectFrom('company').select('id').limit(10_000).execute()
  return rows.map((row) => row.id)
}

/** The active person of the caller's company who has this PIN. */
export function findByPcode(
  db: Db,
  hmac: Buffer,
): Promise<{ id: string; full_name: string; pcode_temporary: boolean } | undefined> {
  return db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .where('pcode_hmac', '=', hmac)
    .where('status', '=', 'active')
    .select(['id', 'full_name', 'pcode_temporary'])
    .executeTakeFirst()
}

export async function companyExists(db: Db, id: string): Promise<boolean> {
  const row = await db.q.selectFrom('company').where('id', '=', id).select('id').executeTakeFirst()
  return row !== undefined
}
