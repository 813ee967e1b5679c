import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams } from '../../report-params.ts'
import { actsAddress } from '../acts-address.ts'

export const purchasesBySite = reportKind({
  type: 'purchases_by_site',
  title: 'Закупки по площадкам',
  sentence: 'Сколько купила каждая площадка',
  permission: 'report.create',
  source: act.getAll,
  params: periodParams,
  columns: {
    site: { title: 'Площадка', kind: 'text', value: (row: SitePurchases) => row.name },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts, addend: true },
    suppliers: { title: 'Поставщиков', kind: 'integer', value: (row) => row.suppliers },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: true },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.total_kop,
      sums: 'purchases',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Закупки по площадкам', unit: 'kop', name: 'site', value: 'amount' },
  opens: ({ site_id }, { date_from, date_to }) => actsAddress({ date_from, date_to, site_id }),
  rows: walkSitePurchases,
})

interface SitePurchases {
  readonly site_id: string
  readonly name: string
  readonly acts: number
  readonly suppliers: number
  readonly net_g: number
  readonly total_kop: number
}

/** What issued acts of a period bought, by site; an alias counts as the supplier whose record was kept. */
function walkSitePurchases(
  db: Tx,
  { date_from, date_to }: { readonly date_from: string; readonly date_to: string },
) {
  return walkRows(
    db,
    sql<SitePurchases>`
      select s.id as site_id, s.name, count(*)::int as acts,
        count(distinct coalesce(o.merged_into, o.id))::int as suppliers,
        sum(a.net_g)::bigint as net_g, sum(a.total_kop)::bigint as total_kop
      from act a
        join site s on s.company_id = a.company_id and s.id = a.site_id
        join supplier o on o.company_id = a.company_id and o.id = a.supplier_id
      where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
        and a.date between ${date_from}::date and ${date_to}::date
      group by s.id, s.name
      order by sum(a.total_kop) desc, s.name, s.id`,
  )
}
