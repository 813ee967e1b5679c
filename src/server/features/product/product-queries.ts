import { sql, type Insertable, type Updateable } from 'kysely'
import { productFields, sheetFieldNames } from '#contract/price/product-record.ts'
import { fieldNames } from '#contract/record/record-field.ts'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { Product as ProductTable } from '../../db/schema.ts'

// domain.md 12: the whole tree is one answer; a catalogue of ten thousand lines is the bound of the contract.
export const MAX_PRODUCTS = 10_000

const FIELD_COLUMNS = fieldNames(productFields).map((name) => `p.${name}` as const)

/** Every node of the company's catalogue, with whether documents refer to it and whether it ever had a price. */
export function allProducts(db: Db) {
  return db.q
    .selectFrom('product as p')
    .where('p.company_id', '=', db.companyId)
    .select([
      ...FIELD_COLUMNS,
      'p.id',
      'p.parent_id',
      'p.kind',
      'p.order',
      'p.name_search',
      'p.status',
      'p.version',
      inDocuments().as('used'),
      sql<boolean>`exists (select 1 from price_cell where company_id = p.company_id and product_id = p.id)`.as(
        'priced',
      ),
    ])
    .orderBy('p.id')
    .limit(MAX_PRODUCTS)
    .execute()
}

export type ProductRow = Awaited<ReturnType<typeof allProducts>>[number]

function inDocuments() {
  const of = sql`company_id = p.company_id and product_id = p.id`
  return sql<boolean>`(exists (select 1 from act_position where ${of})
    or exists (select 1 from weight_act_line where ${of})
    or exists (select 1 from visit where ${of}))`
}

/** One change of the tree at a time in a company, so that two moves cannot make a cycle together. */
export async function lockCatalogue(db: Tx): Promise<ProductRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`product:${db.companyId}`}, 0))`.execute(
    db.q,
  )
  return allProducts(db)
}

/** Every column that a file sets in an existing node. */
export type FileValues = Omit<ProductRow, 'order' | 'used' | 'priced' | 'version'>

export type ProductValues = Omit<
  Insertable<ProductTable>,
  'company_id' | 'id' | 'created_by' | 'updated_by'
>

export async function insertProduct(db: Tx, id: string, values: ProductValues): Promise<void> {
  const by = db.caller.userId
  await db.q
    .insertInto('product')
    .values({ ...values, company_id: db.companyId, id, created_by: by, updated_by: by })
    .execute()
}

/** New nodes by few statements; a group precedes its children. */
export async function insertProducts(
  db: Tx,
  rows: readonly (ProductValues & { id: string })[],
): Promise<void> {
  const by = db.caller.userId
  for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE)
    await db.q
      .insertInto('product')
      .values(
        rows.slice(at, at + INSERTED_AT_ONCE).map((values) => ({
          ...values,
          company_id: db.companyId,
          created_by: by,
          updated_by: by,
        })),
      )
      .execute()
}

// 23 values a row: PostgreSQL takes 65 535 parameters in a statement.
const INSERTED_AT_ONCE = 1000

export async function changeProduct(
  db: Tx,
  id: string,
  values: Updateable<ProductTable>,
): Promise<void> {
  await db.q
    .updateTable('product')
    .set({ ...values, ...changeColumns(db) })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** Changes existing nodes as a file says, in one statement; a node that keeps its place has none in the file. */
export async function changeProducts(
  db: Tx,
  rows: readonly (FileValues & { readonly order?: number })[],
): Promise<void> {
  const fields = sheetFieldNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`n.${name}`)}`)
  await sql`
    update product p set parent_id = n.parent_id, kind = n.kind, "order" = coalesce(n."order", p."order"),
      name_search = n.name_search, status = n.status, ${sql.join(fields)},
      updated_at = now(), updated_by = ${db.caller.userId}::uuid, version = p.version + 1
    from jsonb_populate_recordset(null::product, ${JSON.stringify(rows)}::jsonb) as n
    where p.company_id = ${db.companyId} and p.id = n.id
  `.execute(db.q)
}

/** Sets the order of nodes in one statement; nodes already in place are not updated. */
export async function renumber(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update product p set "order" = place.n - 1
    from unnest(${ids}::uuid[]) with ordinality as place (id, n)
    where p.company_id = ${db.companyId} and p.id = place.id and p."order" <> place.n - 1
  `.execute(db.q)
}

/** True when nothing at all refers to a node: no document, no price, no node below it. */
export async function isUntouched(db: Tx, id: string): Promise<boolean> {
  const of = sql`company_id = ${db.companyId} and product_id = ${id}`
  const row = await db.q
    .selectNoFrom(
      sql<boolean>`not (exists (select 1 from act_position where ${of})
        or exists (select 1 from weight_act_line where ${of})
        or exists (select 1 from visit where ${of})
        or exists (select 1 from price_cell where ${of})
        or exists (select 1 from price_history where ${of})
        or exists (select 1 from product where company_id = ${db.companyId} and parent_id = ${id}))`.as(
        'untouched',
      ),
    )
    .executeTakeFirstOrThrow()
  return row.untouched
}

export async function removeProduct(db: Tx, id: string): Promise<void> {
  await db.q
    .deleteFrom('product')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}
