import { sql, type SqlBool } from 'kysely'
import type { PayeeCheck } from '#contract/supplier/payee-check.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import { unexplainedJson } from '../../../supplier/method/payee-check-queries.ts'

export interface PayeeFacts {
  readonly id: string
  /** Money has arrived at this very destination. */
  readonly paid_before: boolean
  /** Another supplier has the phone at another bank, the account under another БИК, or a card that looks the same. */
  readonly same_elsewhere: boolean
  /** What the supplier has in common with employees, in words. */
  readonly staff: string | null
  /** Other suppliers with the phone of this one, or of this way of payment. */
  readonly same_contact: string | null
  /** The supplier was made within the last hour. */
  readonly is_new: boolean
}

// A mark's words are at most 500 signs (contract).
const LONGEST_WORDS = 450

export async function payeeFactsOf(db: Db, methodIds: readonly string[]): Promise<PayeeFacts[]> {
  const { rows } = await sql<PayeeFacts>`
    select m.id,
      exists (select from payment p where p.company_id = m.company_id and p.supplier_id = m.supplier_id
        and p.payment_method_id = m.id and p.payee_key = m.payee_key
        and p.status = 'paid' and not p.is_test) as paid_before,
      exists (select from payment_method o where o.company_id = m.company_id and o.sbp_phone = m.sbp_phone
        and o.supplier_id <> m.supplier_id and o.status <> 'archived')
      or exists (select from payment_method o where o.company_id = m.company_id and o.account = m.account
        and o.supplier_id <> m.supplier_id and o.status <> 'archived')
      or exists (select from payment_method o where o.company_id = m.company_id and o.card_last4 = m.card_last4
        and o.card_brand = m.card_brand and o.card_issuer = m.card_issuer
        and (o.card_token is not null or m.card_token is not null)
        and o.supplier_id <> m.supplier_id and o.status <> 'archived') as same_elsewhere,
      (select left(string_agg(t.full_name || ': ' || t.whats, '; ' order by t.full_name), ${LONGEST_WORDS})
        from (select full_name, string_agg(distinct what, ', ') as whats from staff_tie
          where company_id = m.company_id and payment_method_id = m.id group by user_id, full_name) t) as staff,
      (select left(string_agg(coalesce(o.org_name, concat_ws(' ', o.last_name, o.first_name)), ', ' order by o.id), ${LONGEST_WORDS})
        from supplier o where o.company_id = m.company_id and o.id <> m.supplier_id and o.merged_into is null
          and o.status <> 'archived' and o.phone_last4 in (right(s.phone, 4), right(m.sbp_phone, 4))
          and o.phone in (s.phone, m.sbp_phone)) as same_contact,
      s.legacy_id is null and s.created_at > now() - interval '1 hour' as is_new
    from payment_method m join supplier s on s.company_id = m.company_id and s.id = m.supplier_id
    where m.company_id = ${db.companyId} and m.id = any(${methodIds}::uuid[])
  `.execute(db.q)
  return rows
}

/** Marks the destinations of these payments as unexplained while the bank's answer is still about them. */
export async function markUnexplained(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  await sql`
    update payee_check as k set unexplained_by = ${tx.caller.userId}, unexplained_at = now()
    from payment as p
    where p.company_id = ${tx.companyId} and p.id = any(${paymentIds}::uuid[]) and k.company_id = p.company_id
      and k.payment_method_id = p.payment_method_id and k.payee_key = p.payee_key and k.outcome = 'differs'
  `.execute(tx.q)
}

/** Methods to ask whose they are. */
export async function payeesToAsk(db: Db, methodIds: readonly string[]) {
  return db.q
    .selectFrom('payment_method as m')
    .where('m.company_id', '=', db.companyId)
    .where(sql<SqlBool>`m.id = any(${methodIds}::uuid[])`)
    .select(['m.id', 'm.supplier_id', 'm.kind', 'm.status', 'm.payee_key'])
    .select(['m.sbp_phone', 'm.sbp_bank_id'])
    .execute()
}

export type AskedPayee = Awaited<ReturnType<typeof payeesToAsk>>[number]

/** The supplier's names, which cannot change before the answer of the bank is stored. */
export async function lockNames(tx: Tx, supplierId: string) {
  return tx.q
    .selectFrom('supplier')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', supplierId)
    .select(['type', 'last_name', 'first_name', 'middle_name'])
    .forShare()
    .executeTakeFirstOrThrow()
}

export type PayeeNames = Awaited<ReturnType<typeof lockNames>>

export interface KnownCheck extends PayeeCheck {
  readonly payment_method_id: string
  /** A bank that named nobody is asked again after ten minutes. */
  readonly is_final: boolean
}

/** Answers that still hold: of this destination and this supplier, of the last thirty days. */
export async function knownChecks(db: Db, methodIds: readonly string[]): Promise<KnownCheck[]> {
  const { rows } = await sql<KnownCheck>`
    select k.payment_method_id, k.outcome, k.told_name, ${unexplainedJson} as unexplained,
      k.outcome in ('match', 'differs', 'no_name') or k.asked_at > now() - interval '10 minutes' as is_final
    from payee_check k
    join payment_method m on m.company_id = k.company_id and m.id = k.payment_method_id
    where k.company_id = ${db.companyId} and k.payment_method_id = any(${methodIds}::uuid[])
      and k.payee_key = m.payee_key and k.supplier_id = m.supplier_id
      and k.asked_at > now() - interval '30 days'
  `.execute(db.q)
  return rows
}

/**
 * Who last left a payment to this destination unexplained, for as long as an answer of the bank holds. The history knows it also when
 * the method has had another phone meanwhile, or is another one: whoever changed it there and back would else be rid of it.
 */
async function lastDoubt(
  tx: Tx,
  payeeKey: Buffer,
): Promise<{ by: string; at: string } | undefined> {
  const { rows } = await sql<{ by: string; at: string }>`
    select e.user_id as by, e.at from payment p
    join audit_event e on e.company_id = p.company_id and e.entity = 'payment' and e.entity_id = p.id
    where p.company_id = ${tx.companyId} and p.payee_key = ${payeeKey}
      and e.action = 'payment.unexplained' and e.user_id is not null and e.at > now() - interval '30 days'
    order by e.seq desc limit 1
  `.execute(tx.q)
  return rows[0]
}

export async function storeCheck(
  tx: Tx,
  of: AskedPayee,
  configId: string,
  { outcome, told_name }: PayeeCheck,
): Promise<void> {
  const doubt = outcome === 'differs' ? await lastDoubt(tx, of.payee_key) : undefined
  await tx.q
    .insertInto('payee_check')
    .values({
      company_id: tx.companyId,
      payment_method_id: of.id,
      supplier_id: of.supplier_id,
      payee_key: of.payee_key,
      bank_config_id: configId,
      outcome,
      told_name,
      unexplained_by: doubt?.by ?? null,
      unexplained_at: doubt?.at ?? null,
    })
    .onConflict((oc) =>
      oc.columns(['company_id', 'payment_method_id']).doUpdateSet((eb) => ({
        supplier_id: eb.ref('excluded.supplier_id'),
        payee_key: eb.ref('excluded.payee_key'),
        bank_config_id: eb.ref('excluded.bank_config_id'),
        outcome: eb.ref('excluded.outcome'),
        told_name: eb.ref('excluded.told_name'),
        asked_at: eb.ref('excluded.asked_at'),
        unexplained_by: eb.ref('excluded.unexplained_by'),
        unexplained_at: eb.ref('excluded.unexplained_at'),
      })),
    )
    .execute()
}
