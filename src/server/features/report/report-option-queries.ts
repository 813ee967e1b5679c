import { sql } from 'kysely'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { supplierName } from '../supplier/record/supplier-name.ts'

/** Choices of a form; a longer list is no choice for a person. */
const MAX_OPTIONS = 2000

export function selectSites(db: Db) {
  return db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .select(['id as value', 'name as label'])
    .orderBy('name')
    .limit(MAX_OPTIONS)
    .execute()
}

export function selectPosts(db: Db) {
  return db.q
    .selectFrom('post as p')
    .innerJoin('site as s', (join) =>
      join.onRef('s.company_id', '=', 'p.company_id').onRef('s.id', '=', 'p.site_id'),
    )
    .where('p.company_id', '=', db.companyId)
    .select(['p.id as value', sql<string>`s.name || ', пост ' || p.number`.as('label')])
    .orderBy('s.name')
    .orderBy('p.number')
    .limit(MAX_OPTIONS)
    .execute()
}

export function selectProducts(db: Db) {
  return db.q
    .selectFrom('product')
    .where('company_id', '=', db.companyId)
    .where('kind', '<>', 'group')
    .select(['id as value', 'name as label'])
    .orderBy('name')
    .limit(MAX_OPTIONS)
    .execute()
}

export function selectPeople(db: Db) {
  return db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .select(['id as value', 'full_name as label'])
    .orderBy('full_name')
    .orderBy('id')
    .limit(MAX_OPTIONS)
    .execute()
}

/** Companies of the platform: only reports that SUPERVISOR alone may make offer them. */
export function selectCompanies(db: Db) {
  return db.q
    .selectFrom('company')
    .select(['id as value', 'short_name as label'])
    .orderBy('short_name')
    .orderBy('id')
    .limit(MAX_OPTIONS)
    .execute()
}

export function selectBankConfigs(db: Db) {
  return db.q
    .selectFrom('bank_config')
    .where('company_id', '=', db.companyId)
    .select(['id as value', 'title as label'])
    .orderBy('title')
    .orderBy('id')
    .limit(MAX_OPTIONS)
    .execute()
}

/** Years of a register that is kept seven years at least, the present one first. */
const YEARS = 7

export async function selectYears(db: Db) {
  const { rows } = await sql<{ value: string; label: string }>`
    select year::text as value, year::text as label
    from generate_series(0, ${YEARS}) as back,
      lateral (select extract(year from now() at time zone ${zoneOf(db)})::int - back as year) as y
    order by back`.execute(db.q)
  return rows
}

export async function findSupplierName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['type', 'last_name', 'first_name', 'middle_name', 'org_name'])
    .executeTakeFirst()
  return row && supplierName({ ...row, type: row.type as SupplierType })
}
