import { sql, type InsertObject, type UpdateObject } from 'kysely'
import type { PersonLink } from '#contract/user/user-sessions.ts'
import { changeColumns } from '../../../db/query/change-columns.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { DB } from '../../../db/schema.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import { lockSupers } from './super-queries.ts'
import { endSessionsOf } from './session-queries.ts'

const TAKEN_REFUSALS = {
  user_login_unique: 'user.duplicate-login',
  user_pcode_unique: 'pcode.taken',
  user_client_id_unique: 'common.id-reused',
} as const

/** People stand on the platform, so their client's ids are unique on it. */
export function userByClientId(db: Db, clientId: string) {
  return db.q
    .selectFrom('app_user')
    .where('client_id', '=', clientId)
    .select(['id', 'client_hash'])
    .executeTakeFirst()
}

export async function insertUser(tx: Tx, values: InsertObject<DB, 'app_user'>): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('app_user')
    .values({ ...values, created_by: by, updated_by: by })
    .execute()
    .catch((error) => onConstraint(error, TAKEN_REFUSALS))
}

export async function changeUser(
  tx: Tx,
  id: string,
  values: UpdateObject<DB, 'app_user'>,
): Promise<void> {
  await tx.q
    .updateTable('app_user')
    .set({ ...values, ...changeColumns(tx) })
    .where('id', '=', id)
    .execute()
    .catch((error) => onConstraint(error, TAKEN_REFUSALS))
}

/** The columns of a new PIN, which belongs to a company; one that another person gives is temporary. */
export function pcodeColumns(tx: Tx, companyId: string, pcode: string, temporary: boolean) {
  return {
    pcode_hmac: keyedHash(tx.services.config.secrets.pcodeHmac, companyId, pcode),
    pcode_set_at: sql<string>`now()`,
    pcode_temporary: temporary,
  }
}

/** Whether papers of the handle's company bear the person's name: it must stay the name of one of its people. */
export async function hasDocuments(tx: Tx, id: string): Promise<boolean> {
  const by = (table: keyof DB, column = 'created_by') =>
    sql`exists (select from ${sql.table(table)} where company_id = ${tx.companyId} and ${sql.ref(column)} = ${id})`
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(
    [
      by('visit'),
      by('weighing', 'operator_id'),
      by('weighing', 'approver_id'),
      by('weight_act'),
      by('act'),
      by('payment'),
      by('payment', 'approved_by'),
      by('supplier'),
      by('file'),
      by('approval', 'user_id'),
    ],
    sql` or `,
  )} as found`.execute(tx.q)
  return rows[0]!.found
}

/** Super administrators who can sign in, except the given one; other transactions that would reduce them wait for this one. */
export async function otherActiveSupers(tx: Tx, exceptId: string): Promise<number> {
  await lockSupers(tx)
  const { n } = await tx.q
    .selectFrom('app_user')
    .where('role', '=', 'SUPERVISOR')
    .where('status', '=', 'active')
    .where('id', '<>', exceptId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function setUserState(
  tx: Tx,
  id: string,
  status: string,
  byPlatform: boolean,
): Promise<void> {
  await tx.q
    .updateTable('app_user')
    .set({
      status,
      blocked_by_platform: status === 'blocked' && byPlatform,
      // A PIN does not outlive a block: after unblocking the user makes a new one (domain.md 3.4).
      ...(status === 'blocked' && { pcode_hmac: null, pcode_set_at: null, pcode_temporary: false }),
      ...changeColumns(tx),
    })
    .where('id', '=', id)
    .execute()
}

/** Sessions and unused links of a person end, and the notices in browsers: one of these may be what was lost. */
export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await endSessionsOf(tx, userId, {})
  await revokeLinks(tx, userId)
}

export async function revokeLinks(tx: Tx, userId: string): Promise<void> {
  await tx.q
    .updateTable('temporary_link')
    .set({ status: 'revoked' })
    .where('user_id', '=', userId)
    .where('status', '=', 'issued')
    .execute()
}

/** The contract's bound of one answer. */
const MAX_LINKS = 50

/** A person's links, newest first. One that ran out keeps the status of its making, so its state is computed. */
export function linksOf(db: Db, userId: string): Promise<PersonLink[]> {
  return db.q
    .selectFrom('temporary_link as l')
    .leftJoin('app_user as maker', 'maker.id', 'l.created_by')
    .where('l.user_id', '=', userId)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(MAX_LINKS)
    .select([
      'l.id',
      sql<PersonLink['purpose']>`l.purpose`.as('purpose'),
      sql<PersonLink['channel']>`l.channel`.as('channel'),
      'l.created_at',
      'maker.full_name as created_by',
      'l.expires_at',
      'l.used_at',
      sql<PersonLink['state']>`case when l.status <> 'issued' then l.status
        when l.expires_at <= now() then 'expired' else 'active' end`.as('state'),
    ])
    .execute()
}

/** The caller made the account, or gave or changed a way into it (domain.md 7.5). */
export async function insertOpening(tx: Tx, userId: string): Promise<void> {
  const { userId: by } = tx.caller
  if (by === null || by === userId || tx.companyId === NO_COMPANY) return
  await tx.q
    .insertInto('account_opening')
    .values({ company_id: tx.companyId, user_id: userId, opened_by: by })
    .onConflict((row) =>
      row
        .columns(['company_id', 'user_id', 'opened_by'])
        .doUpdateSet({ at: sql.ref('excluded.at') }),
    )
    .execute()
}

export interface NewLink {
  readonly id: string
  readonly userId: string
  readonly purpose: 'set_password' | 'reset_password'
  readonly tokenHash: Buffer
  readonly hours: number
  readonly channel: 'copy' | 'email'
}

/** Answers until when the link lives, by the database's clock. */
export async function insertLink(tx: Tx, link: NewLink): Promise<string> {
  const row = await tx.q
    .insertInto('temporary_link')
    .values({
      id: link.id,
      user_id: link.userId,
      purpose: link.purpose,
      token_hash: link.tokenHash,
      channel: link.channel,
      expires_at: sql`now() + make_interval(hours => ${link.hours})`,
      created_by: tx.caller.userId,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}
