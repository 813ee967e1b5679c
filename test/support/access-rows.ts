import type { AccessRow } from '#contract/user/user-access.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import type { Person, World } from './world.ts'

/** A row that allows a role something without a confirmation. */
export const role = (subject_code: string, more: Partial<AccessRow> = {}): AccessRow => ({
  subject: 'role',
  subject_code,
  allow: true,
  confirm: 'none',
  ...more,
})

/** The same for one person. */
export const person = (id: string, more: Partial<AccessRow> = {}): AccessRow => ({
  ...role(id, more),
  subject: 'user',
})

/** Takes a right away from one person; answers how it is given back. */
export async function denyRight(
  { services: { q, sessions } }: World,
  by: Person,
  code: string,
): Promise<() => Promise<void>> {
  const action = await q
    .selectFrom('action')
    .where('code', '=', code)
    .select('id')
    .executeTakeFirstOrThrow()
  const id = uuidv7()
  const subject = { subject: 'user', subject_code: by.id, allow: false, confirm: 'none' }
  await q
    .insertInto('action_access')
    .values({ id, action_id: action.id, ...subject })
    .execute()
  sessions.forget()
  return async () => {
    await q.deleteFrom('action_access').where('id', '=', id).execute()
    sessions.forget()
  }
}
