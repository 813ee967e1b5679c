import { sql } from 'kysely'
import type { NoticeChoice } from '#contract/user/notice-choices.ts'
import { isShown, type NoticeKind } from '#contract/user/notice-kinds.ts'
import type { Db, Tx } from '../../../db/handle.ts'

/** A person who may be told, with the address and the choice that decide how. */
export interface Recipient {
  readonly id: string
  readonly company_id: string | null
  readonly email: string | null
  readonly shown: boolean
  readonly mailed: boolean
  readonly pushed: boolean
}

/** The named people as they want this kind: what may cost money is shown whatever they chose. */
export async function choicesOf(
  tx: Tx,
  userIds: readonly string[],
  kind: NoticeKind,
): Promise<Recipient[]> {
  if (userIds.length === 0) return []
  const rows = await tx.q
    .selectFrom('app_user as u')
    .leftJoin('notice_choice as c', (join) =>
      join.onRef('c.user_id', '=', 'u.id').on('c.kind', '=', kind),
    )
    .where('u.id', 'in', [...userIds])
    .select(['u.id', 'u.company_id', 'u.email', 'c.shown', 'c.mailed', 'c.pushed'])
    .execute()
  return rows.map((row) => ({
    ...row,
    shown: isShown(kind, row.shown),
    mailed: row.mailed ?? false,
    pushed: row.pushed ?? false,
  }))
}

/** The caller's choices so far; other kinds have their default. */
export function ownChoices(db: Db) {
  return db.q
    .selectFrom('notice_choice')
    .where('user_id', '=', db.caller.userId)
    .select(['kind', 'shown', 'mailed', 'pushed'])
    .limit(100)
    .execute()
}

export async function saveOwnChoices(tx: Tx, choices: readonly NoticeChoice[]): Promise<void> {
  if (choices.length === 0) return
  await tx.q
    .insertInto('notice_choice')
    .values(choices.map((choice) => ({ ...choice, user_id: tx.caller.userId! })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({
        shown: sql`excluded.shown`,
        mailed: sql`excluded.mailed`,
        pushed: sql`excluded.pushed`,
      }),
    )
    .execute()
}

/** The caller's own address for letters. */
export async function ownEmail(db: Db): Promise<string | null> {
  const row = await db.q
    .selectFrom('app_user')
    .where('id', '=', db.caller.userId)
    .select('email')
    .executeTakeFirst()
  return row?.email ?? null
}
