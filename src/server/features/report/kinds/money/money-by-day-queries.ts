import { sql } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { runningStatuses } from '#contract/payment/payment-entities.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface Money {
  readonly date_from: string
  readonly date_to: string
  readonly bank_config_id?: string | undefined
}

export interface MoneyOfDay {
  readonly day: string
  readonly bank: string
  readonly kind: MethodKind
  readonly payments: number
  readonly paid_kop: number
  readonly waiting_kop: number
  readonly rejected_kop: number
  readonly returned_kop: number
}

/**
 * Money that left, waits and came back, by day of the company's zone, bank and way of paying. An ended payment counts on the
 * day of its end, a waiting one on the day of its saving, a return on the day of its confirmation. Test payments never count.
 */
export function walkMoneyByDay(db: Tx, { bank_config_id, ...days }: Money) {
  const zone = zoneOf(db)
  const dayOf = (moment: string) => sql`(${sql.ref(moment)} at time zone ${zone})::date`
  const waiting = sql.join(['saved', ...runningStatuses])
  return walkRows(
    db,
    sql<MoneyOfDay>`
      with own as not materialized (
        select p.id, p.status, p.amount_kop, p.created_at, p.finished_at, p.bank_config_id,
          p.method_snapshot->>'kind' as kind
        from payment p
        where p.company_id = ${db.companyId} and not p.is_test
          ${bank_config_id ? sql`and p.bank_config_id = ${bank_config_id}::uuid` : sql``}),
      move as (
        select ${dayOf('p.finished_at')} as day, p.bank_config_id, p.kind, 1 as payments,
          case when p.status = 'paid' then p.amount_kop else 0 end as paid_kop, 0::bigint as waiting_kop,
          case when p.status = 'rejected' then p.amount_kop else 0 end as rejected_kop, 0::bigint as returned_kop
        from own p
        where p.status in ('paid', 'rejected') and ${withinDays('p.finished_at', days, zone)}
        union all
        select ${dayOf('p.created_at')}, p.bank_config_id, p.kind, 1, 0, p.amount_kop, 0, 0
        from own p
        where p.status in (${waiting}) and ${withinDays('p.created_at', days, zone)}
        union all
        select ${dayOf('r.confirmed_at')}, p.bank_config_id, p.kind, 0, 0, 0, 0, r.amount_kop
        from payment_return r join own p on p.id = r.payment_id
        where r.company_id = ${db.companyId} and r.status = 'confirmed'
          and ${withinDays('r.confirmed_at', days, zone)})
      select m.day, c.title as bank, m.kind, sum(m.payments)::int as payments,
        sum(m.paid_kop)::bigint as paid_kop, sum(m.waiting_kop)::bigint as waiting_kop,
        sum(m.rejected_kop)::bigint as rejected_kop, sum(m.returned_kop)::bigint as returned_kop
      from move m
        join bank_config c on c.company_id = ${db.companyId} and c.id = m.bank_config_id
      group by m.day, c.id, c.title, m.kind
      order by m.day, c.title, c.id, m.kind`,
  )
}
