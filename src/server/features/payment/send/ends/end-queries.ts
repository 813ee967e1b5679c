import { sql, type SqlBool } from 'kysely'
import { runningStatuses } from '#contract/payment/payment-entities.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import type { Tx, Db } from '../../../../db/handle.ts'

export async function storeEnds(tx: Tx, id: string, told: readonly ToldEnd[]): Promise<void> {
  await tx.q
    .updateTable('payment')
    .set({ told_ends: JSON.stringify(told) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export interface UnheardEnd {
  readonly seq: string
  readonly end: ToldEnd['end']
  readonly words: string
  /** Null of a document that is no payment of this agreement: another program may send by it too. */
  readonly payment_id: string | null
}

/** Ends in notices of a mailbox that no payment has taken yet, by payment; reading marks them as taken. */
export async function takeUnheardEnds(tx: Tx, configId: string): Promise<UnheardEnd[]> {
  const { rows } = await sql<UnheardEnd>`
    with unheard as (
      select seq, about, unheard_end, concat_ws(' ', code, words) as words from bank_notice
      where company_id = ${tx.companyId} and bank_config_id = ${configId} and unheard_end is not null
      order by seq limit 1000 for update skip locked),
    heard as (
      update bank_notice n set unheard_end = null from unheard u
      where n.company_id = ${tx.companyId} and n.bank_config_id = ${configId} and n.seq = u.seq)
    select seq, unheard_end as end, words, coalesce(
      (select id from payment p where p.company_id = ${tx.companyId} and p.bank_config_id = ${configId}
        and p.id = substring(about from ${UUID})::uuid),
      (select id from payment p where p.company_id = ${tx.companyId} and p.bank_config_id = ${configId}
        and p.provider_ref = about)) as payment_id
    from unheard order by payment_id, seq`.execute(tx.q)
  return rows
}

const UUID = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

/** The provider of an agreement; undefined where the company has none of that id. */
export async function adapterOf(db: Db, configId: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', db.companyId)
    .where('c.id', '=', configId)
    .select('b.adapter')
    .executeTakeFirst()
  return row?.adapter
}

export interface NamedPayment {
  readonly ref: string | undefined
  readonly id: string | undefined
}

/**
 * Makes the payment that a notification names due now and returns its id; a payment of another agreement, an ended one and one
 * that is never asked about stay as they are.
 */
export async function askNow(
  tx: Tx,
  configId: string,
  { ref, id }: NamedPayment,
): Promise<string | undefined> {
  const row = await tx.q
    .updateTable('payment')
    .set({ next_check_at: sql`least(next_check_at, now())` })
    .where('company_id', '=', tx.companyId)
    .where('bank_config_id', '=', configId)
    .where('status', 'in', runningStatuses)
    .where('next_check_at', 'is not', null)
    .where(sql<SqlBool>`(id = ${id ?? null}::uuid or provider_ref = ${ref ?? null})`)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
