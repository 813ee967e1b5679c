import { noticeFacts, type NoticeKind } from '#contract/user/notice-kinds.ts'
import type { Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { JobSpec } from '../../../jobs.ts'
import type { Services } from '../../../services.ts'
import type { Recipient } from './notice-choice-queries.ts'
import { addressOfActive } from './letter-queries.ts'

export const LETTER_JOB = 'notice.letter'

interface LetterJob {
  readonly user_id: string
  readonly kind: NoticeKind
  readonly title: string
  readonly href: string
}

/** Letters leave after the change that they tell of is stored, and are repeated while the mail server is away. */
export async function enqueueLetters(
  tx: Tx,
  people: readonly Recipient[],
  { kind, title, href }: Omit<LetterJob, 'user_id'>,
): Promise<void> {
  if (!tx.services.mail) return
  for (const { id, email, mailed } of people)
    if (mailed && email !== null)
      // Waiting jobs of one key are one job, and every letter is a job of its own.
      await tx.services.jobs.enqueue(
        tx,
        LETTER_JOB,
        { user_id: id, kind, title, href },
        { key: uuidv7() },
      )
}

export function noticeJobs(services: Services): JobSpec[] {
  return [
    {
      name: LETTER_JOB,
      handler: (data) => sendLetter(services, data as LetterJob),
    },
  ]
}

/** Whoever has been blocked or has removed the address meanwhile gets nothing. */
async function sendLetter(
  { q, mail, config }: Services,
  { user_id, kind, title, href }: LetterJob,
): Promise<void> {
  const to = await addressOfActive(q, user_id)
  if (!mail || to === undefined) return
  await mail.send({
    to,
    subject: `Приёмка: ${noticeFacts[kind].title}`,
    text: `${title}\n\n${config.publicUrl}${href}\n\nКакие письма приходят, выбирают в учётной записи: ${config.publicUrl}/account`,
  })
}
