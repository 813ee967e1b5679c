import { sql } from 'kysely'
import { noticeFacts, type SharedNoticeKind } from '#contract/user/notice-facts.ts'
import type { NoticeKind } from '#contract/user/notice-kinds.ts'
import type { Tx } from '../../../db/handle.ts'
import { LIVE_CHANNEL } from '../../../db/channels.ts'
import { NO_COMPANY, uuidv7 } from '../../../db/uuid.ts'
import { choicesOf } from './notice-choice-queries.ts'
import { enqueueLetters } from './notice-letters.ts'
import { enqueuePushes } from '../push/send-push.ts'

export interface NewNotice {
  readonly kind: NoticeKind
  readonly title: string
  readonly href: string
}

interface TellHow {
  /** False where a letter cannot help: what is told is that letters fail. */
  readonly letters?: boolean
  /** The same of messages to browsers. */
  readonly pushes?: boolean
}

interface AlertHow extends TellHow {
  /** Who did it and knows. */
  readonly except?: readonly string[]
}

/** A notice that goes to both says where super administrators read of it: screens of a company are closed to them. */
export type Alert =
  | (NewNotice & { readonly kind: SharedNoticeKind; readonly superHref: string })
  | (NewNotice & {
      readonly kind: Exclude<NoticeKind, SharedNoticeKind>
      readonly superHref?: undefined
    })

/** Whether anybody was told the same within so many minutes; the link names the record. */
export async function hasNotice(
  db: Tx,
  { kind, title, href }: NewNotice,
  minutes: number,
): Promise<boolean> {
  const row = await db.q
    .selectFrom('notice')
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('title', '=', title)
    .where('at', '>', sql<string>`now() - make_interval(mins => ${minutes})`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the company's people were told of this kind within so many minutes. */
export async function hasNoticeOfKind(db: Tx, kind: NoticeKind, minutes: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('notice')
    .where('company_id', '=', db.companyId)
    .where('kind', '=', kind)
    .where('at', '>', sql<string>`now() - make_interval(mins => ${minutes})`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A notice for those whom its kind names: active super administrators, and active managers of the company when one is named. */
export async function alertManagers(
  db: Tx,
  { superHref, ...notice }: Alert,
  companyId: string | null,
  { except = [], ...how }: AlertHow = {},
): Promise<void> {
  const { to } = noticeFacts[notice.kind]
  const people = await db.q
    .selectFrom('app_user')
    .where('status', '=', 'active')
    .where((eb) =>
      eb.or([
        eb.and([eb('role', '=', 'SUPERVISOR'), eb.val(to !== 'managers')]),
        eb.and([
          eb.val(to !== 'platform'),
          eb('company_id', 'is not', null),
          eb('company_id', '=', companyId),
          sql<boolean>`'MANAGER' = any(roles)`,
        ]),
      ]),
    )
    .select(['id', 'role'])
    .limit(500)
    .execute()
  const told = people.filter(({ id }) => !except.includes(id))
  const hrefOf = (role: string) => (role === 'SUPERVISOR' ? superHref : undefined) ?? notice.href
  for (const [href, group] of Map.groupBy(told, ({ role }) => hrefOf(role)))
    await addNotices(
      db,
      group.map(({ id }) => id),
      { ...notice, href },
      how,
    )
}

/** Tells some people in the way each of them has chosen; a bell that is open lights at once. */
export async function addNotices(
  tx: Tx,
  userIds: readonly string[],
  notice: NewNotice,
  { letters = true, pushes = true }: TellHow = {},
): Promise<void> {
  const people = await choicesOf(tx, userIds, notice.kind)
  const shown = people.filter((person) => person.shown)
  if (shown.length > 0)
    await tx.q
      .insertInto('notice')
      .values(
        shown.map((person) => ({
          company_id: person.company_id ?? NO_COMPANY,
          id: uuidv7(),
          user_id: person.id,
          ...notice,
        })),
      )
      .execute()
  for (const company of new Set(shown.map((person) => person.company_id ?? NO_COMPANY)))
    await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ c: company, e: 'notice', i: null })})`.execute(
      tx.q,
    )
  if (letters) await enqueueLetters(tx, people, notice)
  if (pushes) await enqueuePushes(tx, people, notice)
}
