import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/handle.ts'
import {
  isFarAbove,
  usualPrice,
  usualPriceOfNamed,
} from '../../visit/change/usual-price-queries.ts'

/** A product bought under another name than it was weighed under, in words, with the difference in cost. */
export interface Dearer {
  readonly why: string | null
  readonly kop: number | null
}

/** Each weighed position of an act with the product that its unload had been weighed as. */
const weighedPositions = ({ companyId }: Tx, actId: string, more = sql``) => sql`
  act_position p
    join weight_act_line l on l.company_id = p.company_id and l.id = p.line_id
    join visit v on v.company_id = l.company_id and v.id = l.visit_id
    cross join lateral jsonb_array_elements(v.drops) d
    left join product f on f.company_id = v.company_id
      and f.id = coalesce((d->>'product_id')::uuid, v.product_id)
    ${more}
  where p.company_id = ${companyId} and p.act_id = ${actId} and (d->>'drop_no')::int = l.drop_no`

/** Loads that are bought as another product than the visit names, where that costs more by the list. */
export async function dearerThanWeighed(tx: Tx, actId: string): Promise<Dearer> {
  const { rows } = await sql<Dearer>`
    select left(string_agg(distinct o.was || ' → ' || o.name, '; '), 300) as why,
      sum(o.amount_kop - round(o.net_g::numeric * coalesce(x.price_kop, 0) / 1000000))::bigint as kop
    from (select p.*, f.id as was_id, f.name as was from ${weighedPositions(tx, actId)} and f.id <> p.product_id) o
      left join price_in_force x on x.company_id = o.company_id and x.product_id = o.was_id and x.column_id = o.column_id
    where o.price_kop > coalesce(x.price_kop, 0)`.execute(tx.q)
  return rows[0]!
}

// Sums in groups of digits, as everywhere on screen.
const roublesPerTonne = (kop: RawBuilder<unknown>) =>
  sql`replace(trim(to_char(round(${kop} / 100.0), '999 999 999 990')), ' ', chr(160)) || ' ₽/т'`

/**
 * Loads that are bought at far more than such a load usually costs (domain.md 6.5): weighed without a product, or named so before they
 * were weighed. What a mark of the visit tells of in as many roubles is not told again.
 */
export async function dearerThanUsual(tx: Tx, actId: string, supplierId: string): Promise<Dearer> {
  const load = {
    supplier: sql`${supplierId}`,
    post: sql.ref('o.post_id'),
    column: sql.ref('o.column_id'),
    grams: sql.ref('o.all_g'),
  }
  const price = sql.ref('o.price_kop')
  const usual = sql.ref('u.kop')
  const { rows } = await sql<Dearer>`
    with visits as (
      select p.name, p.price_kop, p.column_id, v.post_id, f.id is null as is_nameless,
        sum(p.amount_kop) as amount_kop, sum(p.net_g) as net_g, max(m.kop) as told_kop
      from ${weighedPositions(
        tx,
        actId,
        sql`left join lateral (select max((m->>'kop')::bigint) as kop
        from jsonb_array_elements(v.flags) m where m->>'code' in ('product_unnamed', 'product_changed')) m on true`,
      )}
        and (f.id is null or f.id = p.product_id)
      group by p.name, p.price_kop, p.column_id, v.post_id, v.id, is_nameless),
    loads as (
      select name, price_kop, column_id, post_id, is_nameless, sum(amount_kop) as amount_kop, sum(net_g) as net_g,
        coalesce(sum(told_kop), 0) as told_kop, sum(sum(net_g)) over (order by price_kop desc) as all_g
      from visits group by name, price_kop, column_id, post_id, is_nameless)
    select left(string_agg(distinct o.name || ' по ' || ${roublesPerTonne(price)} || ', обычно до '
        || ${roublesPerTonne(usual)}, '; '), 300) as why,
      sum(o.amount_kop - round(o.net_g * u.kop / 1000000))::bigint as kop
    from loads o cross join lateral (select case when o.is_nameless then ${usualPrice(tx, load)}
      else ${usualPriceOfNamed(tx, load)} end as kop offset 0) u
    where ${isFarAbove(price, usual)} and o.amount_kop - round(o.net_g * u.kop / 1000000) > o.told_kop`.execute(
    tx.q,
  )
  return rows[0]!
}

/** Pieces without a scale, of one act or of many. */
export interface Pieces {
  /** Of the act itself: what is beyond its weighed part with pictures. */
  readonly own_kop: number
  /** Of the supplier within thirty days and of who issues within a day, this act with them. */
  readonly supplier_kop: number
  readonly person_kop: number
  /** Those of both that no mark tells of yet, this act with them. */
  readonly untold_kop: number
  readonly names: string
}

// A bag of pieces on a weighed truck is small beside its load, and its pictures show it.
const FREE_SHARE = sql.lit(0.1)
/** So long a product is new: made, or given its first price. */
const NEW_DAYS = sql.lit(30)

/** Pieces that this act and earlier ones buy without a weighing that has pictures; undefined when the act has no pieces. */
export async function unweighedPieces(
  tx: Tx,
  actId: string,
  supplierId: string,
): Promise<Pieces | undefined> {
  const { rows } = await sql<Pieces & { names: string | null }>`
    with pieces as (
      select a.id, a.supplier_id, a.issued_by, a.issued_at, a.flags @> '[{"code": "pieces_unweighed"}]' as is_told,
        a.sort_at > now() - interval '1 day' as is_recent,
        greatest(0, sum(ap.amount_kop) filter (where ap.measure = 'piece')
          - case when exists (select 1 from weight_act w
              join visit v on v.company_id = w.company_id and v.weight_act_id = w.id
              join weighing g on g.company_id = v.company_id and g.visit_id = v.id and cardinality(g.photos) > 0
              where w.company_id = a.company_id and w.act_id = a.id)
            then round(coalesce(sum(ap.amount_kop) filter (where ap.measure = 'weight'), 0) * ${FREE_SHARE})
            else 0 end)::bigint as kop
      from act a join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
      where a.company_id = ${tx.companyId} and (a.id = ${actId} or a.status in ('issued', 'signed')
        and (a.supplier_id = ${supplierId} and a.sort_at > now() - interval '30 days'
          or a.issued_by = ${tx.caller.userId} and a.sort_at > now() - interval '1 day'))
      group by a.company_id, a.id having bool_or(ap.measure = 'piece'))
    select own.kop as own_kop,
      (select sum(kop) from pieces where supplier_id = ${supplierId})::bigint as supplier_kop,
      (select sum(kop) from pieces where id = own.id or is_recent and issued_by = ${tx.caller.userId})::bigint as person_kop,
      (select sum(kop) from pieces where id = own.id or issued_at > coalesce(
        (select max(issued_at) from pieces where is_told), '-infinity'))::bigint as untold_kop,
      n.names
    from pieces own cross join lateral (
      select left(string_agg(p.name || ', ' || p.qty || ' шт.' || coalesce(' (' || news.words || ')', ''), '; '), 300) as names
      from act_position p
        join product g on g.company_id = p.company_id and g.id = p.product_id
        cross join lateral (select case
          when g.created_at > now() - make_interval(days => ${NEW_DAYS})
            then 'товар заведён ' || to_char(g.created_at, 'DD.MM')
          else (select 'первая цена ' || to_char(min(h.at), 'DD.MM') from price_history h
            where h.company_id = g.company_id and h.product_id = g.id and h.old_kop is null
            having min(h.at) > now() - make_interval(days => ${NEW_DAYS})) end as words) news
      where p.company_id = ${tx.companyId} and p.act_id = own.id and p.measure = 'piece') n
    where own.id = ${actId}`.execute(tx.q)
  return rows[0]
}

/** Visits of an act whose lines take off less than the pack that was weighed with the load, and what is paid for the rest. */
export async function lighterPacks(
  { q, companyId }: Tx,
  actId: string,
): Promise<{ number: string; pack_g: number; taken_g: number; kop: number }[]> {
  const { rows } = await sql<{ number: string; pack_g: number; taken_g: number; kop: number }>`
    select v.number, v.pack_g, t.pack_g as taken_g,
      round((v.pack_g - t.pack_g) * max(p.price_kop) / 1000000.0)::bigint as kop
    from act_position p
      join weight_act_line l on l.company_id = p.company_id and l.id = p.line_id
      join visit v on v.company_id = l.company_id and v.id = l.visit_id
      cross join lateral (select sum(s.pack_g)::bigint as pack_g from weight_act_line s
        where s.company_id = l.company_id and s.weight_act_id = l.weight_act_id and s.visit_id = v.id) t
    where p.company_id = ${companyId} and p.act_id = ${actId} and v.pack_g > t.pack_g
    group by v.number, v.pack_g, t.pack_g
    order by v.number`.execute(q)
  return rows
}
