import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import { RUNNING } from '../../../../db/running-payments.ts'
import type { DB } from '../../../../db/schema.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { raiseFlag } from '../../../../flags.ts'
import { notSetAside, type SweptRow } from '../../../../sweeps/set-aside-queries.ts'
import { roubles } from '../../prepare/create/limit-rules.ts'
import { alertManagers } from '../../../user/notices/notice-queries.ts'
import { superPlaces } from '../../../user/notices/super-places.ts'

export const DUE = 'payment.due'
export const LONG_UNKNOWN = 'payment.long-unknown'
export const AWAITING_SECOND = 'payment.awaiting-second'

/** Payments due for a minute that no worker holds; a stopped configuration waits for a person. */
export async function duePayments(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select p.company_id, p.id from payment p
    join payment_lease l on l.company_id = p.company_id and l.payment_id = p.id
    join bank_config c on c.company_id = p.company_id and c.id = p.bank_config_id
    where p.status in ${RUNNING}
      and p.next_check_at < now() - interval '60 seconds' and c.circuit = 'closed'
      and (l.leased_until is null or l.leased_until < now())
      and ${notSetAside(DUE, 'p.company_id', 'p.id')}
    order by p.next_check_at limit 500
  `.execute(q)
  return rows
}

/** Without an answer for half an hour and not yet reported (payments.md 1, step 14). */
export async function longUnknown(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select p.company_id, p.id from payment p
    where p.status = 'unknown' and not p.flags @? '$[*] ? (@.code == "unknown_long")'
      and (select max(e.at) from payment_event e where e.company_id = p.company_id and e.payment_id = p.id)
        < now() - interval '30 minutes'
      -- What its bank said instead of an answer is told already.
      and not exists (select from payment_discrepancy d where d.company_id = p.company_id
        and d.payment_id = p.id and d.closed_at is null)
      and ${notSetAside(LONG_UNKNOWN, 'p.company_id', 'p.id')}
    limit 100
  `.execute(q)
  return rows
}

/** Saved ten minutes ago by a person whose payment takes a second one, not sent, and not told of yet. */
export async function awaitingSecond(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select p.company_id, p.id from company o
    join payment p on p.company_id = o.id and p.status = 'saved'
      and p.created_at between now() - interval '1 day' and now() - interval '10 minutes'
    where o.status = 'active' and p.four_eyes
      and not exists (select from notice n where n.company_id = p.company_id and n.kind = 'second_signature'
        and n.at > now() - interval '1 day' and n.href = ${PAYMENT_HREF} || p.id)
      and ${notSetAside(AWAITING_SECOND, 'p.company_id', 'p.id')}
    limit 100
  `.execute(q)
  return rows
}

const PAYMENT_HREF = '/operator/payments?id='

export async function tellAwaitingSecond(tx: Tx, id: string): Promise<void> {
  const row = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('status', '=', 'saved')
    .select('amount_kop')
    .executeTakeFirst()
  if (!row) return
  await alertManagers(
    tx,
    {
      kind: 'second_signature',
      title: `Выплата ${roubles(row.amount_kop)} ₽ сохранена и ждёт второго сотрудника`,
      href: `${PAYMENT_HREF}${id}`,
    },
    tx.companyId,
  )
}

export async function markLongUnknown(tx: Tx, id: string): Promise<void> {
  const row = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('status', '=', 'unknown')
    .select(['flags', sql<string>`now()`.as('now')])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  await tx.q
    .updateTable('payment')
    .set({ flags: JSON.stringify(raiseFlag(row.flags, 'unknown_long', row.now)) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
  await alertManagers(
    tx,
    {
      kind: 'payment_unknown',
      title: 'По выплате полчаса нет ясного ответа банка. Не платите повторно',
      href: `/operator/payments?id=${id}`,
      superHref: superPlaces.history(tx.companyId, id),
    },
    tx.companyId,
  )
  addAuditEvent(tx, {
    action: 'payment.flag',
    entity: 'payment',
    id,
    after: { flag: 'unknown_long' },
  })
}
