import { sql } from 'kysely'
import type { ApprovalAbout } from '#contract/user/approval/approval-request.ts'
import type { BoundObject } from '../../../auth/rights/approval-object.ts'
import type { Db, Tx } from '../../../db/handle.ts'

interface NewAsk {
  readonly id: string
  readonly jti: string
  readonly action: string
  readonly object: BoundObject
  readonly about: ApprovalAbout
  readonly message: string
  readonly seconds: number
}

/** The same question of this session that still waits, or whose answer the session has not taken yet. */
export const findSameAsk = (
  tx: Tx,
  { jti, action, object }: Pick<NewAsk, 'jti' | 'action' | 'object'>,
) =>
  tx.q
    .selectFrom('approval_ask')
    .where('company_id', '=', tx.companyId)
    .where('session_jti', '=', jti)
    .where('action_code', '=', action)
    .where('object', '=', sql<string>`${JSON.stringify(object)}::jsonb`)
    .where('expires_at', '>', sql<string>`now()`)
    .where('taken_at', 'is', null)
    .where(sql<boolean>`answer is distinct from 'declined'`)
    .select(['id', 'expires_at'])
    .executeTakeFirst()

/** Answers when the question ends. */
export async function insertAsk(tx: Tx, ask: NewAsk): Promise<string> {
  const { expires_at } = await tx.q
    .insertInto('approval_ask')
    .values({
      company_id: tx.companyId,
      id: ask.id,
      asked_by: tx.caller.userId!,
      session_jti: ask.jti,
      action_code: ask.action,
      object: JSON.stringify(ask.object),
      about: JSON.stringify(ask.about),
      words: ask.message,
      expires_at: sql<string>`now() + make_interval(secs => ${ask.seconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

const columns = [
  'a.id',
  'a.asked_by',
  'a.session_jti',
  'a.action_code',
  'a.words',
  'a.created_at',
  'a.expires_at',
  'a.answer',
  'a.answered_by',
  'asker.full_name as asker_name',
  'answerer.full_name as answerer_name',
] as const

const asks = (db: Db) =>
  db.q
    .selectFrom('approval_ask as a')
    .innerJoin('app_user as asker', (join) =>
      join.onRef('asker.company_id', '=', 'a.company_id').onRef('asker.id', '=', 'a.asked_by'),
    )
    .leftJoin('app_user as answerer', (join) =>
      join
        .onRef('answerer.company_id', '=', 'a.company_id')
        .onRef('answerer.id', '=', 'a.answered_by'),
    )
    .where('a.company_id', '=', db.companyId)
    .select(columns)
    .select([sql<BoundObject>`a.object`.as('object'), sql<ApprovalAbout>`a.about`.as('about')])
    .select(sql<boolean>`a.expires_at <= now()`.as('is_over'))

/** The question of the session that asked. */
export const findOwnAsk = (db: Db, id: string) =>
  asks(db)
    .where('a.id', '=', id)
    .where('a.session_jti', '=', db.caller.session!.jti)
    .executeTakeFirst()

/** Other people's questions that have no answer yet, the oldest first. */
export const findOpenAsks = (db: Db) =>
  asks(db)
    .where('a.answer', 'is', null)
    .where('a.expires_at', '>', sql<string>`now()`)
    .where('a.asked_by', '<>', db.caller.userId!)
    .orderBy('a.created_at')
    .limit(200)
    .execute()

/** An open question of another person, locked until the commit: of two people who answer at once, one is late. */
export const lockAsk = (tx: Tx, id: string) =>
  tx.q
    .selectFrom('approval_ask')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('asked_by', '<>', tx.caller.userId!)
    .select(['id', 'asked_by', 'action_code', 'words'])
    .select([sql<BoundObject>`object`.as('object'), sql<ApprovalAbout>`about`.as('about')])
    .select(sql<boolean>`answer is null and expires_at > now()`.as('is_open'))
    .forUpdate()
    .executeTakeFirst()

export type LockedAsk = NonNullable<Awaited<ReturnType<typeof lockAsk>>>

export async function storeAnswer(
  tx: Tx,
  id: string,
  answer: 'confirmed' | 'declined',
  passkeyId: string | null,
): Promise<void> {
  await tx.q
    .updateTable('approval_ask')
    .set({
      answer,
      answered_by: tx.caller.userId,
      answered_at: sql<string>`now()`,
      passkey_id: passkeyId,
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Takes what was confirmed, once; undefined when there is nothing to take. */
export const takeAnswer = (tx: Tx, id: string) =>
  tx.q
    .updateTable('approval_ask')
    .set({ taken_at: sql<string>`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('session_jti', '=', tx.caller.session!.jti)
    .where('answer', '=', 'confirmed')
    .where('taken_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['answered_by', 'action_code', 'passkey_id', sql<BoundObject>`object`.as('object')])
    .executeTakeFirst()
