import { sql, type Kysely } from 'kysely'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import type { DB } from '../../../db/schema.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'

// A code that nobody scans is good for ten minutes; each page gives ten more, an hour in all.
const LIFE = sql`interval '10 minutes'`
const LONGEST_LIFE = sql`interval '1 hour'`

const PROLONGED = sql<string>`least(created_at + ${LONGEST_LIFE}, greatest(expires_at, now() + ${LIFE}))`
const NOT_OVER = sql<boolean>`(ended_at is null and expires_at > now())`

export interface PhoneLinkRow {
  readonly company_id: string
  readonly id: string
  readonly session_id: string
  readonly created_by: string
  readonly entity: string | null
  readonly entity_id: string | null
  readonly opened_at: string | null
  readonly expires_at: string
}

const COLUMNS = [
  'company_id',
  'id',
  'session_id',
  'created_by',
  'entity',
  'entity_id',
  'opened_at',
  'expires_at',
] as const

interface NewLink {
  readonly id: string
  readonly sessionId: string
  readonly entity: string | undefined
  readonly entityId: string | undefined
  readonly tokenHash: Buffer
}

/** Links of one session are made one after another: two at once would not see each other, and both would live. */
export async function lockSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.q.selectFrom('session').where('jti', '=', sessionId).forUpdate().select('jti').execute()
}

/** Answers when it expires. */
export async function insertLink(db: Tx, link: NewLink): Promise<string> {
  const row = await db.q
    .insertInto('phone_link')
    .values({
      company_id: db.companyId,
      id: link.id,
      session_id: link.sessionId,
      entity: link.entity ?? null,
      entity_id: link.entityId ?? null,
      token_hash: link.tokenHash,
      expires_at: sql<string>`now() + ${LIFE}`,
      created_by: db.caller.userId!,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/**
 * One statement binds a link to a device: of any number of parallel openings one wins. The same device may open it again, since
 * the answer may have been lost. A key that another link has is refused: by it alone a telephone is known.
 */
export async function bindDevice(
  tx: Tx,
  tokenHash: Buffer,
  deviceHash: Buffer,
): Promise<(PhoneLinkRow & { isFirst: boolean }) | undefined> {
  const others = await tx.q
    .selectFrom('phone_link')
    .where('device_hash', '=', deviceHash)
    .where('token_hash', '<>', tokenHash)
    .select('id')
    .execute()
  if (others.length > 0) refuse('phone.bad-key')
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(tx.q)
  const opened = await tx.q
    .updateTable('phone_link')
    .set({
      device_hash: deviceHash,
      opened_at: sql<string>`coalesce(opened_at, ${rows[0]!.now}::timestamptz)`,
      expires_at: sql<string>`case when device_hash is null then ${PROLONGED} else expires_at end`,
    })
    .where('company_id', '=', tx.companyId)
    .where('token_hash', '=', tokenHash)
    .where(NOT_OVER)
    .where((eb) => eb.or([eb('device_hash', 'is', null), eb('device_hash', '=', deviceHash)]))
    .returning(COLUMNS)
    .executeTakeFirst()
    .catch((error) => onConstraint(error, { phone_link_device: 'phone.bad-key' }))
  return opened && { ...opened, isFirst: opened.opened_at === rows[0]!.now }
}

/** The link of a token that still takes pages, whichever device has it. */
export function findByToken(q: Kysely<DB>, tokenHash: Buffer): Promise<PhoneLinkRow | undefined> {
  return q
    .selectFrom('phone_link')
    .where('token_hash', '=', tokenHash)
    .where(NOT_OVER)
    .select(COLUMNS)
    .executeTakeFirst()
}

/** Two links of two companies that came to one key at the same moment are nobody's. */
export async function findByDevice(
  q: Kysely<DB>,
  deviceHash: Buffer,
): Promise<PhoneLinkRow | undefined> {
  const rows = await q
    .selectFrom('phone_link')
    .where('device_hash', '=', deviceHash)
    .where(NOT_OVER)
    .select(COLUMNS)
    .execute()
  return rows.length === 1 ? rows[0] : undefined
}

/** A link that still takes pages. */
export function findLivingLink(db: Db, id: string): Promise<PhoneLinkRow | undefined> {
  return livingLink(db, id).executeTakeFirst()
}

/** Locks the link until the page has its number, so that pages that come together queue up; undefined when the link has ended. */
export function lockLivingLink(db: Tx, id: string): Promise<PhoneLinkRow | undefined> {
  return livingLink(db, id).forUpdate().executeTakeFirst()
}

function livingLink(db: Db, id: string) {
  return db.q
    .selectFrom('phone_link')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where(NOT_OVER)
    .select(COLUMNS)
}

export async function prolongLink(db: Tx, id: string): Promise<void> {
  await db.q
    .updateTable('phone_link')
    .set({ expires_at: PROLONGED })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** A link of the caller's own, dead ones too; of others it does not exist. */
export function findOwnLink(db: Db, id: string) {
  return db.q
    .selectFrom('phone_link')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .where('created_by', '=', db.caller.userId!)
    .select(['id', 'session_id', 'opened_at', 'expires_at', 'ended_at', NOT_OVER.as('isAlive')])
    .executeTakeFirst()
}

/** Ends the named living link of the caller, or those of the caller's session; answers their ids. */
export async function endLinks(db: Tx, which: { id?: string; sessionId?: string }) {
  let query = db.q
    .updateTable('phone_link')
    .set({ ended_at: sql<string>`now()` })
    .where('company_id', '=', db.companyId)
    .where('created_by', '=', db.caller.userId!)
    .where('ended_at', 'is', null)
  if (which.id) query = query.where('id', '=', which.id)
  if (which.sessionId) query = query.where('session_id', '=', which.sessionId)
  const rows = await query.returning('id').execute()
  return rows.map(({ id }) => id)
}

export function listPages(db: Db, linkId: string) {
  return db.q
    .selectFrom('phone_page')
    .where('company_id', '=', db.companyId)
    .where('link_id', '=', linkId)
    .select(['page', 'client_id', 'storage_key'])
    .orderBy('page')
    .limit(100)
    .execute()
}

/** A page of an own link that still takes pages. */
export function findPage(db: Db, linkId: string, page: number) {
  return db.q
    .selectFrom('phone_page as p')
    .innerJoin('phone_link as l', (join) =>
      join.onRef('l.company_id', '=', 'p.company_id').onRef('l.id', '=', 'p.link_id'),
    )
    .where('p.company_id', '=', db.companyId)
    .where('p.link_id', '=', linkId)
    .where('p.page', '=', page)
    .where('l.created_by', '=', db.caller.userId!)
    .where('l.ended_at', 'is', null)
    .select(['p.storage_key'])
    .executeTakeFirst()
}

interface NewPage {
  readonly linkId: string
  readonly page: number
  readonly clientId: string
  readonly storageKey: string
  readonly size: number
}

export async function insertPage(db: Tx, page: NewPage): Promise<void> {
  await db.q
    .insertInto('phone_page')
    .values({
      company_id: db.companyId,
      link_id: page.linkId,
      page: page.page,
      client_id: page.clientId,
      storage_key: page.storageKey,
      size: page.size,
    })
    .execute()
}

export async function deletePages(db: Db, linkId: string): Promise<void> {
  await db.q
    .deleteFrom('phone_page')
    .where('company_id', '=', db.companyId)
    .where('link_id', '=', linkId)
    .execute()
}

export const PHONE_SWEEP = 'phone.sweep'

/** Dead links that still have pages: their scanner was closed without a word, or the server fell while it removed them. */
export function deadLinksWithPages(q: Kysely<DB>): Promise<SweptRow[]> {
  return q
    .selectFrom('phone_link as l')
    .where(sql<boolean>`coalesce(l.ended_at, l.expires_at) < now() - interval '10 minutes'`)
    .where(notSetAside(PHONE_SWEEP, 'l.company_id', 'l.id'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('phone_page as p')
          .whereRef('p.company_id', '=', 'l.company_id')
          .whereRef('p.link_id', '=', 'l.id')
          .select('p.page'),
      ),
    )
    .select(['l.company_id', 'l.id'])
    .limit(1000)
    .execute()
}

/** The names that the telephone shows with its link. */
export async function namesOf(db: Db, link: PhoneLinkRow) {
  return db.q
    .selectFrom('company as c')
    .innerJoin('app_user as u', 'u.company_id', 'c.id')
    .leftJoin('act as a', (join) =>
      join.onRef('a.company_id', '=', 'c.id').on('a.id', '=', link.entity_id),
    )
    .where('c.id', '=', db.companyId)
    .where('u.id', '=', link.created_by)
    .select(['c.short_name as company', 'u.full_name as operator', 'a.number'])
    .executeTakeFirstOrThrow()
}
