import { sql, type RawBuilder } from 'kysely'

/** The sum of a part that is due again: all of a refused or cancelled one, of a paid one what came back. */
const freed = (part: string): RawBuilder<number> =>
  sql.raw(
    `case when p.status in ('rejected', 'cancelled') then ${part}.amount_kop else ${part}.returned_kop end`,
  )

/** What of a part is due again and nobody has repeated; the payment of the part is `p`. */
export const restOf = (part: string): RawBuilder<number> => sql`${freed(part)} - coalesce((
  select sum(r.amount_kop)::bigint from payment_retry r where r.company_id = ${sql.ref(`${part}.company_id`)}
    and r.retry_of = ${sql.ref(`${part}.payment_id`)} and r.act_id = ${sql.ref(`${part}.act_id`)}), 0)`

/**
 * Whether the payment `p` of a query was repeated: by one that named it, or of all of its acts. A payment that is repeated in part
 * is still due for the rest.
 */
export const isRepeated: RawBuilder<boolean> = sql<boolean>`(
  exists (select from payment named where named.company_id = p.company_id and named.retry_of = p.id)
  or (exists (select from payment_retry any_part where any_part.company_id = p.company_id and any_part.retry_of = p.id)
    and not exists (select from payment_allocation own
      where own.company_id = p.company_id and own.payment_id = p.id and ${restOf('own')} > 0)))`
