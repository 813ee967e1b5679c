import type { Tx } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import type { JobSpec } from '../../../jobs.ts'
import type { Services } from '../../../services.ts'
import { addressOfActive } from '../notices/letter-queries.ts'

const LINK_LETTER_JOB = 'user.link-letter'

interface LinkLetterJob {
  readonly link_id: string
  readonly user_id: string
  /** The address of the link, encrypted: only its hash is stored elsewhere. */
  readonly sealed: string
}

const placeOf = (linkId: string) => ({
  companyId: NO_COMPANY,
  table: 'temporary_link',
  id: linkId,
  field: 'url',
})

/** A letter with the link, which leaves once the link is stored. */
export async function enqueueLinkLetter(
  tx: Tx,
  { linkId, userId, url }: { linkId: string; userId: string; url: string },
): Promise<void> {
  const sealed = tx.services.seal.close(placeOf(linkId), url).toString('base64')
  const job: LinkLetterJob = { link_id: linkId, user_id: userId, sealed }
  await tx.services.jobs.enqueue(tx, LINK_LETTER_JOB, job, { key: linkId })
}

export function linkLetterJobs(services: Services): JobSpec[] {
  return [
    { name: LINK_LETTER_JOB, handler: (data) => sendLinkLetter(services, data as LinkLetterJob) },
  ]
}

/** A person who has been blocked meanwhile gets nothing; the link has been revoked then as well. */
async function sendLinkLetter(
  { q, mail, seal }: Services,
  { link_id, user_id, sealed }: LinkLetterJob,
): Promise<void> {
  const to = await addressOfActive(q, user_id)
  if (!mail || to === undefined) return
  const url = seal.open(placeOf(link_id), Buffer.from(sealed, 'base64'))
  await mail.send({
    to,
    subject: 'Приёмка: ссылка для входа',
    text: `По этой ссылке вы зададите пароль для входа в Приёмку:\n\n${url}\n\nСсылка действует недолго и открывается один раз. Если вы не ждали этого письма, никому его не пересылайте.`,
  })
}
