import { sql, type Insertable, type Updateable } from 'kysely'
import type { AccessRow } from '#contract/user/user-access.ts'
import { relyingParty } from '../../../auth/passkey/relying-party.ts'
import { ACCESS_COLUMNS } from '../../../auth/session-queries.ts'
import { changeColumns } from '../../../db/query/change-columns.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Action, ActionFolder } from '../../../db/schema.ts'
import { uuidv7 } from '../../../db/uuid.ts'

const FOLDER = ['id', 'parent_id', 'code', 'title', 'order', 'version'] as const
const ACTION = ['id', 'folder_id', 'code', 'title', 'order', 'approver_action', 'version'] as const

/** The folder of the rights of single calls. */
export const CALLS_FOLDER = 'calls'

export function allFolders(db: Db) {
  return db.q
    .selectFrom('action_folder')
    .select(FOLDER)
    .orderBy('order')
    .orderBy('code')
    .limit(200)
    .execute()
}

export function allActions(db: Db) {
  return db.q
    .selectFrom('action')
    .select(ACTION)
    .orderBy('order')
    .orderBy('code')
    .limit(5000)
    .execute()
}

export function roles(db: Db) {
  return db.q.selectFrom('role').select(['code', 'title']).orderBy('id').limit(50).execute()
}

/**
 * Changes of folders and rights wait for each other: two changes that are harmless alone could together make a circle of
 * folders or leave no administrator.
 */
export async function lockRights(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(727004)`.execute(tx.q)
}

export function findFolder(db: Db, id: string) {
  return db.q.selectFrom('action_folder').where('id', '=', id).select(FOLDER).executeTakeFirst()
}

export function folderByClientId(db: Db, clientId: string) {
  return db.q
    .selectFrom('action_folder')
    .where('client_id', '=', clientId)
    .select(['id', 'client_hash'])
    .executeTakeFirst()
}

const FOLDER_REFUSALS = { action_folder_client_id_unique: 'common.id-reused' } as const

export async function insertFolder(tx: Tx, values: Insertable<ActionFolder>): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('action_folder')
    .values({ ...values, created_by: by, updated_by: by })
    .execute()
    .catch((error) => onConstraint(error, FOLDER_REFUSALS))
}

export async function updateFolder(
  tx: Tx,
  id: string,
  values: Updateable<ActionFolder>,
): Promise<void> {
  await tx.q
    .updateTable('action_folder')
    .set({ ...values, ...changeColumns(tx) })
    .where('id', '=', id)
    .execute()
}

export async function deleteFolder(tx: Tx, id: string): Promise<void> {
  await tx.q.deleteFrom('action_folder').where('id', '=', id).execute()
}

export async function folderHoldsAnything(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from action where folder_id = ${id})
      or exists (select from action_folder where parent_id = ${id}) as found
  `.execute(db.q)
  return rows[0]!.found
}

export function findAction(db: Db, id: string) {
  return db.q.selectFrom('action').where('id', '=', id).select(ACTION).executeTakeFirst()
}

export async function updateAction(tx: Tx, id: string, values: Updateable<Action>): Promise<void> {
  await tx.q
    .updateTable('action')
    .set({ ...values, ...changeColumns(tx) })
    .where('id', '=', id)
    .execute()
}

/** The stored rows of some actions, for one company or (null) for all companies without rows of their own. */
export function storedAccess(db: Db, companyId: string | null, actionIds: readonly string[]) {
  return db.q
    .selectFrom('action_access')
    .where('company_id', 'is not distinct from', companyId)
    .where('action_id', 'in', [...actionIds, NO_ACTION])
    .select([
      'action_id',
      'subject',
      'subject_code',
      'allow',
      'confirm',
      'max_kop',
      'max_bp',
      'by_manager',
    ])
    .orderBy('action_id')
    .orderBy('subject')
    .orderBy('subject_code')
    .execute()
}

// `in ()` of nothing is no SQL.
const NO_ACTION = '00000000-0000-0000-0000-000000000000'

/** Replaces the rows of the actions; the caller holds `lockRights`. */
export async function replaceAccess(
  tx: Tx,
  companyId: string | null,
  actionIds: readonly string[],
  rows: readonly (AccessRow & { action_id: string; by_manager: boolean })[],
): Promise<void> {
  await tx.q
    .deleteFrom('action_access')
    .where('company_id', 'is not distinct from', companyId)
    .where('action_id', 'in', [...actionIds, NO_ACTION])
    .execute()
  await insertAccess(tx, companyId, rows)
}

/** Replaces the rows that managers of the company laid for some people; the caller holds `lockRights`. */
export async function replacePersonalAccess(
  tx: Tx,
  actionId: string,
  userIds: readonly string[],
  rows: readonly AccessRow[],
): Promise<void> {
  await tx.q
    .deleteFrom('action_access')
    .where('company_id', '=', tx.companyId)
    .where('action_id', '=', actionId)
    .where('by_manager', '=', true)
    .where('subject_code', 'in', [...userIds, NO_ACTION])
    .execute()
  const personal = rows.map((row) => ({ ...row, action_id: actionId, by_manager: true }))
  await insertAccess(tx, tx.companyId, personal)
}

async function insertAccess(
  tx: Tx,
  companyId: string | null,
  rows: readonly (AccessRow & { action_id: string; by_manager: boolean })[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.q
    .insertInto('action_access')
    .values(
      rows.map(({ limit, ...row }) => ({
        ...row,
        id: uuidv7(),
        company_id: companyId,
        max_kop: limit?.max_kop ?? null,
        max_bp: limit?.max_bp ?? null,
        created_by: tx.caller.userId,
      })),
    )
    .execute()
}

/** The people whom a row may name: those of the company, or super administrators when there is none. */
export function peopleOf(db: Db, companyId: string | null, userId?: string) {
  let query = db.q
    .selectFrom('app_user')
    .select(['id', 'full_name', 'login', 'role', 'roles', 'status', 'company_id'])
    .where('kind', '=', 'person')
    .where((eb) =>
      companyId === null ? eb('role', '=', 'SUPERVISOR') : eb('company_id', '=', companyId),
    )
  if (userId !== undefined) query = query.where('id', '=', userId)
  return query.orderBy('full_name').orderBy('id').limit(5000).execute()
}

export function peopleById(db: Db, ids: readonly string[]) {
  return db.q
    .selectFrom('app_user')
    .select(['id', 'role', 'company_id'])
    .where('kind', '=', 'person')
    .where('id', 'in', [...ids, NO_ACTION])
    .execute()
}

/** Active people who have a company, of one company or of all, to find out who could still confirm. */
export function activePeople(db: Db, companyId: string | null) {
  const host = relyingParty(db.services.config.publicUrl)?.id ?? null
  let query = db.q
    .selectFrom('app_user as u')
    .innerJoin('company as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.full_name', 'u.roles', 'c.id as company_id', 'c.short_name as company'])
    .select(
      sql<boolean>`(u.pcode_hmac is not null and not u.pcode_temporary)
        or exists (select from passkey k where k.user_id = u.id and k.host = ${host})`.as(
        'has_means',
      ),
    )
    .where('u.kind', '=', 'person')
    .where('u.status', '=', 'active')
    .where('c.status', 'in', ['active', 'suspended'])
  if (companyId !== null) query = query.where('c.id', '=', companyId)
  return query.execute()
}

/** All access rows of the platform: for the companies that a change of the common rows may reach. */
export function companyAccessRows(db: Db) {
  return db.q
    .selectFrom('action_access as x')
    .innerJoin('action as a', 'a.id', 'x.action_id')
    .select(ACCESS_COLUMNS)
    .execute()
}
