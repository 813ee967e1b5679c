import { sql } from 'kysely'
import type { TextKind } from '#contract/document/document-texts.ts'
import type { ActKind } from '#contract/act/act-entities.ts'
import { changeColumns } from '../../db/query/change-columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { StoredTexts } from '../../db/json-columns.ts'
import { NO_COMPANY, uuidv7 } from '../../db/uuid.ts'
import { todayOf } from '../../documents/texts/version-queries.ts'

/** Whose texts the handle is bound to: those of all where it is bound to no company. */
const ownerOf = (db: Db): string | null => (db.companyId === NO_COMPANY ? null : db.companyId)

function rowsOf(db: Db, kind: TextKind) {
  return db.q
    .selectFrom('document_text as t')
    .where('t.kind', '=', kind)
    .where('t.company_id', 'is not distinct from', ownerOf(db))
}

export async function companyExists(db: Db): Promise<boolean> {
  const row = await db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function selectToday(db: Db): Promise<string> {
  const row = await db.q.selectNoFrom(todayOf(db).as('today')).executeTakeFirstOrThrow()
  return row.today
}

/** The draft with the name of the person who wrote it last. */
export function findDraft(db: Db, kind: TextKind) {
  return rowsOf(db, kind)
    .where('t.status', '=', 'draft')
    .leftJoin('app_user as u', 'u.id', 't.updated_by')
    .select(['t.id', 't.version', 't.texts', 't.updated_at', 'u.full_name as updated_by_name'])
    .executeTakeFirst()
}

export function lockDraft(db: Tx, kind: TextKind) {
  return rowsOf(db, kind)
    .where('t.status', '=', 'draft')
    .select(['t.id', 't.version', 't.texts'])
    .forUpdate()
    .executeTakeFirst()
}

/** Published versions, the newest first. */
export async function selectVersions(db: Db, kind: TextKind, limit: number) {
  const rows = await rowsOf(db, kind)
    .where('t.status', '=', 'published')
    .leftJoin('app_user as u', 'u.id', 't.published_by')
    .select(['t.number', 't.valid_from', 't.published_at', 't.texts'])
    .select('u.full_name as published_by_name')
    .orderBy('t.number', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, number: row.number!, valid_from: row.valid_from! }))
}

/** The state of each form: whether it has a draft, and how many companies have their own wording today. */
export function selectStates(db: Db) {
  return db.q
    .selectFrom('document_text as t')
    .groupBy('t.kind')
    .select([
      't.kind',
      sql<boolean>`bool_or(t.status = 'draft' and t.company_id is not distinct from ${ownerOf(db)}::uuid)`.as(
        'has_draft',
      ),
      sql<number>`(select count(*)::int from (
        select distinct on (o.company_id) o.texts from document_text o
        where o.kind = t.kind and o.status = 'published' and o.company_id is not null
          and o.valid_from <= ${todayOf(db)}
        order by o.company_id, o.valid_from desc, o.number desc) own
        where own.texts <> '{}')`.as('own_count'),
    ])
    .execute()
}

/** Returns false when another person has begun a draft meanwhile. */
export async function insertDraft(db: Tx, kind: TextKind, texts: StoredTexts) {
  const by = db.caller.userId
  const id = uuidv7()
  const row = await db.q
    .insertInto('document_text')
    .values({
      company_id: ownerOf(db),
      id,
      kind,
      texts: JSON.stringify(texts),
      created_by: by,
      updated_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function changeDraft(db: Tx, id: string, texts: StoredTexts): Promise<void> {
  await db.q
    .updateTable('document_text')
    .set({ texts: JSON.stringify(texts), ...changeColumns(db) })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
}

export async function removeDraft(db: Tx, id: string): Promise<void> {
  await db.q
    .deleteFrom('document_text')
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
}

/** Gives the draft the form's next number, which counts over all owners, and returns it. */
export async function publishDraft(
  db: Tx,
  { id, kind, validFrom }: { id: string; kind: TextKind; validFrom: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`document_text:${kind}`}, 0))`.execute(
    db.q,
  )
  const row = await db.q
    .updateTable('document_text')
    .set({
      status: 'published',
      number: sql<number>`(select coalesce(max(number), 1) + 1 from document_text where kind = ${kind})`,
      valid_from: validFrom,
      published_at: sql<string>`now()`,
      published_by: db.caller.userId,
      ...changeColumns(db),
    })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .returning('number')
    .executeTakeFirstOrThrow()
  return row.number!
}

/** The owner's version for a day, as things are. */
export async function selectOwnTexts(db: Db, kind: TextKind, day: string): Promise<StoredTexts> {
  const row = await rowsOf(db, kind)
    .where('t.status', '=', 'published')
    .where('t.valid_from', '<=', day)
    .select('t.texts')
    .orderBy('t.valid_from', 'desc')
    .orderBy('t.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.texts ?? {}
}

/** An act that has been issued, with the time that it was printed with. */
export function findIssuedAct(db: Db, number: string, kind?: ActKind) {
  return db.q
    .selectFrom('act as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .where('a.company_id', '=', db.companyId)
    .where('a.number', '=', number)
    .where('a.issued_at', 'is not', null)
    .$if(kind !== undefined, (query) => query.where('a.kind', '=', kind!))
    .select(['a.id', 'a.date', 'a.supplier_id'])
    .select(sql<string>`to_char(a.issued_at at time zone c.timezone, 'HH24:MI')`.as('time'))
    .executeTakeFirst()
}

export function findIssuedWeightAct(db: Db, number: string) {
  return db.q
    .selectFrom('weight_act')
    .where('company_id', '=', db.companyId)
    .where('number', '=', number)
    .where('status', '!=', 'draft')
    .select('id')
    .executeTakeFirst()
}
