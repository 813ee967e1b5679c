import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { compiledQuery } from '../../../db/query/compiled-query.ts'
import { LAST_SIGN } from '../../../db/query/find-rows.ts'
import {
  consentDue,
  consentStatus,
  hasConsentScan,
  suppliers,
  today,
} from '../record/supplier-queries.ts'

/** A mask read as each thing that it may be; null and empty where it cannot be that thing. */
export interface Mask {
  readonly name: string | null
  readonly words: readonly string[]
  readonly documentHashes: readonly Buffer[]
  /** The beginning of an ИНН. */
  readonly inn: string | null
  /** The last digits of a phone, four or more. */
  readonly phone: string | null
  /** The beginning of a plate, as typed and with the letters of Russian plates. */
  readonly plates: readonly string[]
}

// Visits of the plates that begin with a mask, newest first: enough to meet their owners.
const VISITS = 200

/**
 * Ids by the branches that one step of an index answers, best finds first; archived suppliers are hidden, an alias answers as
 * the supplier it was merged into.
 */
export async function quickIds(db: Db, mask: Mask, limit: number): Promise<string[]> {
  const branches = branchesOf(db, mask, limit)
  if (branches.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into, id) as id from (${sql.join(branches, sql` union all `)}) found
    group by 1 order by min(rank), min(place), 1 limit ${limit}
  `.execute(db.q)
  return rows.map((row) => row.id)
}

function branchesOf(db: Db, mask: Mask, limit: number): RawBuilder<unknown>[] {
  const alive = sql`from supplier where company_id = ${db.companyId} 
    and (status <> 'archived' or merged_into is not null)`
  const branches: RawBuilder<unknown>[] = []
  if (mask.documentHashes.length > 0)
    branches.push(
      sql`(select id, merged_into, 1 as rank, '' as place ${alive} and doc_hmac = any(${mask.documentHashes}) limit ${limit})`,
    )
  if (mask.phone)
    branches.push(sql`(select id, merged_into, 2 as rank, name_search as place ${alive}
      and phone_last4 = ${mask.phone.slice(-4)} and phone like ${`%${mask.phone}`}
      order by name_search limit ${limit})`)
  if (mask.name)
    branches.push(sql`(select id, merged_into, 3 as rank, name_search as place ${alive}
      and name_search >= ${mask.name} and name_search < ${mask.name + LAST_SIGN}
      order by name_search, id limit ${limit})`)
  for (const plate of mask.plates)
    branches.push(sql`(select v.supplier_id as id, null::uuid as merged_into, 4 as rank, '' as place from (
      select supplier_id from visit where company_id = ${db.companyId}
        and carnumber >= ${plate} and carnumber < ${plate + LAST_SIGN}
        and supplier_id is not null order by carnumber, in_at desc limit ${VISITS}) v
      join supplier s on s.company_id = ${db.companyId} and s.id = v.supplier_id
      where s.status <> 'archived' group by v.supplier_id limit ${limit})`)
  if (mask.inn)
    branches.push(sql`(select id, merged_into, 5 as rank, inn as place ${alive}
      and inn >= ${mask.inn} and inn < ${mask.inn + LAST_SIGN} order by inn limit ${limit})`)
  return branches
}

/** Ids whose name has a word that begins with each of the words, in any order; answered by the index of name parts. */
export async function idsByWords(
  db: Db,
  words: readonly string[],
  limit: number,
): Promise<string[]> {
  const all = words.map((word) => {
    const text = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
    return sql`(name_search like ${`${text}%`} or name_search like ${`% ${text}%`})`
  })
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into, id) as id from supplier where company_id = ${db.companyId}
      and (status <> 'archived' or merged_into is not null) and ${sql.join(all, sql` and `)} limit ${limit}
  `.execute(db.q)
  return rows.map((row) => row.id)
}

const lines = compiledQuery((db, { ids }: { ids: readonly string[] }) =>
  suppliers(db)
    .where(sql<boolean>`s.id = any(${ids})`)
    .select([
      's.id',
      's.type',
      's.last_name',
      's.first_name',
      's.middle_name',
      's.org_name',
      's.status',
      's.status_reason',
      's.doc',
      's.doc_expires_on',
      's.birth_date',
      's.inn',
      's.kpp',
      's.ogrn',
      's.org_address',
      's.reg_address',
      's.phone_last4',
      today(db).as('today'),
      consentDue(db).as('consent_due'),
      consentStatus(db).as('consent_status'),
      hasConsentScan().as('has_consent_scan'),
      's.last_visit_at',
    ]),
)

/** What the lines of a search show. */
export function rowsOf(db: Db, ids: readonly string[]) {
  return lines(db, { ids })
}

export type FoundRow = Awaited<ReturnType<typeof rowsOf>>[number]
