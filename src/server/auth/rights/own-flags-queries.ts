import { sql, type RawBuilder } from 'kysely'
import { flagsOfArea, type FlagCode } from '#contract/core/flags.ts'
import type { FlaggedEntity } from '#contract/report/exceptions.ts'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { maybeSamePerson } from './one-person.ts'

/** Company and id as SQL, so that one statement asks it of every record of a list. */
type FlaggedRecord = readonly [company: RawBuilder<unknown>, id: RawBuilder<unknown>]
type People = (of: FlaggedRecord) => RawBuilder<unknown>

/**
 * Who made a flagged record: makers of a supplier's record answer for its papers and not for money. Whose PIN stood for a weight that no
 * scale showed made it too.
 */
const MAKERS: { readonly [K in FlaggedEntity]?: People } = {
  transaction: ([company, id]) => sql`
    select created_by as id from visit where company_id = ${company} and id = ${id}
    union select unnest(array[operator_id, approver_id]) from weighing where company_id = ${company} and visit_id = ${id}`,
  weight_act: ([company, id]) => sql`
    select unnest(array[created_by, weigher_id, controller_id]) as id from weight_act where company_id = ${company} and id = ${id}`,
  act: ([company, id]) => sql`
    select unnest(array[created_by, issued_by]) as id from act where company_id = ${company} and id = ${id}`,
  payment: ([company, id]) => sql`
    select created_by as id from payment where company_id = ${company} and id = ${id}`,
  // Nobody writes it down: who weighed on the scale, or typed a weight at its post, within the shift around it stood there.
  zero_departure: ([company, id]) => sql`
    select unnest(array[w.operator_id, w.approver_id]) as id from zero_departure z
      join device d on d.company_id = z.company_id and d.id = z.device_id
      join weighing w on w.company_id = z.company_id and (w.device_id = z.device_id or (w.device_id is null
          and exists (select from visit v where v.company_id = w.company_id and v.id = w.visit_id and v.post_id = d.post_id)))
        and w.taken_at between z.started_at - interval '12 hours' and coalesce(z.ended_at, now()) + interval '12 hours'
    where z.company_id = ${company} and z.id = ${id}`,
}

/**
 * Who wrote a payee down, and whose PIN stood for it. The journal knows all who did: a record names the last one alone, so that a cheat
 * would only have to wait for the next change.
 */
const writersOfPayee: People = ([company, id]) => sql`
  with p as (select * from payment where company_id = ${company} and id = ${id})
  select unnest(array[s.created_by, m.created_by]) as id from p
    join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
  union select unnest(array[e.user_id, e.approver_id]) from p join audit_event e on e.company_id = p.company_id
    and (e.entity, e.entity_id) in (('supplier', p.supplier_id), ('payment_method', p.payment_method_id))
    and e.action in ('supplier.update', 'method.create', 'method.update', 'method.status', 'method.share')`

/** Who let tied money go, and the employees that its payee is tied to. */
const concernedByTie: People = ([company, id]) => sql`
  with p as (select * from payment where company_id = ${company} and id = ${id})
  select approved_by as id from p
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

/** Who made a product of an act within the month in which it is new, or gave its first price, and whose PIN let that. */
const makersOfProducts: People = ([company, id]) => sql`
  with young as (
    select g.id as product_id, g.created_by as by, g.created_at as at from act_position ap
      join product g on g.company_id = ap.company_id and g.id = ap.product_id
      where ap.company_id = ${company} and ap.act_id = ${id}
    union select h.product_id, h.by, h.at from act_position ap
      join price_history h on h.company_id = ap.company_id and h.product_id = ap.product_id and h.old_kop is null
      where ap.company_id = ${company} and ap.act_id = ${id}),
  made as (select * from young where at > (select sort_at from act where company_id = ${company} and act.id = ${id}) - interval '30 days')
  select by as id from made
  union select unnest(array[e.user_id, e.approver_id]) from made join audit_event e on e.company_id = ${company}
    and e.at = made.at and e.entity in ('product', 'price_cell')`

/** Who wrote down one of these things of a visit, whoever weighed it. */
const whoSaid =
  (...fields: string[]): People =>
  ([company, id]) =>
    sql`
  select user_id as id from audit_event where company_id = ${company} and entity = 'transaction' and entity_id = ${id}
    and action = 'transaction.info' and after ?| ${fields}::text[]`

/** Who made two suppliers one, and whose PIN let that. */
const whoMerged: People = ([company, id]) => sql`
  select unnest(array[user_id, approver_id]) as id from audit_event where company_id = ${company}
    and entity = 'supplier' and entity_id = ${id} and action = 'supplier.merge'`

/** Whom a mark concerns besides the makers of its record. */
const CONCERNED: readonly (readonly [FlaggedEntity, readonly FlagCode[], People])[] = [
  ['payment', [...flagsOfArea('tie'), ...flagsOfArea('payee')], writersOfPayee],
  ['payment', flagsOfArea('tie'), concernedByTie],
  ['act', ['price_returned'], moversOfPrices],
  ['act', ['voided'], whoAnnulled],
  ['act', ['price_override', 'zasor_high', 'zasor_off_norm'], whoLetOver],
  ['act', ['pieces_unweighed'], makersOfProducts],
  ['transaction', ['voided', 'weighed_again'], whoAnnulled],
  ['supplier', ['merged'], whoMerged],
  ['transaction', ['product_changed', 'product_unnamed'], whoSaid('product_id', 'drops')],
  ['transaction', ['supplier_changed'], whoSaid('supplier_id')],
]

/** Nobody looks at the exceptions of what the own account made or is concerned by, nor of what may be the same person's (domain.md 6.5, 7.5). */
export async function refuseOwnFlags(
  tx: Tx,
  entity: FlaggedEntity,
  id: string,
  codes: readonly FlagCode[],
): Promise<void> {
  const own = await ownFlags(
    tx,
    codes.map((code) => ({ entity, id, code })),
  )
  if (own.length > 0) refuse('exception.own')
}

interface RaisedAt {
  readonly entity: FlaggedEntity
  readonly id: string
  readonly code: FlagCode
}

/** Those of these flags that the caller may not review. */
export async function ownFlags<F extends RaisedAt>(db: Db, flags: readonly F[]): Promise<F[]> {
  const { userId } = db.caller
  const people = [userId, ...(await maybeSamePerson(db, userId))]
  const own: F[] = []
  for (const [entity, of] of Map.groupBy(flags, (flag) => flag.entity)) {
    const record: FlaggedRecord = [sql`${db.companyId}::uuid`, sql.ref('r.id')]
    const isOneOf = (who: People) =>
      sql`exists (select 1 from (${who(record)}) who (id) where who.id = any(${people}::uuid[]))`
    const makers = MAKERS[entity]
    const rules = CONCERNED.flatMap(([kind, codes, who]) =>
      kind === entity ? [sql`(r.code = any(${codes}::text[]) and ${isOneOf(who)})`] : [],
    )
    if (makers) rules.unshift(isOneOf(makers))
    if (rules.length === 0) continue
    const { rows } = await sql<{ n: number }>`
      select r.n::int as n from unnest(${of.map(({ id }) => id)}::uuid[], ${of.map(({ code }) => code)}::text[])
        with ordinality as r (id, code, n)
      where ${sql.join(rules, sql` or `)}`.execute(db.q)
    own.push(...rows.map(({ n }) => of[n - 1]!))
  }
  return own
}
