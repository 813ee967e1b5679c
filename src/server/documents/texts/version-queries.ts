import { sql } from 'kysely'
import type { TextKind } from '#contract/document/document-texts.ts'
import type { Db } from '../../db/handle.ts'
import type { StoredTexts } from '../../db/json-columns.ts'

export interface PublishedTexts {
  /** Null where it is for all companies. */
  readonly company_id: string | null
  readonly number: number
  readonly texts: StoredTexts
}

/** Today by the company's clock; by Moscow's for what is of all companies. */
export function todayOf(db: Db) {
  return sql<string>`(now() at time zone coalesce(
    (select timezone from company where id = ${db.companyId}), 'Europe/Moscow'))::date`
}

function publishedTexts(db: Db, kind: TextKind) {
  return db.q
    .selectFrom('document_text')
    .where('kind', '=', kind)
    .where('status', '=', 'published')
    .where((where) =>
      where.or([where('company_id', 'is', null), where('company_id', '=', db.companyId)]),
    )
    .select(['company_id', 'number', 'texts'])
}

/** At most two versions: the one for all companies that is in force on the day, and the company's own. */
export async function selectTextsOfDay(
  db: Db,
  kind: TextKind,
  day: string | undefined,
): Promise<PublishedTexts[]> {
  const rows = await publishedTexts(db, kind)
    .where('valid_from', '<=', day ?? todayOf(db))
    .distinctOn('company_id')
    .orderBy('company_id')
    .orderBy('valid_from', 'desc')
    .orderBy('number', 'desc')
    .execute()
  return rows as PublishedTexts[]
}

/** Versions by their numbers that have been in force. */
export async function selectTextsByNumber(
  db: Db,
  kind: TextKind,
  numbers: readonly number[],
): Promise<PublishedTexts[]> {
  const rows = await publishedTexts(db, kind)
    .where('number', 'in', numbers)
    .where('valid_from', '<=', todayOf(db))
    .execute()
  return rows as PublishedTexts[]
}
