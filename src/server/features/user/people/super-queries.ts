import { sql } from 'kysely'
import type { Tx } from '../../../db/handle.ts'

/** Transactions that add or remove super administrators wait for each other here, since each counts the others. */
export async function lockSupers(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(727003)`.execute(db.q)
}

/** Counts super administrators who can still sign in, under the lock of `lockSupers`. */
export async function countSupers(db: Tx): Promise<number> {
  await lockSupers(db)
  const { n } = await db.q
    .selectFrom('app_user')
    .where('role', '=', 'SUPERVISOR')
    .where('status', 'in', ['active', 'invited'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function addSuper(
  db: Tx,
  person: { id: string; login: string; full_name: string; password_hash: string },
): Promise<void> {
  await db.q
    .insertInto('app_user')
    .values({
      ...person,
      role: 'SUPERVISOR',
      status: 'active',
      password_printed: true,
      password_printed_at: sql`now()`,
    })
    .execute()
}
