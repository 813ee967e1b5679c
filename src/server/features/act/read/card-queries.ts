import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { compiledQuery } from '../../../db/query/compiled-query.ts'
import { waitsForFile } from '../../../db/query/waiting-file.ts'

const payments = compiledQuery((db, { actId }: { actId: string }) =>
  db.q
    .selectFrom('payment_allocation as x')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.company_id', '=', 'x.company_id').onRef('p.id', '=', 'x.payment_id'),
    )
    .where('x.company_id', '=', db.companyId)
    .where('x.act_id', '=', actId)
    .select([
      'p.id',
      'p.amount_kop',
      'x.amount_kop as act_amount_kop',
      'p.status',
      'p.reason_text',
      'x.returned_kop',
      'p.created_at as saved_at',
      'p.finished_at',
    ])
    .select([
      // As it was when the payment was saved: the method may name another account by now.
      sql<string>`coalesce(p.method_snapshot->>'label', '')`.as('method_label'),
      waitsForFile.$castTo<boolean>().as('waits_for_file'),
      sql<boolean>`exists (select from payment_retry r where r.company_id = x.company_id
        and r.payment_id = x.payment_id and r.act_id = x.act_id)`.as('is_retry'),
    ])
    .orderBy('p.created_at', 'desc')
    .limit(200),
)

/** Payments that an act has a part in, the newest first. */
export function paymentsOf(db: Db, actId: string) {
  return payments(db, { actId })
}

/** The act that an act corrects and the one that corrected it. */
export async function correctionsOf(
  db: Db,
  act: { correction_of: string | null; corrected_by: string | null },
) {
  const relations = { correction_of: act.correction_of, corrected_by: act.corrected_by }
  const named = Object.entries(relations).flatMap(([relation, id]) =>
    id ? [{ relation, id }] : [],
  )
  if (named.length === 0) return []
  const rows = await db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where(
      'id',
      'in',
      named.map(({ id }) => id),
    )
    .select(['id', 'number', 'status'])
    .execute()
  return rows.map((row) => ({
    ...row,
    relation: named.find(({ id }) => id === row.id)!.relation,
  }))
}
