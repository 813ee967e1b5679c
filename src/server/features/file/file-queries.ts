import { sql } from 'kysely'
import { zoneOf, type Db, type Tx } from '../../db/handle.ts'
import type { DB } from '../../db/schema.ts'
import type { FileFacts, StoredFile } from './storage/stored-file.ts'

export async function insertFiles(
  db: Tx,
  files: readonly { id: string; stored: StoredFile; facts: FileFacts }[],
): Promise<void> {
  await db.q
    .insertInto('file')
    .values(
      files.map(({ id, stored, facts }) => ({
        company_id: db.companyId,
        id,
        client_id: facts.stamp?.client_id ?? null,
        client_hash: facts.stamp?.client_hash ?? null,
        entity: facts.entity ?? null,
        entity_id: facts.entityId ?? null,
        kind: facts.kind,
        params: JSON.stringify(facts.params ?? {}),
        mime: stored.mime,
        size: stored.size,
        sha256: stored.sha256,
        width: stored.width,
        height: stored.height,
        look: stored.look,
        storage_key: stored.key,
        created_by: db.caller.userId,
        updated_by: db.caller.userId,
      })),
    )
    .execute()
}

export interface FileToServe {
  readonly id: string
  readonly kind: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly mime: string
  readonly storage_key: string
  readonly sha256: Buffer
  readonly created_by: string | null
  readonly created_at: string
  /** The day of its storing by the clock of its company, `YYYY-MM-DD`. */
  readonly day: string
}

/** A file that still has its bytes. */
export function findFile(db: Db, id: string): Promise<FileToServe | undefined> {
  return db.q
    .selectFrom('file')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'kind',
      'entity',
      'entity_id',
      'mime',
      'storage_key',
      'sha256',
      'created_by',
      'created_at',
      sql<string>`(created_at at time zone coalesce(
        (select timezone from company where id = file.company_id), ${zoneOf(db)}))::date`.as('day'),
    ])
    .executeTakeFirst()
}

/** The company of a file. It is looked up by the primary key of each company, since ids alone have no index. */
export async function findCompanyOfFile({ q }: Db, id: string): Promise<string | undefined> {
  const row = await q
    .selectFrom('file')
    .where('id', '=', id)
    .where(sql<boolean>`company_id = any(array(select id from company))`)
    .select('company_id')
    .executeTakeFirst()
  return row?.company_id
}

/** Those of the company's files whose bytes are still there. */
const wholeFiles = (db: Db, ids: readonly string[]) =>
  db.q
    .selectFrom('file')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .where('deleted_at', 'is', null)
    .select('id')

/** True when every file is the company's and still has its bytes. */
export async function filesExist(db: Db, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = await wholeFiles(db, ids).execute()
  return rows.length === new Set(ids).size
}

/**
 * Which of the pictures that a person brought a visit may show: `true` when it is a picture saved by a person for nothing else. A file
 * that the company does not have, or whose bytes are gone, is left out.
 */
export async function givenPictures(
  db: Db,
  ids: readonly string[],
  visitId: string | null,
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map()
  const rows = await wholeFiles(db, ids)
    .select(
      sql<boolean>`${isGiven('file')} and kind in ('photo','indicator')
        and (entity is null or (entity = 'transaction' and entity_id = ${visitId}::uuid))`.as(
        'fits',
      ),
    )
    .execute()
  return new Map(rows.map(({ id, fits }) => [id, fits]))
}

// A picture of last season proves as little as one of yesterday, and reading more of them would hold up a capture.
const COMPARED_PHOTOS = 5000

/** How these photos look, and those that other visits show, the latest first. */
export async function findAppearances(
  db: Db,
  ids: readonly string[],
  visitId: string,
): Promise<{ given: Buffer[]; others: { look: Buffer; number: string }[] }> {
  const given = await sql<{ look: Buffer }>`
    select look from file where company_id = ${db.companyId} and id = any(${ids}::uuid[])
      and kind = 'photo' and look is not null`.execute(db.q)
  const others = await sql<{ look: Buffer; number: string }>`
    select f.look, v.number
    from (select company_id, id, look, created_at from file
        where company_id = ${db.companyId} and kind = 'photo' and look is not null
        order by created_at desc limit ${COMPARED_PHOTOS}) f
      join photo_of_visit o on o.company_id = f.company_id and o.file_id = f.id and o.owner_id <> ${visitId}
      join visit v on v.company_id = o.company_id and v.id = o.owner_id
    order by f.created_at desc`.execute(db.q)
  return { given: given.rows.map(({ look }) => look), others: others.rows }
}

/** A picture that a person saved; those of the cameras are stored by the server itself. Older files tell it by their repeat key. */
export function isGiven(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`coalesce((${column('params')}->>'given')::boolean, ${column('client_id')} is not null)`
}

/** The kinds of records that a file saved by a person may belong to. */
export type FileOwner = 'supplier' | 'transaction' | 'weight_act' | 'act' | 'payment'

const tableOf = {
  supplier: 'supplier',
  transaction: 'visit',
  weight_act: 'weight_act',
  act: 'act',
  payment: 'payment',
} as const satisfies Record<FileOwner, keyof DB>

/** Locks nothing: an owner is never removed, and what it is in now does not matter to a picture. */
export async function ownerExists(db: Db, entity: FileOwner, id: string): Promise<boolean> {
  const row = await db.q
    .selectFrom(tableOf[entity])
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes photos of a supplier whose consent is withdrawn (domain.md 3.7); returns the keys of their bytes. */
export async function markPhotosDeleted(db: Tx, supplierId: string): Promise<string[]> {
  const rows = await db.q
    .updateTable('file')
    .set({ deleted_at: sql`now()`, updated_at: sql`now()`, updated_by: db.caller.userId })
    .where('company_id', '=', db.companyId)
    .where('entity', '=', 'supplier')
    .where('entity_id', '=', supplierId)
    .where('kind', '=', 'photo')
    .where('deleted_at', 'is', null)
    .returning('storage_key')
    .execute()
  return rows.map((row) => row.storage_key)
}

/** Whose the file of a report is, besides those who may order control reports: who ordered it and whom a schedule gave it. */
export async function reportReaders(db: Db, fileId: string): Promise<string[] | undefined> {
  const row = await db.q
    .selectFrom('report')
    .where('company_id', '=', db.companyId)
    .where('file_id', '=', fileId)
    .select(['created_by', 'shared_with'])
    .executeTakeFirst()
  return row && [row.created_by, ...row.shared_with]
}
