import { sql, type Kysely } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { DB } from '../../../db/schema.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'
import { builtProviders } from '../../bank/providers/all.ts'
import { payeeOf, type PayeeColumns } from '../worker/work-queries.ts'
import type { ComparedPayment } from './compare-states.ts'

export const COMPARE = 'payment.compare'

const comparedCodes = builtProviders
  .filter(({ comparedAtOnce }) => comparedAtOnce !== undefined)
  .map(({ code }) => code)

/** Agreements whose night is not compared to its end, from three o'clock of the company's time on. */
export async function nightsDue(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select c.company_id, c.id from bank_config c
    join bank b on b.id = c.bank_id
    join company k on k.id = c.company_id
    where c.status in ('active', 'disabled') and c.circuit = 'closed' and b.status = 'active'
      and b.adapter = any(${comparedCodes}::text[])
      and (now() at time zone k.timezone)::time >= '03:00'
      and not exists (select from bank_comparison n where n.company_id = c.company_id
        and n.bank_config_id = c.id and n.day = (now() at time zone k.timezone)::date and n.done_at is not null)
      and ${notSetAside(COMPARE, 'c.company_id', 'c.id')}
    order by c.company_id, c.id limit 500`.execute(q)
  return rows
}

export interface Night {
  readonly day: string
  readonly after_id: string | null
  readonly differing: number
}

/** Tonight's comparison of an agreement, begun when it is not. */
export async function openNight(db: Db, configId: string): Promise<Night> {
  await sql`
    insert into bank_comparison (company_id, bank_config_id, day)
    select id, ${configId}, (now() at time zone timezone)::date from company where id = ${db.companyId}
    on conflict do nothing`.execute(db.q)
  const { rows } = await sql<Night>`
    select to_char(n.day, 'YYYY-MM-DD') as day, n.after_id, n.differing from bank_comparison n
    join company k on k.id = n.company_id
    where n.company_id = ${db.companyId} and n.bank_config_id = ${configId}
      and n.day = (now() at time zone k.timezone)::date`.execute(db.q)
  return rows[0]!
}

export interface SentPayment extends ComparedPayment {
  readonly kind: MethodKind
}

/** Payments that a bank has had in the last three days, in the order in which a night goes through them. */
export async function sentLately(
  db: Db,
  configId: string,
  afterId: string | null,
  limit: number,
): Promise<SentPayment[]> {
  const { rows } = await sql<Omit<SentPayment, 'sent'> & PayeeColumns & { same_payee: boolean }>`
    select p.id, p.status, p.amount_kop, p.returned_kop, p.provider_ref, p.told_ends,
      p.method_snapshot->>'kind' as kind, m.payee_key = p.payee_key as same_payee,
      m.sbp_phone, m.sbp_bank_id, m.account, m.bik, m.card_last4
    from payment p join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
    where p.company_id = ${db.companyId} and p.bank_config_id = ${configId}
      and p.first_sent_at > now() - interval '3 days' and p.status <> 'saved'
      and (${afterId}::uuid is null or p.id > ${afterId}::uuid)
    order by p.id limit ${limit}`.execute(db.q)
  return rows.map((row) => ({
    ...row,
    // Requisites that were corrected since are not those that were sent.
    sent: { id: row.id, amountKop: row.amount_kop, payee: row.same_payee ? payeeOf(row) : null },
  }))
}

/** Which of these ids, as a bank's list names them, are payments of the company. */
export async function ownIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const uuids = ids.filter((id) => UUID.test(id))
  const { rows } = await sql<{ id: string }>`
    select id from payment where company_id = ${db.companyId} and id = any(${uuids}::uuid[])`.execute(
    db.q,
  )
  return new Set(rows.map(({ id }) => id))
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/u

interface NightStep {
  readonly configId: string
  readonly day: string
  readonly afterId: string
  readonly differs: boolean
  readonly answered: boolean
}

/** A payment of the night is done: cut off here, the night goes on after it. */
export async function stepNight(tx: Tx, step: NightStep): Promise<void> {
  await sql`
    update bank_comparison set after_id = ${step.afterId}, compared = compared + 1,
      differing = differing + ${step.differs ? 1 : 0}, unanswered = unanswered + ${step.answered ? 0 : 1}
    where company_id = ${tx.companyId} and bank_config_id = ${step.configId} and day = ${step.day}`.execute(
    tx.q,
  )
}

export async function countForeign(
  tx: Tx,
  configId: string,
  day: string,
  opened: number,
): Promise<void> {
  await sql`update bank_comparison set differing = differing + ${opened}
    where company_id = ${tx.companyId} and bank_config_id = ${configId} and day = ${day}`.execute(
    tx.q,
  )
}

/** Ends a night; the number of its new discrepancies, or undefined when it was ended before. */
export async function endNight(tx: Tx, configId: string, day: string): Promise<number | undefined> {
  const { rows } = await sql<{ differing: number }>`
    update bank_comparison set done_at = now()
    where company_id = ${tx.companyId} and bank_config_id = ${configId} and day = ${day} and done_at is null
    returning differing`.execute(tx.q)
  return rows[0]?.differing
}

/** Which of these words of banks were opened before, whatever became of them. */
export async function toldBefore(
  db: Db,
  kind: string,
  words: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ told: string }>`
    select detail->>'told' as told from payment_discrepancy
    where company_id = ${db.companyId} and kind = ${kind} and detail->>'told' = any(${words}::text[])`.execute(
    db.q,
  )
  return new Set(rows.map(({ told }) => told))
}

interface NightCase {
  readonly kind: string
  /** What the bank said: the same word is opened once and stays closed once a person has closed it. */
  readonly told: string
  readonly paymentId: string | null
}

/** True when it is new. */
export async function openNightCase(tx: Tx, one: NightCase): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payment_discrepancy (company_id, id, kind, payment_id, detail)
    select ${tx.companyId}, ${uuidv7()}, ${one.kind}, ${one.paymentId}::uuid, jsonb_build_object('told', ${one.told}::text)
    where not exists (select from payment_discrepancy d where d.company_id = ${tx.companyId} and d.kind = ${one.kind}
      and d.payment_id is not distinct from ${one.paymentId}::uuid
      and (d.detail->>'told' = ${one.told} or (d.closed_at is null and d.payment_id is not null)))
  `.execute(tx.q)
  return numAffectedRows === 1n
}
