import { sql, type RawBuilder } from 'kysely'
import { company } from '#contract/company/company.ts'
import type { Tx } from '../../../../db/handle.ts'
import { isPaidBetween } from '../../../../db/query/money-sums.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { reportKind } from '../../report-kind.ts'
import { companyParam, periodParams } from '../../report-params.ts'

export const platformTurnover = reportKind({
  type: 'platform_turnover',
  title: 'Обороты компаний',
  sentence: 'Сколько купила и выплатила каждая компания',
  permission: 'company.manage',
  source: company.getAll,
  params: { ...periodParams, company_id: companyParam },
  columns: {
    company: { title: 'Компания', kind: 'text', value: (row: CompanyTurnover) => row.name },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts, addend: true },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: true },
    total: {
      title: 'Сумма закупок',
      kind: 'money',
      value: (row) => row.total_kop,
      sums: 'purchases',
      addend: true,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'paid',
      addend: true,
    },
    rejected: {
      title: 'Отклонено выплат',
      kind: 'integer',
      value: (row) => row.rejected,
      addend: true,
    },
    rejected_sum: {
      title: 'Отклонено',
      kind: 'money',
      value: (row) => row.rejected_kop,
      sums: 'rejected',
      addend: true,
    },
    unknown: {
      title: 'Уточняется выплат',
      kind: 'integer',
      value: (row) => row.unknown,
      addend: true,
    },
    unknown_sum: {
      title: 'Уточняется',
      kind: 'money',
      value: (row) => row.unknown_kop,
      sums: 'unknown',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv'],
  chart: { title: 'Закупки по компаниям', unit: 'kop', name: 'company', value: 'total' },
  opens: ({ id }) => `/super/companies?id=${id}`,
  rows: walkTurnover,
})

interface Turnover {
  readonly date_from: string
  readonly date_to: string
  readonly company_id?: string | undefined
}

interface CompanyTurnover {
  readonly id: string
  readonly name: string
  readonly inn: string
  readonly acts: number
  readonly net_g: number
  readonly total_kop: number
  readonly paid_kop: number
  readonly rejected: number
  readonly rejected_kop: number
  readonly unknown: number
  readonly unknown_kop: number
}

/**
 * Figures of companies for SUPERVISOR in the zone of their own company: purchases by the day of the act, payments by the day of
 * their end, those that are not over by the day of saving. A company that did nothing stands with zeros.
 */
function walkTurnover(db: Tx, { date_from, date_to, company_id }: Turnover) {
  const begin = sql`(${date_from}::date::timestamp at time zone k.timezone)`
  const end = sql`((${date_to}::date + 1)::timestamp at time zone k.timezone)`
  const sum = (of: RawBuilder<unknown>) => sql<number>`coalesce(${of}, 0)`
  return walkRows(
    db,
    sql<CompanyTurnover>`
      select c.id, c.short_name as name, c.inn, ${sum(sql`r.acts`)} as acts, ${sum(sql`r.net_g`)} as net_g,
        ${sum(sql`r.total_kop`)} as total_kop, ${sum(sql`p.paid_kop`)} as paid_kop, ${sum(sql`p.rejected`)} as rejected,
        ${sum(sql`p.rejected_kop`)} as rejected_kop, ${sum(sql`u.unknown`)} as unknown, ${sum(sql`u.unknown_kop`)} as unknown_kop
      from company c
        left join (select d.company_id, sum(d.acts_count)::int as acts, sum(d.net_g)::bigint as net_g,
            sum(d.total_kop)::bigint as total_kop
          from daily_rollup d where d.site_id is not null
            and d.day between ${date_from}::date and ${date_to}::date
          group by d.company_id) r on r.company_id = c.id
        left join (select e.company_id,
            (sum(e.amount_kop) filter (where ${isPaidBetween('e', begin, end)}))::bigint as paid_kop,
            (count(*) filter (where e.status = 'rejected'))::int as rejected,
            (sum(e.amount_kop) filter (where e.status = 'rejected'))::bigint as rejected_kop
          from company k join payment e on e.company_id = k.id and not e.is_test
            and e.finished_at >= ${begin} and e.finished_at < ${end}
          group by e.company_id) p on p.company_id = c.id
        left join (select e.company_id, count(*)::int as unknown, sum(e.amount_kop)::bigint as unknown_kop
          from company k join payment e on e.company_id = k.id and not e.is_test and e.status = 'unknown'
            and e.created_at >= ${begin} and e.created_at < ${end}
          group by e.company_id) u on u.company_id = c.id
      where ${company_id ? sql`c.id = ${company_id}::uuid` : sql`true`}
      order by total_kop desc, c.short_name, c.id`,
  )
}
