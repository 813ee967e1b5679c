import { sql, type RawBuilder } from 'kysely'

interface PositionWeighing {
  gross_g: number | null
  /** With the pack. */
  tare_g: number | null
  is_divided: boolean
}

/**
 * What a register may show as weighed of a position `p`: shares of a divided load were on no scale, so the first of them in the act
 * has the whole weighing and the others none (domain.md 5.2).
 */
export const positionWeighing: RawBuilder<PositionWeighing> = sql`(
  select coalesce(s.lines, 1) > 1 as is_divided,
    case when s.lines > 1 then case when s.is_first then s.gross_g end else p.gross_g end as gross_g,
    case when s.lines > 1 then case when s.is_first then s.tare_g end
      else p.tare_g + coalesce(p.pack_g, 0) end as tare_g
  from (select 1) as one left join (
    select count(*)::int as lines, max(o.gross_g) as gross_g, (min(o.tare_g) + sum(o.pack_g))::bigint as tare_g,
      not exists (select from act_position q
        join weight_act_line e on e.company_id = q.company_id and e.id = q.line_id
        where q.company_id = p.company_id and q.act_id = p.act_id and q."order" < p."order"
          and e.weight_act_id = l.weight_act_id and e.visit_id = l.visit_id and e.drop_no = l.drop_no) as is_first
    from weight_act_line l
    join weight_act_line o on o.company_id = l.company_id and o.weight_act_id = l.weight_act_id
      and o.visit_id = l.visit_id and o.drop_no = l.drop_no
    where l.company_id = p.company_id and l.id = p.line_id
    group by l.weight_act_id, l.visit_id, l.drop_no) as s on true)`
