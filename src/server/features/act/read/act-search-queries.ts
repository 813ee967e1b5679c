import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { nameSearchText } from '#contract/requisites/names.ts'
import type { Db } from '../../../db/handle.ts'
import { compiledQueries, type Scope } from '../../../db/query/compiled-query.ts'
import { anywhere } from '../../../db/query/list-page.ts'
import {
  areMostNamed,
  BY_NAME_PARTS,
  findIds,
  isIndexed,
  isNamed,
  suppliersNamedWithin,
  type FoundRows,
} from '../../../db/query/find-rows.ts'
import type { SearchHint } from '../../../list/searched-list.ts'

/** Part of the number, of the supplier's name, or of the plate; the hint holds what the others are known to find. */
export function matches(
  db: Db,
  search: string,
  { besideNames, nameRest }: SearchHint,
): Expression<SqlBool> {
  if (besideNames && nameRest)
    return sql`(${isNamed(db, 'a.supplier_id', search)} or a.supplier_id = any(${nameRest}::uuid[])
      or a.id = any(${besideNames}::uuid[]))`
  // No pattern, which would be planned each time: the list is read whatever the name is.
  const named = sql<SqlBool>`strpos(s.name_search, ${nameSearchText(search)}) > 0`
  if (besideNames?.length === 0) return named
  if (besideNames) return sql`(${named} or a.id = any(${besideNames}::uuid[]))`
  const { name, text } = patternsOf(search)
  return sql`(s.name_search like ${name} or a.number like ${text}
    or a.vehicle->>'carnumber' like ${text})`
}

function patternsOf(search: string) {
  return {
    name: anywhere(nameSearchText(search)),
    text: anywhere(search.toUpperCase().replaceAll(' ', '')),
  }
}

/** An index answers each of the three places of a search, but none answers their "or". */
export async function findActIds(db: Db, search: string, most: number): Promise<FoundRows> {
  if (!isIndexed(search)) return 'unindexed'
  const { name, text } = patternsOf(search)
  const branches = (limit: RawBuilder<unknown>) => [
    ...branchesBesideNames(db, text, limit),
    sql<{ id: string }>`(select a.id from supplier s
      join act a on a.company_id = s.company_id and a.supplier_id = s.id
      where ${BY_NAME_PARTS} and s.company_id = ${db.companyId} and s.name_search like ${name} ${limit})`,
  ]
  return findIds(db, branches, most)
}

/** For a frequent name: matches of everything except the beginning of a name. */
export async function findBesideNames(db: Db, search: string, most: number): Promise<SearchHint> {
  if (!isIndexed(search)) return {}
  const { name, text } = patternsOf(search)
  const areMost = await areMostNamed(db, search)
  const given = { name, text, most: most + 1 }
  const [found] = await besideNamesOf(db, given, areMost ? 'acts' : 'acts and names')
  const { acts, suppliers } = found!
  if (acts.length > most) return {}
  if (!suppliers || suppliers.length > most) return { besideNames: acts }
  return { besideNames: acts, nameRest: suppliers }
}

const besideNamesOf = compiledQueries(
  (
    db,
    { name, text, most }: { name: string; text: string; most: number },
    shape: 'acts' | 'acts and names',
  ) => {
    const limit = sql`limit ${most}`
    const acts = sql.join(branchesBesideNames(db, text, limit), sql` union `)
    const suppliers =
      shape === 'acts' ? sql`null::uuid[]` : sql`array(${suppliersNamedWithin(db, name, limit)})`
    return sql<{ acts: string[]; suppliers: string[] | null }>`
      select array(${acts}) as acts, ${suppliers} as suppliers`
  },
)

function branchesBesideNames(db: Scope, text: string, limit: RawBuilder<unknown>) {
  return [
    sql<{ id: string }>`(select id from act
      where company_id = ${db.companyId} and number like ${text} ${limit})`,
    sql<{ id: string }>`(select id from act
      where company_id = ${db.companyId} and vehicle->>'carnumber' like ${text} ${limit})`,
  ]
}
