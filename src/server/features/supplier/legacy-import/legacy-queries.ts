import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import type { LegacyReader } from './legacy-source.ts'

/** Who of the company came from these records; an alias answers as the supplier it was merged into. */
export async function copiedAlready(
  db: Db,
  source: LegacyReader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('legacy_source', '=', source.name)
    .where('legacy_id', 'in', ids.length > 0 ? [...ids] : [''])
    .select(['legacy_id', sql<string>`coalesce(merged_into, id)`.as('id')])
    .execute()
  return new Map(rows.map((row) => [row.legacy_id!, row.id]))
}

export interface SameSupplier {
  readonly id: string
  readonly legacy_source: string | null
  readonly legacy_id: string | null
}

/** Suppliers with this document or this ИНН of this kind, held until the end of the transaction. */
export async function sameSuppliers(
  db: Tx,
  marks: { documents: readonly Buffer[]; inn: string | null; type: string },
): Promise<SameSupplier[]> {
  const of = (condition: RawBuilder<SqlBool>) =>
    db.q
      .selectFrom('supplier')
      .where('company_id', '=', db.companyId)
      .where(condition)
      .select(sql<string>`coalesce(merged_into, id)`.as('id'))
  // Two steps of an index each: joined by «or» they would scan the whole table.
  const found = [
    ...(marks.documents.length > 0
      ? await of(sql`doc_hmac = any(${[...marks.documents]})`).execute()
      : []),
    ...(marks.inn === null
      ? []
      : await of(sql`inn = ${marks.inn} and type = ${marks.type}`).execute()),
  ].map(({ id }) => id)
  if (found.length === 0) return []
  return db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('id', 'in', found)
    .select(['id', 'legacy_source', 'legacy_id'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function methodExists(db: Tx, payeeKey: Buffer): Promise<boolean> {
  const row = await db.q
    .selectFrom('payment_method')
    .where('company_id', '=', db.companyId)
    .where('payee_key', '=', payeeKey)
    .where('status', '<>', 'archived')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
