import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { supplierName, type NameParts } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { daysParam } from '../../report-params.ts'

export const missingReceipts = reportKind({
  type: 'missing_receipts',
  title: 'Выплаты самозанятым без чека',
  sentence: 'По каким выплатам самозанятым нет чека',
  permission: 'report.create',
  source: payment.getAll,
  params: { days: daysParam },
  columns: {
    paid_on: { title: 'Выплачено', kind: 'day', value: (row: MissingReceipt) => row.paid_on },
    days: { title: 'Дней', kind: 'integer', value: (row) => row.days },
    supplier: { title: 'Поставщик', kind: 'text', value: (row) => supplierName(row) },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    phone: { title: 'Телефон', kind: 'text', value: (row) => row.phone },
    acts: { title: 'Акты', kind: 'text', value: (row) => row.acts },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.amount_kop,
      sums: 'missingReceipts',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ id }) => `/operator/payments?id=${id}`,
  rows: walkMissingReceipts,
})

interface MissingReceipt extends NameParts {
  readonly id: string
  readonly paid_on: string
  readonly days: number
  readonly inn: string | null
  readonly phone: string | null
  readonly acts: string
  readonly amount_kop: number
}

/** Paid payments to self-employed payees whose cheque nobody has noted, the oldest first; returned money needs none. */
function walkMissingReceipts(db: Tx, { days }: { days?: string | undefined }) {
  const today = sql`(now() at time zone ${zoneOf(db)})::date`
  const paidOn = sql`(p.finished_at at time zone ${zoneOf(db)})::date`
  return walkRows(
    db,
    sql<MissingReceipt>`
      select p.id, ${paidOn} as paid_on, ${today} - ${paidOn} as days, s.type, s.last_name, s.first_name,
        s.middle_name, s.org_name, s.inn, s.phone, p.amount_kop - p.returned_kop as amount_kop,
        (select coalesce(string_agg(a.number, ', ' order by a.number), '') from payment_allocation x
          join act a on a.company_id = x.company_id and a.id = x.act_id
          where x.company_id = p.company_id and x.payment_id = p.id) as acts
      from npd_payment n
        join payment p on p.company_id = n.company_id and p.id = n.payment_id
        join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
      where n.company_id = ${db.companyId} and n.receipt is null
        and p.status = 'paid' and p.returned_kop < p.amount_kop
        and ${today} - ${paidOn} >= ${days ?? '0'}::int
      order by p.finished_at, p.id`,
  )
}
