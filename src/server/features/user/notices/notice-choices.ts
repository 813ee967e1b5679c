import type { noticeChoices, NoticeChoice } from '#contract/user/notice-choices.ts'
import type { CallInput } from '#contract/core/call.ts'
import { isShown, noticeFacts, type NoticeKind, noticeKinds } from '#contract/user/notice-kinds.ts'
import { quote } from '#contract/words/quote.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { hasRole, isSupervisor, type Session } from '../../../auth/session.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { listOwnBrowsers } from '../push/push-queries.ts'
import { ownChoices, ownEmail, saveOwnChoices } from './notice-choice-queries.ts'

type Choices = Answer<typeof noticeChoices.getNoticeChoices>

/** user/getNoticeChoices: the kinds that can reach the caller, with what was chosen for each. */
export async function getNoticeChoices(db: Db): Promise<Choices> {
  const [stored, email, browsers] = await Promise.all([
    ownChoices(db),
    ownEmail(db),
    listOwnBrowsers(db),
  ])
  const byKind = new Map(stored.map((row) => [row.kind, row]))
  const choices = noticeKinds
    .filter((kind) => canReach(db, kind))
    .map((kind): NoticeChoice => {
      const row = byKind.get(kind)
      const { shown, mailed = false, pushed = false } = row ?? {}
      return { kind, shown: isShown(kind, shown), mailed, pushed }
    })
  const mail = !db.services.mail ? 'off' : email === null ? 'no-address' : 'on'
  return { mail, push: browsers.length === 0 ? 'no-browser' : 'on', choices }
}

/** What a super administrator is told as the one who asked. */
const OF_ANYBODY: ReadonlySet<NoticeKind> = new Set([
  'report_ready',
  'report_failed',
  'second_factor',
])

function canReach(db: Db, kind: NoticeKind): boolean {
  const session = db.caller.session!
  const { to } = noticeFacts[kind]
  if (isSupervisor(session)) return to === 'platform' || to === 'both' || OF_ANYBODY.has(kind)
  if (kind === 'day_summary' || kind === 'approval_asked') return mayHearOfDay(session)
  return to === 'author' || (to !== 'platform' && hasRole(session, 'MANAGER'))
}

/** Whom the evening of a company may be told: the one place that says so. */
export const mayHearOfDay = (session: Session): boolean =>
  hasRole(session, 'MANAGER') || hasRole(session, 'OWNER')

/** user/updateNoticeChoices: the named kinds change, the others stay. */
export async function updateNoticeChoices(
  db: Db,
  { body }: CallInput<typeof noticeChoices.updateNoticeChoices>,
): Promise<Choices> {
  const wrong = body.choices.find(
    ({ kind, shown, pushed }) =>
      shown !== isShown(kind, shown) || (pushed && noticeFacts[kind].bell === 'never'),
  )
  if (wrong) {
    const { title, bell } = noticeFacts[wrong.kind]
    const words = bell === 'always' ? 'показывается всегда' : 'приходит только письмом'
    refuse('common.validation', { fields: { choices: `${quote(title)} ${words}` } })
  }
  // The last word about a kind counts; a statement may name a row only once.
  const choices = new Map(body.choices.map((choice) => [choice.kind, choice]))
  await inTransaction(db, (tx) => saveOwnChoices(tx, [...choices.values()]))
  return getNoticeChoices(db)
}

/** user/testMail: one letter to the caller's own address, sent at once so that the screen can say how it went. */
export async function sendTestMail(db: Db): Promise<Answer<typeof noticeChoices.testMail>> {
  const { mail, config, log } = db.services
  if (!mail) return refuse('mail.off')
  const to = await ownEmail(db)
  if (to === null) return refuse('mail.no-address')
  try {
    await mail.send({
      to,
      subject: 'Приёмка: проверка почты',
      text: `Письма из Приёмки доходят до этого адреса.\n\n${config.publicUrl}/account`,
    })
  } catch (error) {
    log.failure({ event: 'a test letter was refused' }, error)
    refuse('mail.refused', {
      message: `Почтовый сервер не принял письмо: ${describeMailError(error)}`,
    })
  }
  return { to }
}

/** What the mail server or the connection said, short enough for a toast. */
function describeMailError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s+/g, ' ').slice(0, 200)
}
