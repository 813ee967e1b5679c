import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/handle.ts'
import { RUNNING } from '../../../../db/running-payments.ts'

// Longer than the longest call with its writing, short enough that a dead worker costs two minutes (payments.md 3.3).
const LEASE_SECONDS = 120
const LEFT_FOR_A_CALL_SECONDS = 60

/** Takes the lease of a running payment whose time has come; the token grows with each claim. */
export async function claimLease(db: Db, id: string, holder: string): Promise<number | undefined> {
  const { rows } = await sql<{ token: number }>`
    update payment_lease l set token = l.token + 1, holder = ${holder},
      leased_until = now() + ${LEASE_SECONDS} * interval '1 second'
    from payment p
    where l.company_id = ${db.companyId} and l.payment_id = ${id}
      and p.company_id = l.company_id and p.id = l.payment_id
      and p.status in ${RUNNING}
      and p.next_check_at <= now() + interval '1 second'
      and (l.leased_until is null or l.leased_until < now())
    returning l.token
  `.execute(db.q)
  return rows[0]?.token
}

/** True while the lease is still this worker's and long enough for a call; its row stays locked. */
export async function holdsLease(tx: Tx, id: string, token: number): Promise<boolean> {
  const row = await lockLease(tx, id)
  return row?.token === token && row.lasts
}

/** Locks before the payment's own row: the one order for worker and withdrawal. */
export async function lockLease(tx: Tx, id: string) {
  const { rows } = await sql<{ token: number; lasts: boolean; free: boolean }>`
    select token, coalesce(leased_until >= now() + ${LEFT_FOR_A_CALL_SECONDS} * interval '1 second', false) as lasts,
      (leased_until is null or leased_until < now()) as free
    from payment_lease where company_id = ${tx.companyId} and payment_id = ${id} for update
  `.execute(tx.q)
  return rows[0]
}

export async function releaseLease(db: Db, id: string, token: number): Promise<void> {
  await db.q
    .updateTable('payment_lease')
    .set({ leased_until: null, holder: null })
    .where('company_id', '=', db.companyId)
    .where('payment_id', '=', id)
    .where('token', '=', token)
    .execute()
}
