import { sql, type RawBuilder } from 'kysely'
import { flagsOfArea, type FlagCode } from '#contract/core/flags.ts'
import type { FlaggedEntity } from '#contract/report/exceptions.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../db/handle.ts'
import { maybeSamePerson } from './one-person.ts'

type FlaggedRecord = readonly [companyId: string, id: string]
type People = (of: FlaggedRecord) => RawBuilder<{ id: string | null }>

/** Who made a flagged record: makers of a supplier's record answer for its papers and not for money. */
const MAKERS: { readonly [K in FlaggedEntity]?: People } = {
  transaction: ([company, id]) => sql`
    select created_by as id from visit where company_id = ${company} and id = ${id}
    union select operator_id from weighing where company_id = ${company} and visit_id = ${id}`,
  weight_act: ([company, id]) => sql`
    select unnest(array[created_by, weigher_id, controller_id]) as id from weight_act where company_id = ${company} and id = ${id}`,
  act: ([company, id]) => sql`
    select unnest(array[created_by, issued_by]) as id from act where company_id = ${company} and id = ${id}`,
  payment: ([company, id]) => sql`
    select created_by as id from payment where company_id = ${company} and id = ${id}`,
  // Nobody writes it down: who weighed on the scale within the shift around it stood there.
  zero_departure: ([company, id]) => sql`
    select w.operator_id as id from zero_departure z
      join weighing w on w.company_id = z.company_id and w.device_id = z.device_id
        and w.taken_at between z.started_at - interval '12 hours' and coalesce(z.ended_at, now()) + interval '12 hours'
    where z.company_id = ${company} and z.id = ${id}`,
}

/**
 * Who let tied money go, whoever wrote the payee down, and the employees that the payee is tied to. The journal knows all who wrote: a
 * record names the last one alone, so that a cheat would only have to wait for the next change.
 */
const concernedByTie: People = ([company, id]) => sql`
  with p as (select * from payment where company_id = ${company} and id = ${id})
  select approved_by as id from p
  union select unnest(array[s.created_by, m.created_by]) from p
    join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
  union select e.user_id from p join audit_event e on e.company_id = p.company_id
    and (e.entity, e.entity_id) in (('supplier', p.supplier_id), ('payment_method', p.payment_method_id))
    and e.action in ('supplier.update', 'method.update', 'method.status', 'method.share')
  union select t.user_id from p join staff_tie t
    on t.company_id = p.company_id and t.payment_method_id = p.payment_method_id`

/**
 * Who moved the prices of an act's products within a day of it, and whose PIN let them move: its event is of the same moment as the
 * price, or as the plan that brought it.
 */
const moversOfPrices: People = ([company, id]) => sql`
  with moved as (
    select h.by, h.at from act_position ap join price_history h on h.company_id = ap.company_id
      and h.product_id = ap.product_id and h.column_id = ap.column_id
      and h.at between ap.base_price_at - interval '1 day' and ap.base_price_at + interval '1 day'
    where ap.company_id = ${company} and ap.act_id = ${id}
    union select p.created_by, p.created_at from act_position ap join price_plan p on p.company_id = ap.company_id
      and p.product_id = ap.product_id and p.column_id = ap.column_id
      and p.from_at between ap.base_price_at - interval '1 day' and ap.base_price_at + interval '1 day'
    where ap.company_id = ${company} and ap.act_id = ${id})
  select by as id from moved
  union select e.approver_id from moved join audit_event e on e.company_id = ${company} and e.at = moved.at
    and e.user_id = moved.by and e.entity in ('price_cell', 'price_column')`

/**
 * Who took an act or a visit away, or a weighing of it, whoever has changed the record since; and whose PIN let that, or a price or
 * contamination over the limit: what a PIN made possible is looked at by a third person.
 */
const whoAnnulled: People = ([company, id]) => sql`
  select unnest(array[user_id, approver_id]) as id from audit_event where company_id = ${company}
    and entity in ('act', 'transaction') and entity_id = ${id}
    and action in ('act.void', 'transaction.void', 'weighing.cancel')`
const whoLetOver: People = ([company, id]) => sql`
  select approver_id as id from audit_event where company_id = ${company} and entity = 'act' and entity_id = ${id}
    and action in ('act.confirm_price', 'act.issue')`

/** Whom a mark concerns besides the makers of its record. */
const CONCERNED: readonly (readonly [FlaggedEntity, readonly FlagCode[], People])[] = [
  ['payment', flagsOfArea('tie'), concernedByTie],
  ['act', ['price_returned'], moversOfPrices],
  ['act', ['voided'], whoAnnulled],
  ['act', ['price_override', 'zasor_high', 'zasor_off_norm'], whoLetOver],
  ['transaction', ['voided', 'weighed_again'], whoAnnulled],
]

/** Nobody looks at the exceptions of what the own account made or is concerned by, nor of what may be the same person's (domain.md 6.5, 7.5). */
export async function refuseOwnFlags(
  tx: Tx,
  entity: FlaggedEntity,
  id: string,
  codes: readonly FlagCode[],
): Promise<void> {
  const concerned = CONCERNED.flatMap(([of, kinds, people]) =>
    of === entity && kinds.some((code) => codes.includes(code)) ? [people] : [],
  )
  const own = [tx.caller.userId, ...(await maybeSamePerson(tx, tx.caller.userId))]
  for (const people of [...(MAKERS[entity] ? [MAKERS[entity]] : []), ...concerned]) {
    const { rows } = await people([tx.companyId, id]).execute(tx.q)
    if (rows.some((person) => person.id !== null && own.includes(person.id)))
      refuse('exception.own')
  }
}
