import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { paths } from '#contract/screen-paths.ts'
import { supplierTypeTitles } from '#contract/core/display-text.ts'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, siteParam, supplierParam } from '../../report-params.ts'
import { actsAddress, NAMED_RECORDS } from '../acts-address.ts'

export const purchasesBySupplier = reportKind({
  type: 'purchases_by_supplier',
  title: 'Закупки по поставщикам',
  sentence: 'У кого купили, сколько и на сколько',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, supplier_id: supplierParam, site_id: siteParam },
  columns: {
    supplier: {
      title: 'Поставщик',
      kind: 'text',
      value: (row: SupplierPurchases) => supplierName(row),
    },
    type: { title: 'Вид', kind: 'text', value: (row) => supplierTypeTitles[row.type] },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    acts: {
      title: 'Актов',
      kind: 'integer',
      value: (row) => row.acts,
      addend: true,
    },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: true },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.total_kop,
      sums: 'purchases',
      addend: true,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'actsPaid',
      addend: true,
    },
    left: {
      title: 'Долг',
      kind: 'money',
      value: (row) => row.total_kop - row.paid_kop,
      sums: 'debt',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Закупки по поставщикам', unit: 'kop', name: 'supplier', value: 'amount' },
  opens: ({ id, record_ids }, { date_from, date_to, site_id }) =>
    record_ids.length > NAMED_RECORDS
      ? `${paths.suppliers}?id=${id}`
      : actsAddress({ date_from, date_to, site_id, supplier_ids: record_ids }),
  rows: walkPurchases,
})

interface Purchases {
  readonly date_from: string
  readonly date_to: string
  readonly supplier_id?: string | undefined
  readonly site_id?: string | undefined
}

interface SupplierPurchases {
  readonly id: string
  /** The records that the acts name: the kept one, its aliases, or both. */
  readonly record_ids: readonly string[]
  readonly type: SupplierType
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
  readonly inn: string | null
  readonly acts: number
  readonly net_g: number
  readonly total_kop: number
  readonly paid_kop: number
}

/** What issued acts of a period bought, by supplier: a merged record counts as the one it was merged into. */
function walkPurchases(db: Tx, { date_from, date_to, supplier_id, site_id }: Purchases) {
  return walkRows(
    db,
    sql<SupplierPurchases>`
      select s.id, array_agg(distinct o.id) as record_ids, s.type, s.last_name, s.first_name, s.middle_name, s.org_name, s.inn,
        count(*)::int as acts, sum(a.net_g)::bigint as net_g,
        sum(a.total_kop)::bigint as total_kop, sum(a.paid_kop)::bigint as paid_kop
      from act a
        join supplier o on o.company_id = a.company_id and o.id = a.supplier_id
        join supplier s on s.company_id = o.company_id and s.id = coalesce(o.merged_into, o.id)
      where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
        and a.date between ${date_from}::date and ${date_to}::date
        ${supplier_id ? sql`and ${supplier_id}::uuid in (o.id, o.merged_into)` : sql``}
        ${site_id ? sql`and a.site_id = ${site_id}::uuid` : sql``}
      group by s.company_id, s.id
      order by sum(a.total_kop) desc, s.id`,
  )
}
