import { sql } from 'kysely'
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
  const begin = sql`(${date_from}::date::timestamp at time zone c.timezone)`
  const end = sql`((${date_to}::date + 1)::timestamp at time zone c.timezone)`
  return walkRows(
    db,
    sql<CompanyTurnover>`
      select c.id, c.short_name as name, c.inn, r.acts, r.net_g, r.total_kop, p.paid_kop, p.rejected,
        p.rejected_kop, u.unknown, u.unknown_kop
      from company c
        cross join lateral (select coalesce(sum(d.acts_count), 0)::int as acts,
            coalesce(sum(d.net_g), 0)::bigint as net_g,
            coalesce(sum(d.total_kop), 0)::bigint as total_kop
          from daily_rollup d where d.company_id = c.id and d.site_id is not null
            and d.day between ${date_from}::date and ${date_to}::date) r
        cross join lateral (select
            coalesce(sum(amount_kop) filter (where ${isPaidBetween('e', begin, end)}), 0)::bigint as paid_kop,
            (count(*) filter (where status = 'rejected'))::int as rejected,
            coalesce(sum(amount_kop) filter (where status = 'rejected'), 0)::bigint as rejected_kop
          from payment e where company_id = c.id and not is_test
            and finished_at >= ${begin} and finished_at < ${end}) p
        cross join lateral (select count(*)::int as unknown,
            coalesce(sum(amount_kop), 0)::bigint as unknown_kop
          from payment where company_id = c.id and not is_test and status = 'unknown'
            and created_at >= ${begin} and created_at < ${end}) u
      where ${company_id ? sql`c.id = ${company_id}::uuid` : sql`true`}
      order by r.total_kop desc, c.short_name, c.id`,
  )
}
