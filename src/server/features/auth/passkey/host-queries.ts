import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'

/** Keys of before their host was stored were made for the name that the first start finds. */
export async function nameUnknownHosts(db: Db, host: string): Promise<void> {
  await db.q.updateTable('passkey').set({ host }).where('host', 'is', null).execute()
}

/** For which other host names a person's keys were made, when none is left that can be used; empty otherwise. */
export async function otherHosts(db: Db, userId: string, host: string | null): Promise<string[]> {
  const rows = await db.q
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .select('host')
    .distinct()
    .execute()
  const isUsable = rows.some((row) => row.host === null || row.host === host)
  return isUsable ? [] : rows.map((row) => row.host!).toSorted()
}

/** Active super administrators who have keys of other host names alone, and no codes: where a second factor is required they are out. */
export async function lockedOutSupers(db: Tx, host: string | null): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    select u.login from app_user u
    where u.role = 'SUPERVISOR' and u.status = 'active'
      and exists (select from passkey p where p.user_id = u.id)
      and not exists (select from passkey p where p.user_id = u.id and (p.host is null or p.host = ${host}))
      and not exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null)
    order by u.login limit 50
  `.execute(db.q)
  return rows.map(({ login }) => login)
}
