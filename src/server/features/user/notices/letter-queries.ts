import type { Db } from '../../../db/handle.ts'

/** The address of a person who may sign in or is invited to; undefined without one. */
export async function addressOfActive(q: Db['q'], userId: string): Promise<string | undefined> {
  const row = await q
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('status', 'in', ['active', 'invited'])
    .select('email')
    .executeTakeFirst()
  return row?.email ?? undefined
}
