import { sql, type RawBuilder } from 'kysely'

/** Cancelled by its people before it was handed over: no attempt to pay, so it repeats nothing and needs no repeat. */
const isDraftOf = (payment: string) =>
  `(${payment}.status = 'cancelled' and ${payment}.registered_at is null)`

/** The sum of a part that is due again: all of a refused or withdrawn one, of a paid one what came back. */
const freedSum = (part: string): RawBuilder<number> =>
  sql.raw(`case when ${isDraftOf('p')} then 0
    when p.status in ('rejected', 'cancelled') then ${part}.amount_kop else ${part}.returned_kop end`)

/**
 * What of a part is due again: neither repeated nor paid by the bank's debit after all (`debit_of`). The payment of the part is `p`.
 */
export const restOf = (part: string): RawBuilder<number> => sql`${freedSum(part)} - coalesce((
  select sum(r.amount_kop)::bigint from payment_retry r
  join payment later on later.company_id = r.company_id and later.id = r.payment_id
  where r.company_id = ${sql.ref(`${part}.company_id`)} and r.retry_of = ${sql.ref(`${part}.payment_id`)}
    and r.act_id = ${sql.ref(`${part}.act_id`)} and not ${sql.raw(isDraftOf('later'))}), 0) - coalesce((
  select sum(due.amount_kop)::bigint from payment debit
  join payment_allocation due on due.company_id = debit.company_id and due.payment_id = debit.id
  where debit.company_id = ${sql.ref(`${part}.company_id`)} and debit.debit_of = ${sql.ref(`${part}.payment_id`)}
    and debit.status = 'paid' and due.act_id = ${sql.ref(`${part}.act_id`)}), 0)`

/** The latest payment that repeats the payment `p` of a query, wholly or in part. */
export const latestRepeat: RawBuilder<string | null> = sql<string | null>`greatest(
  (select later.id from payment later where later.company_id = p.company_id and later.retry_of = p.id
    and not ${sql.raw(isDraftOf('later'))}),
  (select r.payment_id from payment_retry r
    join payment later on later.company_id = r.company_id and later.id = r.payment_id
    where r.company_id = p.company_id and r.retry_of = p.id and not ${sql.raw(isDraftOf('later'))}
    order by r.payment_id desc limit 1))`

const IS_PARTLY_DUE = sql<boolean>`exists (select from payment_allocation own
  where own.company_id = p.company_id and own.payment_id = p.id and ${restOf('own')} > 0)`

/**
 * Whether the payment `p` of a query was repeated: by one that named it, as the one of a debit does, or of all of its acts. A payment
 * that is repeated in part is still due for the rest.
 */
export const isRepeated: RawBuilder<boolean> = sql<boolean>`(
  exists (select from payment named where named.company_id = p.company_id and named.retry_of = p.id
    and not ${sql.raw(isDraftOf('named'))})
  or (exists (select from payment_retry any_part where any_part.company_id = p.company_id and any_part.retry_of = p.id)
    and not ${IS_PARTLY_DUE}))`

/** The same where all refused payments of a company are asked: what was repeated is read once, and not for each of them. */
export const isRepeatedAmongMany = (companyId: string): RawBuilder<boolean> => sql<boolean>`(
  p.id in (select named.retry_of from payment named where named.company_id = ${companyId} and named.retry_of is not null
    and not ${sql.raw(isDraftOf('named'))})
  or (p.id in (select any_part.retry_of from payment_retry any_part where any_part.company_id = ${companyId})
    and not ${IS_PARTLY_DUE}))`
