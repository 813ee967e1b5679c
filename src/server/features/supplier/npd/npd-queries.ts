import { sql } from 'kysely'
import type { NpdState } from '#contract/supplier/self-employed.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { notSetAside } from '../../../sweeps/set-aside-queries.ts'

export const NPD = 'supplier.npd'

/** The tax service counts days by Moscow. */
const npdToday = sql<string>`(now() at time zone 'Europe/Moscow')::date`

// The service takes two questions a minute from one address; all companies of a server share it.
export const PER_MINUTE = 2
// Nobody else takes this lock: it keeps two processes from sending a third question.
const SLOT_LOCK = 20_114_220

type Check = NpdState['checks'][number]

/** The last words about a supplier, newest first. */
export async function checksOf(db: Db, supplierId: string): Promise<Check[]> {
  const { rows } = await sql<Check>`
    select c.id, c.day, c.source, c.outcome, c.said, u.full_name as by_name, a.full_name as approver_name, c.proof_file_id,
      coalesce(c.answered_at, c.asked_at) as at
    from npd_check c left join app_user u on u.id = c.asked_by left join app_user a on a.id = c.approved_by
    where c.company_id = ${db.companyId} and c.supplier_id = ${supplierId}
    order by c.asked_at desc, c.id desc limit 20`.execute(db.q)
  return rows
}

export async function npdDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${npdToday} as day`.execute(db.q)
  return rows[0]!.day
}

export interface NpdWord {
  readonly supplier_id: string
  readonly inn: string | null
  readonly check_id: string | null
  readonly outcome: 'payer' | 'not_payer' | null
  readonly source: 'service' | 'person' | null
  readonly said: string | null
}

/** For the self-employed among these suppliers the status that counts today: the last yes or no about the present ИНН. */
export async function npdWords(db: Db, supplierIds: readonly string[]): Promise<NpdWord[]> {
  const { rows } = await sql<NpdWord>`
    select s.id as supplier_id, s.inn, c.id as check_id, c.outcome, c.source, c.said
    from supplier s left join lateral (
      select id, outcome, source, said from npd_check k
      where k.company_id = s.company_id and k.supplier_id = s.id and k.inn = s.inn and k.day = ${npdToday}
        and k.outcome in ('payer', 'not_payer')
      order by k.answered_at desc, k.id desc limit 1) c on true
    where s.company_id = ${db.companyId} and s.id = any(${supplierIds}::uuid[]) and s.type = 'self_employed'
  `.execute(db.q)
  return rows
}

/** A question about today that waits for the service; one is enough for a supplier. */
export async function wantCheck(tx: Tx, supplierId: string, inn: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from npd_check where company_id = ${tx.companyId} and supplier_id = ${supplierId} and inn = ${inn}
      and outcome is null limit 1`.execute(tx.q)
  if (rows[0]) return rows[0].id
  const id = uuidv7()
  await tx.q
    .insertInto('npd_check')
    .values({
      company_id: tx.companyId,
      id,
      supplier_id: supplierId,
      inn,
      day: npdToday,
      source: 'service',
      asked_by: tx.caller.userId,
    })
    .execute()
  return id
}

export interface HandMark {
  readonly supplierId: string
  readonly inn: string
  readonly outcome: 'payer' | 'not_payer'
  readonly note: string
  readonly proofId: string | null
  readonly approverId: string | null
}

/**
 * A picture of the supplier, and whether the same bytes have proved another day or another supplier; undefined when it is not
 * this supplier's.
 */
export async function findProof(
  tx: Tx,
  supplierId: string,
  fileId: string,
): Promise<{ readonly is_used: boolean } | undefined> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from npd_check k
      join file g on g.company_id = k.company_id and g.id = k.proof_file_id
      where k.company_id = f.company_id and g.sha256 = f.sha256
        and (k.supplier_id <> f.entity_id or k.day <> ${npdToday})) as is_used
    from file f where f.company_id = ${tx.companyId} and f.id = ${fileId} and f.entity = 'supplier'
      and f.entity_id = ${supplierId} and f.kind = 'npd' and f.deleted_at is null`.execute(tx.q)
  return rows[0]
}

export async function insertHandMark(tx: Tx, mark: HandMark): Promise<string> {
  const id = uuidv7()
  await tx.q
    .insertInto('npd_check')
    .values({
      company_id: tx.companyId,
      id,
      supplier_id: mark.supplierId,
      inn: mark.inn,
      day: npdToday,
      source: 'person',
      outcome: mark.outcome,
      said: mark.note,
      proof_file_id: mark.proofId,
      asked_by: tx.caller.userId,
      approved_by: mark.approverId,
      answered_at: sql<string>`now()`,
    })
    .execute()
  return id
}

export interface Question {
  readonly inn: string
  readonly day: string
  readonly supplier_id: string
  /** Ten minutes after it was asked a silent service is told as such. */
  readonly is_last: boolean
}

/**
 * Takes one of the places of this minute for a waiting question; undefined when there is none, or it left just now. The service counts by
 * our address, so the transaction must see the questions of all companies.
 */
export async function takeSlot(tx: Tx, id: string): Promise<Question | undefined> {
  await sql`select pg_advisory_xact_lock(${SLOT_LOCK})`.execute(tx.q)
  const taken = await sql<{ count: number }>`
    select count(*)::int as count from npd_check where sent_at > now() - interval '1 minute'`.execute(
    tx.q,
  )
  if (taken.rows[0]!.count >= PER_MINUTE) return undefined
  const { rows } = await sql<Question>`
    update npd_check n set sent_at = due.at, day = due.day
    from (select id, clock_timestamp() as at, ${npdToday} as day, asked_at < now() - interval '10 minutes' as is_last
      from npd_check where company_id = ${tx.companyId} and id = ${id} and outcome is null
        and (sent_at is null or sent_at < now() - interval '1 minute')) due
    where n.company_id = ${tx.companyId} and n.id = due.id
    returning n.inn, n.day, n.supplier_id, due.is_last`.execute(tx.q)
  return rows[0]
}

export async function storeAnswer(
  tx: Tx,
  id: string,
  outcome: 'payer' | 'not_payer' | 'no_answer' | null,
  said: string,
): Promise<void> {
  await tx.q
    .updateTable('npd_check')
    .set({ said, outcome, answered_at: outcome && sql<string>`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}

/** Questions of all companies that wait for the service, the oldest first. */
export function waitingChecks(q: Db['q']) {
  return q
    .selectFrom('npd_check')
    .where('outcome', 'is', null)
    .where((eb) =>
      eb.or([
        eb('sent_at', 'is', null),
        eb('sent_at', '<', sql<string>`now() - interval '1 minute'`),
      ]),
    )
    .where(notSetAside(NPD, 'company_id', 'id'))
    .select(['company_id', 'id'])
    .orderBy('asked_at')
    .limit(PER_MINUTE)
    .execute()
}
