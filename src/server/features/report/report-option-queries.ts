import { sql } from 'kysely'
import type { Db } from '../../db/handle.ts'

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
