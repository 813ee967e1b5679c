import { sql } from 'kysely'
import type { Db, Tx } from '../../db/handle.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { ComputedLine } from './compute-lines.ts'
import { matchLines } from './match-lines.ts'

/** Lines of weight acts with the names beside their ids, act by act in their order. */
export function lineRows(db: Db, weightActIds: readonly string[]) {
  return db.q
    .selectFrom('weight_act_line as l')
    .innerJoin('visit as t', (join) =>
      join.onRef('t.company_id', '=', 'l.company_id').onRef('t.id', '=', 'l.visit_id'),
    )
    .innerJoin('product as p', (join) =>
      join.onRef('p.company_id', '=', 'l.company_id').onRef('p.id', '=', 'l.product_id'),
    )
    .where('l.company_id', '=', db.companyId)
    .where(sql<boolean>`l.weight_act_id = any(${weightActIds})`)
    .select([
      'l.id',
      'l.weight_act_id',
      'l.order',
      'l.visit_id as transaction_id',
      't.number as transaction_number',
      'l.drop_no',
      'p.id as product_id',
      'p.name as product_name',
      'p.measure',
      'p.metal_class',
      'l.gross_g',
      'l.tare_g',
      'l.pack_g',
      'l.phys_g',
      'l.deductions',
      'l.base_g',
      'l.zasor_mode',
      'l.zasor_bp',
      'l.zasor_g',
      'l.net_g',
      'l.zasor_step_g',
      'l.from_issued_act',
    ])
    .orderBy('l.weight_act_id')
    .orderBy('l.order')
    .execute()
}

export type LineRow = Awaited<ReturnType<typeof lineRows>>[number]

/**
 * Puts the lines of a weight act in place of the old ones. A line keeps its id while it is of the same drop and product, so
 * what points to it outlives a change of order or weight and never passes to another load; rows that are no longer sent go,
 * therefore nothing may point to them.
 */
export async function replaceLines(
  db: Tx,
  weightActId: string,
  lines: readonly ComputedLine[],
): Promise<void> {
  const stored = matchLines(lines, await lineIds(db, weightActId))
  const rows = lines.map(({ transaction_id: visit_id, ...line }, order) => ({
    ...line,
    visit_id,
    company_id: db.companyId,
    id: stored[order]?.id ?? uuidv7(),
    weight_act_id: weightActId,
    order,
    deductions: JSON.stringify(line.deductions),
    created_by: db.caller.userId,
    updated_by: db.caller.userId,
  }))
  await db.q
    .deleteFrom('weight_act_line')
    .where('company_id', '=', db.companyId)
    .where('weight_act_id', '=', weightActId)
    .where(sql<boolean>`id <> all(${rows.map(({ id }) => id)})`)
    .execute()
  if (rows.length === 0) return
  const { company_id: _company, id: _id, created_by: _author, ...changed } = rows[0]!
  await db.q
    .insertInto('weight_act_line')
    .values(rows)
    .onConflict((oc) =>
      oc.columns(['company_id', 'id']).doUpdateSet({
        ...Object.fromEntries(
          Object.keys(changed).map((column) => [column, sql.ref(`excluded.${column}`)]),
        ),
        updated_at: sql.ref('excluded.updated_at'),
        version: sql`weight_act_line.version + 1`,
      }),
    )
    .execute()
}

function lineIds(db: Tx, weightActId: string) {
  return db.q
    .selectFrom('weight_act_line')
    .where('company_id', '=', db.companyId)
    .where('weight_act_id', '=', weightActId)
    .select(['id', 'visit_id as transaction_id', 'drop_no', 'product_id'])
    .orderBy('order')
    .execute()
}

/** Product fields that lines need. */
export function productsOf(db: Db, ids: readonly string[]) {
  return db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .select(['id', 'kind', 'measure', 'status', 'zasor_step_g'])
    .execute()
}
