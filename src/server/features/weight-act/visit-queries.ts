import { sql } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'

function visits(db: Db) {
  return db.q
    .selectFrom('visit as t')
    .where('t.company_id', '=', db.companyId)
    .select([
      't.id',
      't.number',
      't.mode',
      't.status',
      't.direction',
      't.supplier_id',
      't.site_id',
      't.carnumber',
      't.gross_g',
      't.tare_g',
      't.net_g',
      't.drops',
      't.pack_g',
      't.weight_act_id',
    ])
    .orderBy('t.id')
}

export type VisitRow = Awaited<ReturnType<ReturnType<typeof visits>['executeTakeFirstOrThrow']>>

/** Locks visits until the end of the transaction, always in the same order, so that two saves never lock each other out. */
export function lockVisits(db: Tx, ids: readonly string[]): Promise<VisitRow[]> {
  return visits(db)
    .where(sql<boolean>`t.id = any(${ids})`)
    .forUpdate()
    .execute()
}

/** Visits of weight acts: those attached now, for a void one those its lines were made of. */
export function visitsOf(db: Db, weightActIds: readonly string[]): Promise<VisitRow[]> {
  return visits(db)
    .where(sql<boolean>`t.id in (${visitIds(db, weightActIds)})`)
    .execute()
}

function visitIds(db: Db, ids: readonly string[]) {
  return sql`select id from visit
      where company_id = ${db.companyId} and weight_act_id = any(${ids})
    union select visit_id from weight_act_line
      where company_id = ${db.companyId} and weight_act_id = any(${ids})`
}

/** Closed visits become part of a weight act (domain.md 3.11). */
export async function attachVisits(
  db: Tx,
  ids: readonly string[],
  weightActId: string,
): Promise<void> {
  const rows = await change(db, { weight_act_id: weightActId, status: 'attached' })
    .where(sql<boolean>`id = any(${ids})`)
    .where('status', '=', 'closed')
    .returning('id')
    .execute()
  for (const { id } of rows)
    addAuditEvent(db, {
      action: 'transaction.attach',
      entity: 'transaction',
      id,
      after: { weight_act_id: weightActId },
    })
}

/** Frees the visits of a weight act except those in the list to keep. */
export async function releaseVisits(
  db: Tx,
  weightActId: string,
  exceptIds: readonly string[] = [],
): Promise<void> {
  const rows = await change(db, { weight_act_id: null, status: 'closed' })
    .where('weight_act_id', '=', weightActId)
    .where(sql<boolean>`id <> all(${exceptIds})`)
    .returning('id')
    .execute()
  for (const { id } of rows)
    addAuditEvent(db, {
      action: 'transaction.release',
      entity: 'transaction',
      id,
      before: { weight_act_id: weightActId },
    })
}

function change(db: Tx, values: { weight_act_id: string | null; status: string }) {
  return db.q
    .updateTable('visit')
    .set({ ...values, ...changeColumns(db) })
    .where('company_id', '=', db.companyId)
}

/** The operator of the last live weighing of the visits, who signs as the weigher. */
export async function lastWeigher(db: Db, ids: readonly string[]): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('weighing as w')
    .leftJoin('weighing_cancel as c', (join) =>
      join.onRef('c.company_id', '=', 'w.company_id').onRef('c.weighing_id', '=', 'w.id'),
    )
    .where('w.company_id', '=', db.companyId)
    .where(sql<boolean>`w.visit_id = any(${ids})`)
    .where('c.id', 'is', null)
    .select('w.operator_id')
    .orderBy('w.taken_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.operator_id
}
