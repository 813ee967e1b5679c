import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { yearWarning } from '../../../supplier/record/card-queries.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { overParam, yearParam } from '../../report-params.ts'

interface Row extends SupplierYearRow {
  /** The company's bound of a year, 250 000 ₽ unless it was changed (domain.md 13.3). */
  readonly warning_kop: number
}

export const supplierYtd = reportKind({
  type: 'supplier_ytd',
  title: 'Выплаты с начала года',
  sentence: 'Сколько каждый поставщик получил с начала года',
  permission: 'report.control',
  source: payment.getAll,
  params: { year: yearParam, over_kop: overParam },
  columns: {
    supplier: { title: 'Поставщик', kind: 'text', value: (row: Row) => supplierName(row) },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    acts: {
      title: 'Актов',
      kind: 'integer',
      value: (row) => row.acts,
      addend: true,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'paid',
      addend: true,
    },
    returned: {
      title: 'Возвращено',
      kind: 'money',
      value: (row) => row.returned_kop,
      sums: 'returnedOfRows',
      addend: true,
    },
    total: {
      title: 'Итого за год',
      kind: 'money',
      value: (row) => row.net_kop,
      sums: 'yearPaid',
      addend: true,
    },
    limit: { title: 'Порог', kind: 'money', value: (row) => row.warning_kop },
    over: {
      title: 'Выше порога',
      kind: 'flag',
      value: (row) => row.net_kop > row.warning_kop,
    },
  },
  formats: ['xlsx', 'csv'],
  chart: { title: 'Выплаты за год', unit: 'kop', name: 'supplier', value: 'total' },
  opens: ({ id }) => `/operator/suppliers?id=${id}`,
  async *rows(db, params) {
    const warning_kop = await yearWarning(db)
    for await (const row of walkSupplierYears(db, params)) yield { ...row, warning_kop }
  },
})

interface SupplierYearRow {
  readonly id: string
  readonly type: SupplierType
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
  readonly inn: string | null
  readonly acts: number
  readonly paid_kop: number
  readonly returned_kop: number
  readonly net_kop: number
}

interface SupplierYears {
  readonly year: string
  /** Kopecks as digits. */
  readonly over_kop?: string | undefined
}

/** What each supplier got in a year as triggers keep it (domain.md 2.4), with the acts of that year, aliases included. */
function walkSupplierYears(db: Tx, { year, over_kop }: SupplierYears) {
  return walkRows(
    db,
    sql<SupplierYearRow>`
      with bought as materialized (
        select coalesce(o.merged_into, o.id) as supplier_id, count(*)::int as acts
        from act a join supplier o on o.company_id = a.company_id and o.id = a.supplier_id
        where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
          and a.date between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)
        group by 1)
      select s.id, s.type, s.last_name, s.first_name, s.middle_name, s.org_name, s.inn,
        coalesce(b.acts, 0) as acts, y.paid_kop, y.returned_kop, y.net_kop
      from supplier_year y
        join supplier s on s.company_id = y.company_id and s.id = y.supplier_id
        left join bought b on b.supplier_id = y.supplier_id
      where y.company_id = ${db.companyId} and y.year = ${year}::int
        and (y.paid_kop <> 0 or y.returned_kop <> 0) and y.net_kop >= ${over_kop ?? '0'}::bigint
      order by y.net_kop desc, s.id`,
  )
}
