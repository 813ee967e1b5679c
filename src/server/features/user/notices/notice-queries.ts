import { sql, type SqlBool } from 'kysely'
import { noticeFacts, type NoticeKind, type SharedNoticeKind } from '#contract/user/notice-kinds.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Notice } from '#contract/user/user-preferences.ts'
import type { user } from '#contract/user/user.ts'
import type { Tx, Db } from '../../../db/handle.ts'
import { LIVE_CHANNEL } from '../../../db/channels.ts'
import { NO_COMPANY, uuidv7 } from '../../../db/uuid.ts'
import { anywhere, withinDays } from '../../../db/query/list-page.ts'
import { readList, type ListAnswer } from '../../../list/lists.ts'
import { enqueuePushes } from '../push/send-push.ts'
import { countUnread, ownNotices } from '../own/preference-queries.ts'
import { choicesOf } from './notice-choice-queries.ts'
import { enqueueLetters } from './notice-letters.ts'

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

type Filter = NonNullable<CallInput<typeof user.getNotices>['query']['filter']>

/** A page of the caller's own notices. */
export function listNotices(
  db: Db,
  filter: Filter = {},
): Promise<ListAnswer<Notice, { unread: number }>> {
  return readList(db, {
    filter,
    sort: { at: 'at' },
    first: ['at', 'desc'],
    keyed: { at: 'instant' },
    id: 'id',
    from: matching(db, filter),
    select: (query) => query.select(['id', 'kind', 'at', 'title', 'href', 'read_at']),
    item: (row) => ({ ...row, kind: row.kind as Notice['kind'], href: row.href ?? '' }),
    totals: async () => ({ unread: await countUnread(db) }),
  })
}

function matching(db: Db, filter: Filter) {
  let query = ownNotices(db)
  if (filter.kind) query = query.where(sql<SqlBool>`kind = any(${filter.kind}::text[])`)
  if (filter.ids) query = query.where(sql<SqlBool>`id = any(${filter.ids}::uuid[])`)
  if (filter.unread !== undefined)
    query = query.where('read_at', filter.unread ? 'is' : 'is not', null)
  if (filter.search) query = query.where('title', 'ilike', anywhere(filter.search))
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('at', filter, db.caller.session!.timezone))
  return query
}
