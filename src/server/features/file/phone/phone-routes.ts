import { phone, phoneLinks, MOST_PHONE_PAGES } from '#contract/file/phone.ts'
import type { CallInput } from '#contract/core/call.ts'
import { serve, type Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import type { ReceivedFile } from '../../../body/receive-file.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { cleanUpload, PAPER } from '../pictures/picture.ts'
import { assertUploadSize, roomFor } from '../storage/storage-room.ts'
import { storing } from '../storage/store-file.ts'
import type { StoredFile } from '../storage/stored-file.ts'
import { getPhoneState, openPhone, stateOf } from './open-phone.ts'
import * as links from './phone-links.ts'
import * as queries from './phone-queries.ts'

export const phoneRoutes = [
  serve(phoneLinks.create, links.createPhoneLink),
  serve(phoneLinks.get, links.getPhoneLink),
  serve(phoneLinks.getPage, links.getPhonePage),
  serve(phoneLinks.end, links.endPhoneLink),
  serve(phone.open, openPhone),
  serve(phone.getState, getPhoneState),
  serve(phone.sendPage, takePage),
]

type Call = typeof phone.sendPage

/** phone/sendPage: waits in the store until the scanner has taken it; it becomes a file when the dialog sends its pages. */
async function takePage(db: Db, { query, body }: CallInput<Call>): Promise<Answer<Call>> {
  const id = db.caller.phoneLinkId!
  const link = (await queries.findLivingLink(db, id)) ?? refuse('phone.link-dead')
  const earlier = await queries.listPages(db, id)
  if (earlier.some(({ client_id }) => client_id === query.client_id)) return stateOf(db, link)
  if (earlier.length >= MOST_PHONE_PAGES) refuse('phone.too-many-pages')
  const sent = body as ReceivedFile
  await assertUploadSize(db, sent.size)
  const picture = await cleanUpload(sent, ['jpeg'], PAPER)
  const room = roomFor('other', link.entity === 'act' ? 'act' : undefined)
  const storeFirst = async ([stored]: readonly StoredFile[]) => {
    const isNew = await inTransaction(db, (tx) => storePage(tx, id, query.client_id, stored!))
    if (!isNew) await db.services.files.remove(stored!.key)
  }
  await storing(db, [picture], storeFirst, room)
  return stateOf(db, link)
}

/** False for a page that came twice at the same time; the link is held meanwhile, so that numbers follow each other. */
async function storePage(
  tx: Tx,
  linkId: string,
  clientId: string,
  { key, size }: StoredFile,
): Promise<boolean> {
  if (!(await queries.lockLivingLink(tx, linkId))) refuse('phone.link-dead')
  const pages = await queries.listPages(tx, linkId)
  if (pages.some(({ client_id }) => client_id === clientId)) return false
  if (pages.length >= MOST_PHONE_PAGES) refuse('phone.too-many-pages')
  const page = pages.length + 1
  await queries.insertPage(tx, { linkId, page, clientId, storageKey: key, size })
  await queries.prolongLink(tx, linkId)
  addAuditEvent(tx, {
    action: 'phone_link.page',
    entity: 'phone_link',
    id: linkId,
    after: { page, size },
  })
  return true
}
