import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'
import { compiledQueries, compiledQuery, type Scope } from '../../../db/query/compiled-query.ts'
import { LAST_SIGN } from '../../../db/query/find-rows.ts'
import { anywhere } from '../../../db/query/list-page.ts'
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

/** A mask as values of its statement. */
interface QuickMask extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly nameEnd: string
  readonly documentHashes: readonly Buffer[]
  readonly inn: string
  readonly innEnd: string
  readonly phone: string
  readonly phoneEnd: string
  readonly plates: readonly string[]
}

/**
 * Ids by the branches that one step of an index answers, best finds first; archived suppliers are hidden, an alias answers as
 * the supplier it was merged into.
 */
export async function quickIds(db: Db, mask: Mask, limit: number): Promise<string[]> {
  const kinds = kindsOf(mask)
  if (kinds.length === 0) return []
  const given = {
    documentHashes: mask.documentHashes,
    phone: mask.phone ?? '',
    phoneEnd: mask.phone?.slice(-4) ?? '',
    name: mask.name ?? '',
    nameEnd: (mask.name ?? '') + LAST_SIGN,
    plates: mask.plates,
    inn: mask.inn ?? '',
    innEnd: (mask.inn ?? '') + LAST_SIGN,
  }
  const rows = await quickSearch(db, given, `${limit} ${kinds.join(' ')}`)
  return rows.map((row) => row.id)
}

/**
 * By what the mask may be. A range and the end of a phone need no plan of their own for each mask, so PostgreSQL keeps the
 * plan as well.
 */
const quickSearch = compiledQueries((db, given: QuickMask, shape: string) => {
  const [limit, ...kinds] = shape.split(' ') as [string, ...Branch[]]
  const most = sql.lit(Number(limit))
  const found = kinds.map((kind) => sql`(${branches[kind](db, given)} limit ${most})`)
  return sql<{ id: string }>`select coalesce(merged_into, id) as id
    from (${sql.join(found, sql` union all `)}) as found
    group by 1 order by min(rank), min(place), 1 limit ${most}`
})

function kindsOf(mask: Mask): Branch[] {
  return [
    ...(mask.documentHashes.length > 0 ? ['document' as const] : []),
    ...(mask.phone ? ['phone' as const] : []),
    ...(mask.name ? ['name' as const] : []),
    ...(mask.plates.length > 0 ? ['plate' as const] : []),
    ...(mask.inn ? ['inn' as const] : []),
  ]
}

const branches = {
  document: (db: Scope, { documentHashes }: QuickMask) =>
    sql`select id, merged_into, 1 as rank, '' as place ${alive(db)} and doc_hmac = any(${documentHashes})`,
  phone: (db: Scope, { phone, phoneEnd }: QuickMask) =>
    sql`select id, merged_into, 2 as rank, name_search as place ${alive(db)}
      and phone_last4 = ${phoneEnd} and right(phone, length(${phone}::text)) = ${phone}
      order by name_search`,
  name: (db: Scope, { name, nameEnd }: QuickMask) =>
    sql`select id, merged_into, 3 as rank, name_search as place ${alive(db)}
      and name_search >= ${name} and name_search < ${nameEnd} order by name_search, id`,
  plate: (db: Scope, { plates }: QuickMask) =>
    sql`select v.supplier_id as id, null::uuid as merged_into, 4 as rank, '' as place
      from unnest(${plates}::text[]) as plate, lateral (
        select supplier_id from visit where company_id = ${db.companyId}
          and carnumber >= plate and carnumber < plate || ${sql.lit(LAST_SIGN)}
          and supplier_id is not null order by carnumber, in_at desc limit ${sql.lit(VISITS)}) v
      join supplier s on s.company_id = ${db.companyId} and s.id = v.supplier_id
      where s.status <> 'archived' group by v.supplier_id`,
  inn: (db: Scope, { inn, innEnd }: QuickMask) =>
    sql`select id, merged_into, 5 as rank, inn as place ${alive(db)}
      and inn >= ${inn} and inn < ${innEnd} order by inn`,
}

type Branch = keyof typeof branches

function alive(db: Scope) {
  return sql`from supplier where company_id = ${db.companyId}
    and (status <> 'archived' or merged_into is not null)`
}

/** Signs at which a word of a name begins as it does at a space: the own name of a company stands in quotes. */
const BETWEEN_WORDS = `«»"„“”'()[]-.,/`

/** The words of a searched name. */
export const splitWords = (name: string): string[] =>
  [...name]
    .map((sign) => (BETWEEN_WORDS.includes(sign) ? ' ' : sign))
    .join('')
    .split(' ')
    .filter((word) => word !== '')

/**
 * Ids of names that have a word beginning with each of the words, in any order. The index of name parts finds a part anywhere;
 * whether a word begins there is checked on its rows alone.
 */
export async function idsByWords(
  db: Db,
  words: readonly string[],
  limit: number,
): Promise<string[]> {
  const given = Object.fromEntries(
    words.flatMap((word, at) => [
      [`part${at}`, anywhere(word)],
      [`word${at}`, ` ${word}`],
    ]),
  )
  const rows = await searchByWords(db, given, `${limit} ${words.length}`)
  return rows.map((row) => row.id)
}

const searchByWords = compiledQueries(
  (db, given: Readonly<Record<string, string>>, shape: string) => {
    const [limit, count] = shape.split(' ').map(Number) as [number, number]
    const words = Array.from(
      { length: count },
      (_, at) =>
        sql`(name_search like ${given[`part${at}`]} and strpos(
          ' ' || translate(name_search, ${sql.lit(BETWEEN_WORDS)}, ${sql.lit(' '.repeat(BETWEEN_WORDS.length))}),
          ${given[`word${at}`]}) > 0)`,
    )
    return sql<{ id: string }>`select coalesce(merged_into, id) as id ${alive(db)}
    and ${sql.join(words, sql` and `)} limit ${sql.lit(limit)}`
  },
)

const lines = compiledQuery((db, { ids }: { ids: readonly string[] }) =>
  suppliers(db)
    .where(sql<boolean>`s.id = any(${ids})`)
    .select([
      's.id',
      's.type',
      's.last_name',
      's.first_name',
      's.single_name',
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
      hasConsentScan(db).as('has_consent_scan'),
      's.last_visit_at',
    ]),
)

/** The rows of a search as its lines show them. */
export function rowsOf(db: Db, ids: readonly string[]) {
  return lines(db, { ids })
}

export type FoundRow = Awaited<ReturnType<typeof rowsOf>>[number]
