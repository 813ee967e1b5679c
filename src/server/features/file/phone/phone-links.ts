import { createHash, randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import type { CallInput } from '#contract/core/call.ts'
import type { phoneLinks } from '#contract/file/phone.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer, RawAnswer } from '#http/serve.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { isMissing } from '../../../storage/file-store.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { ownerExists } from '../file-queries.ts'
import * as queries from './phone-queries.ts'

type Calls = typeof phoneLinks

/** files/createPhoneLink: a session has one at a time, so an address that others may have seen ends with the next. */
export async function createPhoneLink(
  db: Db,
  { body }: CallInput<Calls['create']>,
): Promise<Answer<Calls['create']>> {
  const { entity, entity_id: entityId } = body
  const isNamed = entity !== undefined && entityId !== undefined
  if ((entity === undefined) !== (entityId === undefined))
    refuse('common.validation', { fields: { entity_id: 'Укажите и вид записи, и её номер' } })
  if (isNamed && !(await ownerExists(db, entity, entityId))) refuse('common.not-found')
  const token = randomBytes(32).toString('base64url')
  const id = uuidv7()
  const sessionId = db.caller.session!.jti
  const { ended, expires_at } = await inTransaction(db, async (tx) => {
    await queries.lockSession(tx, sessionId)
    const ended = await endLinks(tx, { sessionId })
    const tokenHash = createHash('sha256').update(token).digest()
    const expires_at = await queries.insertLink(tx, { id, sessionId, entity, entityId, tokenHash })
    addAuditEvent(tx, {
      action: 'phone_link.create',
      entity: 'phone_link',
      id,
      after: { entity: entity ?? null, entity_id: entityId ?? null, expires_at },
    })
    return { ended, expires_at }
  })
  for (const other of ended) await removePages(db, other)
  // The secret is in the fragment: it never reaches a log or a Referer.
  const address = `${db.services.config.publicUrl}/phone#${token}`
  const qr_svg = await QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M' })
  return { id, status: 'waiting', expires_at, pages: [], address, qr_svg }
}

async function endLinks(tx: Tx, which: { id?: string; sessionId?: string }): Promise<string[]> {
  const ended = await queries.endLinks(tx, which)
  for (const id of ended) addAuditEvent(tx, { action: 'phone_link.end', entity: 'phone_link', id })
  return ended
}

/** files/getPhoneLink: a link of another session of the same person counts as ended. */
export async function getPhoneLink(
  db: Db,
  { query }: CallInput<Calls['get']>,
): Promise<Answer<Calls['get']>> {
  const link = (await queries.findOwnLink(db, query.id)) ?? refuse('common.not-found')
  const isAlive = link.isAlive && link.session_id === db.caller.session!.jti
  // What came in the last moment before it expired is still taken.
  const pages = link.ended_at === null ? await queries.listPages(db, link.id) : []
  return {
    id: link.id,
    status: !isAlive ? 'ended' : link.opened_at === null ? 'waiting' : 'opened',
    expires_at: link.expires_at,
    pages: pages.map(({ page }) => page),
  }
}

/** files/getPhonePage: the scanner takes each page as soon as it has come. */
export async function getPhonePage(
  db: Db,
  { query }: CallInput<Calls['getPage']>,
): Promise<RawAnswer> {
  const page = (await queries.findPage(db, query.id, query.page)) ?? refuse('common.not-found')
  const { body } = await db.services.files.open(page.storage_key).catch((error: unknown) => {
    // The page is taken or the link over since its row was read, or the disk lost it: the sheet is photographed once more.
    if (isMissing(error)) return refuse('common.not-found')
    throw error
  })
  return {
    type: 'image/jpeg',
    body,
    headers: { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' },
  }
}

/** files/endPhoneLink: the dialog was closed, or is about to attach the pages that it has. */
export async function endPhoneLink(
  db: Db,
  { body }: CallInput<Calls['end']>,
): Promise<Answer<Calls['end']>> {
  if (!(await queries.findOwnLink(db, body.id))) refuse('common.not-found')
  await inTransaction(db, async (tx) => {
    const ended = await endLinks(tx, { id: body.id })
    if (ended.length === 0 || body.taken === undefined) return
    // A page that comes now waits for the row of the link, and is refused after it.
    if ((await queries.listPages(tx, body.id)).length > body.taken) refuse('phone.more-pages')
  })
  await removePages(db, body.id)
  return { ok: true }
}

/** Bytes first: as long as their rows are there, what a fall of the server leaves is found again. */
export async function removePages(db: Db, linkId: string): Promise<void> {
  const pages = await queries.listPages(db, linkId)
  if (pages.length === 0) return
  for (const { storage_key } of pages) await db.services.files.remove(storage_key)
  await queries.deletePages(db, linkId)
}
