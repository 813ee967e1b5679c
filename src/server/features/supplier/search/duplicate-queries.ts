import { sql, type RawBuilder } from 'kysely'
import type { DuplicateSupplier } from '#contract/supplier/supplier-entities.ts'
import type { Db } from '../../../db/handle.ts'
import { LAST_SIGN } from '../../../db/query/find-rows.ts'

/** The known data of the supplier being entered; null and empty where they are incomplete. */
export interface DuplicateKeys {
  readonly type: string
  readonly documentHashes: readonly Buffer[]
  readonly inn: string | null
  /** In the international form. */
  readonly phone: string | null
  /** As names are searched: lower case, е for ё. */
  readonly name: string | null
  readonly birthDate: string | null
  readonly except: string | null
}

interface FoundDuplicate {
  readonly id: string
  readonly reason: DuplicateSupplier['reasons'][number]
}

// Names alike by their three-letter parts: one letter of a surname wrong gives about 0.6, another name of one family 0.4.
const ALIKE_BORN_THAT_DAY = 0.4
const ALIKE = 0.75
// Four letters leave some thousandths of the names; a slip in them is caught by the day of birth.
const SAME_HEAD = 4

/** Pairs of a supplier and what is alike; archived ones too, for their documents and ИНН still belong to them. */
export async function selectDuplicateIds(
  db: Db,
  marks: DuplicateKeys,
  limit: number,
): Promise<FoundDuplicate[]> {
  const branches = branchesOf(db, marks)
  if (branches.length === 0) return []
  const { rows } = await sql<FoundDuplicate>`
    select distinct coalesce(t.merged_into, t.id) as id, t.reason
    from (${sql.join(branches, sql` union all `)}) t
    where ${marks.except}::uuid is null or coalesce(t.merged_into, t.id) <> ${marks.except}::uuid
    limit ${limit * 3}
  `.execute(db.q)
  return rows
}

function branchesOf(db: Db, marks: DuplicateKeys): RawBuilder<unknown>[] {
  const of = (reason: FoundDuplicate['reason'], condition: RawBuilder<unknown>) =>
    sql`(select id, merged_into, ${reason}::text as reason from supplier
      where company_id = ${db.companyId} and ${condition} limit 5)`
  const list: RawBuilder<unknown>[] = []
  if (marks.documentHashes.length > 0)
    list.push(of('document', sql`doc_hmac = any(${marks.documentHashes})`))
  // One ИНН may belong to a person and to that person's business: only the same kind is refused.
  if (marks.inn) list.push(of('inn', sql`inn = ${marks.inn} and type = ${marks.type}`))
  if (marks.phone)
    list.push(of('phone', sql`phone_last4 = ${marks.phone.slice(-4)} and phone = ${marks.phone}`))
  const { name, birthDate } = marks
  if (name && birthDate)
    list.push(
      of(
        'name_and_birth',
        sql`birth_date = ${birthDate} and similarity(name_search, ${name}) >= ${ALIKE_BORN_THAT_DAY}`,
      ),
    )
  if (name) list.push(likeName(db, name, birthDate))
  return list
}

/**
 * Similar names among those with the same beginning: trigrams alone would match half of a large company. A supplier with
 * another birth date is another person.
 */
function likeName(db: Db, name: string, birthDate: string | null): RawBuilder<unknown> {
  const head = [...name].slice(0, SAME_HEAD).join('')
  return sql`(select id, merged_into, 'name'::text as reason from supplier
    where company_id = ${db.companyId} and name_search >= ${head} and name_search < ${head + LAST_SIGN}
      and similarity(name_search, ${name}) >= ${ALIKE}
      and (${birthDate}::date is null or birth_date is null) limit 5)`
}
