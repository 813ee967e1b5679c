import { sql } from 'kysely'
import type { Notice } from '#contract/user/user-preferences.ts'
import type { Tx } from '../../../db/handle.ts'
import { LIVE_CHANNEL } from '../../../db/channels.ts'
import { NO_COMPANY, uuidv7 } from '../../../db/uuid.ts'

export interface NewNotice {
  readonly kind: Notice['kind']
  readonly title: string
  readonly href: string
}

/** Whether the same notice was sent to any user within a day. */
export async function hasNotice(db: Tx, kind: Notice['kind'], title: string): Promise<boolean> {
  const row = await db.q
    .selectFrom('notice')
    .where('kind', '=', kind)
    .where('title', '=', title)
    .where('at', '>', sql<string>`now() - interval '1 day'`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A notice for every active SUPERVISOR, and for the active managers of a company when one is named. */
export async function alertManagers(
  db: Tx,
  notice: NewNotice,
  companyId: string | null,
): Promise<void> {
  const people = await db.q
    .selectFrom('app_user')
    .where('status', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('role', '=', 'SUPERVISOR'),
        eb.and([
          eb('company_id', 'is not', null),
          eb('company_id', '=', companyId),
          sql<boolean>`'MANAGER' = any(roles)`,
        ]),
      ]),
    )
    .select(['id', 'company_id'])
    .limit(500)
    .execute()
  if (people.length === 0) return
  await db.q
    .insertInto('notice')
    .values(
      people.map((person) => ({
        company_id: person.company_id ?? NO_COMPANY,
        id: uuidv7(),
        user_id: person.id,
        ...notice,
      })),
    )
    .execute()
  for (const company of new Set(people.map((person) => person.company_id ?? NO_COMPANY)))
    await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ c: company, e: 'notice', i: null })})`.execute(
      db.q,
    )
}
