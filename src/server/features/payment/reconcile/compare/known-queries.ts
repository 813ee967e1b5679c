import { sql } from 'kysely'
import type { BankComparison } from '#contract/payment/comparison.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import { agreementTitle } from '../../../../db/agreement-title.ts'

// No body has this hash, so a search that finds nothing never makes the worker send it again.
const NO_BODY = Buffer.from([0])

/**
 * The bank knows a payment that ours held for not sent: its sending is written down as one whose answer was lost. It is asked about from now
 * on and never sent; its lease and its row are locked.
 */
export async function markSentBefore(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into payment_attempt (company_id, payment_id, n, kind, lease_token, ended_at, outcome, error_code)
    select ${tx.companyId}, ${id}, coalesce(max(n), 0) + 1, 'send', 0, clock_timestamp(), 'ambiguous', 'known_to_bank'
    from payment_attempt where company_id = ${tx.companyId} and payment_id = ${id}
    returning n`.execute(tx.q)
  await tx.q
    .updateTable('payment')
    .set({ first_sent_at: sql<string>`now()`, request_hash: NO_BODY })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export interface AskedPeriod {
  readonly bank_config_id: string
  readonly date_from: string
  readonly date_to: string
  /** Its bank cannot be asked: the comparison is over at once, and a person looks by hand. */
  readonly isByHand: boolean
}

/** Begins a comparison of a period; false while one of this agreement is under way. */
export async function insertAsked(tx: Tx, asked: AskedPeriod): Promise<boolean> {
  const { bank_config_id: configId, date_from: from, date_to: to, isByHand } = asked
  const { numAffectedRows } = await sql`
    insert into bank_comparison (company_id, bank_config_id, day, date_from, date_to, asked_by, done_at, total)
    select c.company_id, c.id, (now() at time zone k.timezone)::date, ${from}::date, ${to}::date, ${tx.caller.userId}::uuid,
      case when ${isByHand} then now() end, (select count(*) from payment p
        where p.company_id = c.company_id and p.bank_config_id = c.id and p.debit_of is null and not ${isByHand}
          and coalesce(p.first_sent_at, p.created_at) >= ${from}::timestamp at time zone k.timezone
          and coalesce(p.first_sent_at, p.created_at) < (${to}::date + 1)::timestamp at time zone k.timezone
          and (p.first_sent_at is not null or p.status in ('saved', 'registering')))
    from bank_config c join company k on k.id = c.company_id
    where c.company_id = ${tx.companyId} and c.id = ${configId}
    on conflict do nothing`.execute(tx.q)
  return numAffectedRows === 1n
}

type Row = Omit<BankComparison, 'by_hand'> & { readonly adapter: string }

/** The latest comparison that was asked for, of each agreement or of one. */
export async function latestAsked(db: Db, configId: string | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select distinct on (n.bank_config_id) n.bank_config_id, ${agreementTitle('c')} as bank_config_title, b.adapter,
      to_char(n.date_from, 'YYYY-MM-DD') as date_from, to_char(n.date_to, 'YYYY-MM-DD') as date_to,
      u.full_name as asked_by_name, n.started_at, n.done_at, greatest(n.total, n.compared) as total, n.compared,
      n.differing, n.unanswered, n.known, n.is_cut
    from bank_comparison n
    join bank_config c on c.company_id = n.company_id and c.id = n.bank_config_id
    join bank b on b.id = c.bank_id
    join app_user u on u.id = n.asked_by
    where n.company_id = ${db.companyId} and (${configId}::uuid is null or n.bank_config_id = ${configId}::uuid)
    order by n.bank_config_id, n.started_at desc limit 50`.execute(db.q)
  return rows
}

/** Payments of a period that its bank may have had and that are not over: a person finds them in its cabinet. */
export async function unaskable(
  db: Db,
  { bank_config_id: configId, date_from: from, date_to: to }: Row,
) {
  const { rows } = await sql<BankComparison['by_hand'][number]>`
    select p.id as payment_id, p.amount_kop, p.status, p.created_at as saved_at,
      coalesce(s.org_name, concat_ws(' ', s.last_name, s.first_name, s.middle_name)) as supplier_name
    from payment p
    join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    join company k on k.id = p.company_id
    where p.company_id = ${db.companyId} and p.bank_config_id = ${configId}
      and p.status not in ('paid', 'rejected', 'cancelled')
      and p.created_at >= ${from}::timestamp at time zone k.timezone
      and p.created_at < (${to}::date + 1)::timestamp at time zone k.timezone
    order by p.created_at desc, p.id desc limit 100`.execute(db.q)
  return rows
}
