import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import type { DB } from '../../../../db/schema.ts'
import { UNASKED_BANK } from '../../../../installation/installation-queries.ts'
import { notSetAside, type SweptRow } from '../../../../sweeps/set-aside-queries.ts'
import { apiProviders } from '../../../bank/providers/all.ts'
import { payeeOf, type PayeeColumns } from '../../send/worker/work-queries.ts'
import type { CaseKind } from '../../case-kinds.ts'
import type { ComparedPayment } from './compare-states.ts'

export const COMPARE = 'payment.compare'

export const comparedCodes = apiProviders
  .filter(({ comparedAtOnce }) => comparedAtOnce !== undefined)
  .map(({ code }) => code)

/** The open case of an agreement whose bank has not told what it did before payouts were let go. */
function openQuestion(companyId: RawBuilder<unknown>, configId: RawBuilder<unknown>) {
  return sql`select from payment_discrepancy d where d.company_id = ${companyId} and d.closed_at is null
    and d.kind = ${UNASKED_BANK} and d.detail->>'bank_config_id' = ${configId}::text`
}

/**
 * Whether the bank of an agreement `c` may have done what a restored database does not know, by the row `i` of the installation. Not where
 * nothing was restored, or where the bank has told all of it after payouts were let go: one that was silent or stopped then, or has left
 * payments unanswered about which people have not said a word either, tells it whenever it answers again.
 */
const MAY_MISS = sql`i.held_since is not null and (i.released_at is null
  or i.released_at > coalesce((select max(w.started_at) from bank_comparison w where w.company_id = c.company_id
    and w.bank_config_id = c.id and w.asked_by is null and w.done_at is not null and not w.is_cut
    and (w.unanswered = 0 or not exists (${openQuestion(sql.ref('w.company_id'), sql.ref('w.bank_config_id'))}))), '-infinity'))`
/** Since when, for an agreement whose company is named; over all companies a cluster takes no such subquery. */
const RESTORED = sql`select i.proven_at from installation i where ${MAY_MISS}`

/** A comparison that was made before payouts were let go misses what the bank did until then: it is made once more. */
const RELEASED = sql`coalesce((select released_at from installation), '-infinity')`

/** Agreements whose night is not compared to its end, from three o'clock of the company's time on. */
export async function nightsDue(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select c.company_id, c.id from bank_config c
    join bank b on b.id = c.bank_id
    join company k on k.id = c.company_id
    left join installation i on true
    where c.status in ('active', 'disabled') and c.circuit = 'closed' and b.status = 'active'
      and b.adapter = any(${comparedCodes}::text[])
      and ((now() at time zone k.timezone)::time >= '03:00' or (${MAY_MISS}))
      and not exists (select from bank_comparison n where n.company_id = c.company_id
        and n.bank_config_id = c.id and n.asked_by is null and n.day = (now() at time zone k.timezone)::date
        and n.done_at is not null and n.started_at >= ${RELEASED})
      and ${notSetAside(COMPARE, 'c.company_id', 'c.id')}
    order by c.company_id, c.id limit 500`.execute(q)
  return rows
}

/** Comparisons that a person asked for and that no worker runs now. */
export async function askedDue(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select n.company_id, n.id from bank_comparison n
    where n.asked_by is not null and n.done_at is null and (n.visited_until is null or n.visited_until < now())
      and ${notSetAside(COMPARE, 'n.company_id', 'n.id')}
    order by n.started_at limit 100`.execute(q)
  return rows
}

/** One comparison of an agreement: a night's of the last three days, or of a period that a person named. */
export interface Run {
  readonly id: string
  readonly bank_config_id: string
  readonly after_id: string | null
  readonly differing: number
  readonly is_asked: boolean
  /** Asked for an hour ago and still not done: the bank does not answer. */
  readonly is_late: boolean
  /** What a restored database has lost is looked for: nothing may be left out. */
  readonly is_restored: boolean
  /** Its instants. */
  readonly from: string
  readonly to: string
}

/** Tonight's comparison of an agreement, begun when it is not, and anew after payouts were let go; its id. */
export async function openNight(db: Db, configId: string): Promise<string> {
  await sql`
    update bank_comparison n set started_at = now(), done_at = null, after_id = null, visited_until = null,
      compared = 0, differing = 0, unanswered = 0, known = 0, is_cut = false
    from company k where k.id = n.company_id and n.company_id = ${db.companyId} and n.bank_config_id = ${configId}
      and n.asked_by is null and n.day = (now() at time zone k.timezone)::date
      and (n.done_at is not null or n.visited_until is null or n.visited_until < now()) and n.started_at < ${RELEASED}`.execute(
    db.q,
  )
  await sql`
    insert into bank_comparison (company_id, bank_config_id, day)
    select c.company_id, c.id, (now() at time zone k.timezone)::date
    from bank_config c join company k on k.id = c.company_id where c.company_id = ${db.companyId} and c.id = ${configId}
    on conflict do nothing`.execute(db.q)
  const { rows } = await sql<{ id: string }>`
    select n.id from bank_comparison n join company k on k.id = n.company_id
    where n.company_id = ${db.companyId} and n.bank_config_id = ${configId} and n.asked_by is null
      and n.day = (now() at time zone k.timezone)::date`.execute(db.q)
  return rows[0]!.id
}

// A visit asks for two minutes; a call that was begun in them may take one more.
const VISIT_MINUTES = 4

/** Takes a comparison for one visit; undefined: another process is at it, or it is done. */
export async function beginVisit(db: Db, id: string): Promise<Run | undefined> {
  const { rows: taken } = await sql`
    update bank_comparison set visited_until = now() + ${VISIT_MINUTES} * interval '1 minute'
    where company_id = ${db.companyId} and id = ${id} and done_at is null
      and (visited_until is null or visited_until < now())
    returning id`.execute(db.q)
  if (taken.length === 0) return undefined
  const { rows } = await sql<Run>`
    select n.id, n.bank_config_id, n.after_id, n.differing, n.asked_by is not null as is_asked,
      n.asked_by is not null and n.started_at < now() - interval '1 hour' as is_late,
      exists (${RESTORED}) as is_restored,
      coalesce(n.date_from::timestamp at time zone k.timezone,
        least(now() - interval '3 days', (${RESTORED}) - interval '1 day')) as "from",
      least(now(), (n.date_to + 1)::timestamp at time zone k.timezone) as "to"
    from bank_comparison n join company k on k.id = n.company_id
    join bank_config c on c.company_id = n.company_id and c.id = n.bank_config_id
    where n.company_id = ${db.companyId} and n.id = ${id}`.execute(db.q)
  return rows[0]
}

export async function endVisit(db: Db, id: string): Promise<void> {
  await sql`update bank_comparison set visited_until = null
    where company_id = ${db.companyId} and id = ${id}`.execute(db.q)
}

export interface SentPayment extends ComparedPayment {
  readonly kind: MethodKind
}

type Period = Pick<Run, 'bank_config_id' | 'from' | 'to'>

/**
 * Payments that a bank has had in a period, and those of it that were saved, handed over or cancelled and never sent by our records: a restored
 * copy may have taken the sending back.
 */
const comparedIn = (db: Db, { bank_config_id: configId, from, to }: Period) => sql`
  p.company_id = ${db.companyId} and p.bank_config_id = ${configId} and p.debit_of is null
  and coalesce(p.first_sent_at, p.created_at) >= ${from}::timestamptz and coalesce(p.first_sent_at, p.created_at) < ${to}::timestamptz
  and (p.first_sent_at is not null or p.status in ('saved', 'registering', 'cancelled'))`

/** The next of them, in the order in which a comparison goes through them. */
export async function comparedPayments(db: Db, run: Run, limit: number): Promise<SentPayment[]> {
  const { rows } = await sql<Omit<SentPayment, 'sent'> & PayeeColumns & { same_payee: boolean }>`
    select p.id, p.status, p.amount_kop, p.returned_kop, p.provider_ref, p.told_ends,
      p.method_snapshot->>'kind' as kind, p.first_sent_at is null as is_unsent, m.payee_key = p.payee_key as same_payee,
      m.sbp_phone, m.sbp_bank_id, m.account, m.bik, m.card_last4
    from payment p join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
    where ${comparedIn(db, run)} and (${run.after_id}::uuid is null or p.id > ${run.after_id}::uuid)
    order by p.id limit ${limit}`.execute(db.q)
  return rows.map((row) => ({
    ...row,
    // Requisites that were corrected since are not those that were sent.
    sent: { id: row.id, amountKop: row.amount_kop, payee: row.same_payee ? payeeOf(row) : null },
  }))
}

/** The ids of a bank's list that are payments of the company. */
export async function ownIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const uuids = ids.filter(hasOurForm)
  const { rows } = await sql<{ id: string }>`
    select id from payment where company_id = ${db.companyId} and id = any(${uuids}::uuid[])`.execute(
    db.q,
  )
  return new Set(rows.map(({ id }) => id))
}

/** A number in the form of ours: what bears it and is no payment here was perhaps one. */
export const hasOurForm = (id: string): boolean => UUID.test(id)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u

interface Step {
  readonly afterId: string
  readonly differs: boolean
  readonly answered: boolean
  readonly known: boolean
}

/** Notes that a payment is compared: a run that is cut off here continues after it. */
export async function stepRun(tx: Tx, id: string, step: Step): Promise<void> {
  await sql`
    update bank_comparison set after_id = ${step.afterId}, compared = compared + 1,
      differing = differing + ${step.differs ? 1 : 0}, unanswered = unanswered + ${step.answered ? 0 : 1},
      known = known + ${step.known ? 1 : 0}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.q)
}

export async function countForeign(tx: Tx, id: string, opened: number): Promise<void> {
  await sql`update bank_comparison set differing = differing + ${opened}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.q)
}

/** Ends a comparison; the number of its new discrepancies, or undefined when it was ended before. */
export async function endRun(tx: Tx, id: string, isCut: boolean): Promise<number | undefined> {
  const { rows } = await sql<{ differing: number }>`
    update bank_comparison set done_at = now(), is_cut = ${isCut}
    where company_id = ${tx.companyId} and id = ${id} and done_at is null
    returning differing`.execute(tx.q)
  return rows[0]?.differing
}

const ANSWERED = 'Банк ответил: все его выплаты за эти дни сверены'

/**
 * Closes the case of an agreement whose bank has told all by a comparison that began after payouts were let go, and left nothing unanswered;
 * the id of the case.
 */
export async function closeQuestion(tx: Tx, runId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update payment_discrepancy d set closed_at = now(), resolution = ${ANSWERED}
    from bank_comparison n
    where d.company_id = ${tx.companyId} and d.closed_at is null and d.kind = ${UNASKED_BANK}
      and n.company_id = d.company_id and n.id = ${runId} and d.detail->>'bank_config_id' = n.bank_config_id::text
      and n.asked_by is null and n.started_at > d.opened_at and n.unanswered = 0
    returning d.id`.execute(tx.q)
  return rows[0]?.id
}

/** Which of these words of banks were opened before, and whether their case is open still. */
export async function toldBefore(
  db: Db,
  kind: CaseKind,
  words: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ told: string; is_open: boolean }>`
    select detail->>'told' as told, bool_or(closed_at is null) as is_open from payment_discrepancy
    where company_id = ${db.companyId} and kind = ${kind} and detail->>'told' = any(${words}::text[]) group by 1`.execute(
    db.q,
  )
  return new Map(rows.map((row) => [row.told, row.is_open]))
}
