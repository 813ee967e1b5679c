import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { supplierName, type NameParts } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { daysParam, siteParam } from '../../report-params.ts'

export const unsignedActs = reportKind({
  type: 'unsigned_acts',
  title: 'Акты без подписанного скана',
  sentence: 'У каких актов нет подписанного скана',
  permission: 'report.create',
  source: act.getAll,
  params: { days: daysParam, site_id: siteParam },
  columns: {
    number: { title: 'Номер', kind: 'text', value: (row: UnsignedAct) => row.number },
    date: { title: 'Дата', kind: 'day', value: (row) => row.date },
    days: { title: 'Дней', kind: 'integer', value: (row) => row.days },
    supplier: { title: 'Поставщик', kind: 'text', value: (row) => supplierName(row) },
    sheet: { title: 'Скан', kind: 'text', value: sheetWords },
    total: {
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
    issued_by: { title: 'Выписал', kind: 'text', value: (row) => row.issued_by },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: {
    title: 'Выплачено без скана, по поставщикам',
    unit: 'kop',
    name: 'supplier',
    value: 'paid',
  },
  opens: ({ id }) => `/operator/act/${id}`,
  rows: walkUnsignedActs,
})

interface Missing {
  readonly days?: string | undefined
  readonly site_id?: string | undefined
}

interface UnsignedAct extends NameParts {
  readonly id: string
  readonly number: string
  readonly date: string
  readonly total_kop: number
  readonly paid_kop: number
  readonly issued_by: string | null
  /** Pages of a signed sheet that nobody has checked yet. */
  readonly waiting_pages: number
  /** Why the last rejected page was rejected. */
  readonly reject_reason: string | null
  /** Since the day of the act. */
  readonly days: number
}

/** Issued acts whose signed sheet is not accepted, the oldest first; a void act needs no paper. */
function walkUnsignedActs(db: Tx, { days, site_id }: Missing) {
  const today = sql`(now() at time zone ${zoneOf(db)})::date`
  return walkRows(
    db,
    sql<UnsignedAct>`
      select a.id, a.number, a.date, s.type, s.last_name, s.first_name, s.middle_name, s.org_name,
        a.total_kop, a.paid_kop, u.full_name as issued_by, ${today} - a.date as days,
        (select count(*)::int from scan c where c.company_id = a.company_id and c.entity = 'act'
          and c.entity_id = a.id and c.kind = 'signed_act' and c.status = 'new') as waiting_pages,
        (select c.reject_reason from scan c where c.company_id = a.company_id and c.entity = 'act'
          and c.entity_id = a.id and c.kind = 'signed_act' and c.status = 'rejected'
          order by c.updated_at desc, c.id desc limit 1) as reject_reason
      from act a
        join supplier s on s.company_id = a.company_id and s.id = a.supplier_id
        left join app_user u on u.id = a.issued_by
      where a.company_id = ${db.companyId} and a.status = 'issued'
        and ${today} - a.date >= ${days ?? '0'}::int
        ${site_id ? sql`and a.site_id = ${site_id}::uuid` : sql``}
      order by a.date, a.number_year, a.number_seq, a.id`,
  )
}

function sheetWords({ waiting_pages, reject_reason }: UnsignedAct): string {
  if (waiting_pages > 0) return 'Ждёт проверки'
  return reject_reason ? `Отклонён: ${reject_reason}` : 'Нет'
}
