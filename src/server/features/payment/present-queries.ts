import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../db/handle.ts'
import { agreementTitle } from '../../db/agreement-title.ts'
import { compiledQuery, type Scope } from '../../db/query/compiled-query.ts'
import { ofPage } from '../../db/query/list-page.ts'
import { latestRepeat } from '../../db/query/repeated-payment.ts'
import { waitsForFile } from '../../db/query/waiting-file.ts'
import { isTrainingBank } from '../../db/training-bank.ts'

/** Payments with whom, through what and by whom; every list and card starts here. */
export function payments(db: Scope) {
  return db.q
    .selectFrom('payment as p')
    .innerJoin('supplier as s', (join) =>
      join.onRef('s.company_id', '=', 'p.company_id').onRef('s.id', '=', 'p.supplier_id'),
    )
    .innerJoin('bank_config as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.bank_config_id'),
    )
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('p.company_id', '=', db.companyId)
}

export type Payments = ReturnType<typeof payments>

export function withPaymentColumns(query: Payments) {
  return query
    .select([
      'p.id',
      'p.supplier_id',
      's.type as supplier_type',
      's.last_name',
      's.first_name',
      's.middle_name',
      's.org_name',
      'p.payment_method_id',
      'p.method_snapshot',
      'p.amount_kop',
      'p.purpose',
      'p.vat_clause',
      'p.revenue_type_code',
      'p.bank_config_id',
      agreementTitle('c').as('bank_config_title'),
      'b.name as bank_name',
      'b.adapter',
      'p.registry_id',
      'p.document_number',
      'p.provider_ref',
      'p.status',
      'p.reason_code',
      'p.reason_text',
      'p.bank_status',
      'p.four_eyes',
      'p.created_by',
      'p.created_at as saved_at',
      'p.registered_at',
      'p.finished_at',
      'p.first_sent_at',
      'p.returned_kop',
      'p.is_test',
      'p.retry_of',
      'p.receipt_url',
      'p.flags',
      'p.version',
      isTrainingBank('b').as('training'),
    ])
    .select([
      sql<string>`(select full_name from app_user u where u.id = p.created_by)`.as(
        'created_by_name',
      ),
      sql<string | null>`(select full_name from app_user u where u.id = p.approved_by)`.as(
        'approved_by_name',
      ),
      sql<string | null>`(select number from payment_registry r
        where r.company_id = p.company_id and r.id = p.registry_id)`.as('registry_number'),
      waitsForFile.$castTo<boolean>().as('waits_for_file'),
      latestRepeat.as('retried_by'),
      sql<
        PartRow[]
      >`coalesce((select jsonb_agg(jsonb_build_object('act_id', a.id, 'act_number', a.number,
          'act_date', a.date, 'amount_kop', t.amount_kop) order by a.number, a.id)
        from payment_allocation t join act a on a.company_id = t.company_id and a.id = t.act_id
        where t.company_id = p.company_id and t.payment_id = p.id), '[]')`.as('acts'),
    ])
}

export interface PartRow {
  readonly act_id: string
  readonly act_number: string
  readonly act_date: string
  readonly amount_kop: number
}

type RowOf<Q> = Q extends SelectQueryBuilder<infer _D, infer _T, infer O> ? O : never
export type PaymentRow = RowOf<ReturnType<typeof withPaymentColumns>>

const ofIds = compiledQuery((db, { ids }: { ids: readonly string[] }) =>
  withPaymentColumns(ofPage(payments(db), 'p.id', ids)),
)

/** Payments in the order of the given ids. */
export function paymentsByIds(db: Db, ids: readonly string[]): Promise<PaymentRow[]> {
  return ofIds(db, { ids })
}
