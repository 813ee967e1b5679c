import { createHash, randomBytes } from 'node:crypto'
import type { CallInput } from '#contract/core/call.ts'
import type { user } from '#contract/user/user.ts'
import { Refusal } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { NO_COMPANY, uuidv7 } from '../../../db/uuid.ts'
import { enqueueLinkLetter } from './link-letter.ts'
import {
  assertManageable,
  findManaged,
  managesPlatform,
  mustManageNow,
  tellOfPeople,
} from './manageable.ts'
import { insertLink, insertOpening, revokeLinks } from './manage-queries.ts'
import { lockUser } from '../user-queries.ts'
import type { UserRow } from '../user-shape.ts'

type Call = typeof user.sendTemporaryLinks
type SentLink = Answer<Call>[number]

// security.md 2.2: an invitation waits a day for its reader, a forgotten password two hours.
const INVITED_HOURS = 24
const RESET_HOURS = 2

/**
 * user/sendSetOfTemporaryLink: one link for each person, by letter where that is asked for and possible; otherwise the answer
 * shows it once, to be handed over. Only its hash is stored (security.md 4.4).
 */
export async function sendLinks(db: Db, { body }: CallInput<Call>): Promise<Answer<Call>> {
  const sent: SentLink[] = []
  for (const id of new Set(body.user_ids))
    sent.push(await sendOne(db, id, body.channel === 'email'))
  return sent
}

async function sendOne(db: Db, id: string, byLetter: boolean): Promise<SentLink> {
  const home = await findManaged(db, id)
  if (!home) return { user_id: id, outcome: 'refused', message: 'Запись не найдена' }
  return inTransaction(forCompany(db, home.company_id ?? NO_COMPANY), async (tx) => {
    await mustManageNow(tx)
    const person = (await lockUser(tx, id))!
    const problem = await problemOf(tx, person)
    if (problem) return { user_id: id, outcome: 'refused' as const, message: problem }
    if (person.status === 'invited' || person.status === 'active')
      return makeLink(tx, person, byLetter)
    const message = 'Сотрудник заблокирован или уволен. Сначала разблокируйте его'
    return { user_id: id, outcome: 'refused' as const, message }
  })
}

/** Why the caller may not let this person in, in words; one among many does not stop the others. */
async function problemOf(tx: Tx, person: UserRow): Promise<string | undefined> {
  try {
    await assertManageable(tx, person.id, person)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

async function makeLink(tx: Tx, person: UserRow, byLetter: boolean): Promise<SentLink> {
  const isNew = person.status === 'invited'
  const token = randomBytes(32).toString('base64url')
  // An older address that another person may have seen is revoked with the new one.
  await revokeLinks(tx, person.id)
  const id = uuidv7()
  // A manager sees no link of a person who has an address: who opens it, opens the person's own mailbox.
  const isPosted = byLetter || !managesPlatform(tx)
  const isMailed = isPosted && person.email !== null && tx.services.mail !== undefined
  const expires_at = await insertLink(tx, {
    id,
    userId: person.id,
    purpose: isNew ? 'set_password' : 'reset_password',
    tokenHash: createHash('sha256').update(token).digest(),
    hours: isNew ? INVITED_HOURS : RESET_HOURS,
    channel: isMailed ? 'email' : 'copy',
  })
  addAuditEvent(tx, {
    action: 'user.link',
    entity: 'temporary_link',
    id,
    after: { user_id: person.id, expires_at, channel: isMailed ? 'email' : 'copy' },
  })
  await insertOpening(tx, person.id)
  await tellOfPeople(tx, 'выдана ссылка для входа', person)
  // The secret is in the fragment: it never reaches a log or a Referer.
  const url = `${tx.services.config.publicUrl}/tmplink#${token}`
  if (!isMailed) return { user_id: person.id, outcome: 'link', url, expires_at }
  await enqueueLinkLetter(tx, { linkId: id, userId: person.id, url })
  const message = `Письмо со ссылкой отправлено на ${person.email}`
  return { user_id: person.id, outcome: 'sent', expires_at, message }
}
