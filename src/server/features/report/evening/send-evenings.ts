import { flagReview } from '#contract/report/exceptions.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import type { Session } from '../../../auth/session.ts'
import { readPeople } from '../../../auth/sessions.ts'
import { inTransaction, type Tx } from '../../../db/handle.ts'
import { queueDayEnd } from '../../../outbox/queue-events.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { settingsOf } from '../../company/settings.ts'
import { choicesOf } from '../../user/notices/notice-choice-queries.ts'
import { mayHearOfDay } from '../../user/notices/notice-choices.ts'
import { enqueueLetters } from '../../user/notices/notice-letters.ts'
import { addNotices } from '../../user/notices/notice-queries.ts'
import { enqueuePushes } from '../../user/push/send-push.ts'
import { dayOf, latestDueTime } from '../schedule/due-times.ts'
import {
  companiesWithReaders,
  EVENINGS,
  noteTold,
  takeDay,
  type EveningCompany,
} from './evening-queries.ts'
import { eveningLetter, eveningLine } from './evening-words.ts'
import { readEvening, type Evening } from './read-evening.ts'

/** A server that was down at the time makes up for it until so many hours later; then the day is left to the overview. */
const LATE_HOURS = 12
const HOME = '/operator'

/**
 * Tells the day of each company whose time has come. The day, its letters, messages and events are stored in one transaction: two
 * processes, a restart or a clock that is set back tell it once.
 */
export async function sendDueEvenings(services: Services, now = new Date()): Promise<void> {
  const companies = await companiesWithReaders(services.q)
  const due = companies.flatMap((company) => {
    const day = dueDay(company, now)
    return day === undefined ? [] : [{ ...company, day }]
  })
  await eachRow(services, EVENINGS, due, (server, { day, timezone }) =>
    inTransaction(server, async (tx) => {
      if (await takeDay(tx, day)) await sendEvening(tx, await readEvening(tx, day, timezone))
    }),
  )
}

/** The day whose evening has come and was not told. */
function dueDay({ settings, timezone, told_day }: EveningCompany, now: Date): string | undefined {
  const at_time = settingsOf(settings).modules_cfg.report!.evening_at
  const rule = { repeats: 'day', at_time, weekdays: [], month_day: null } as const
  const at = latestDueTime(rule, timezone, now)
  if (now.getTime() - at.getTime() > LATE_HOURS * 3_600_000) return undefined
  const day = dayOf(timezone, at)
  return told_day !== null && told_day >= day ? undefined : day
}

async function sendEvening(tx: Tx, evening: Evening): Promise<void> {
  const { day, company, sites, dearest } = evening
  await noteTold(tx, day, company)
  const people = (await readPeople(tx.q, tx.companyId)).filter(mayHearOfDay)
  for (const seesExceptions of [true, false]) {
    const readers = people.filter(
      (person) => passesRights(person, flagReview.getExceptions) === seesExceptions,
    )
    await tell(tx, readers, evening, { seesExceptions })
  }
  await queueDayEnd(tx, {
    day,
    text: eveningLine(company, { seesExceptions: true }),
    ...company,
    sites: sites.map(({ name: _name, ...site }) => site),
    dearest: dearest.map(({ entity, id, code, kop }) => ({ entity, id, code, kop })),
  })
}

/** Each by the ways that the person has chosen. */
async function tell(
  tx: Tx,
  readers: readonly Session[],
  evening: Evening,
  reader: { readonly seesExceptions: boolean },
): Promise<void> {
  const kind = 'day_summary'
  const ids = readers.map(({ userId }) => userId)
  const text = eveningLine(evening.company, reader)
  const notice = { kind, title: `Итоги дня: ${text}`, href: HOME } as const
  await addNotices(tx, ids, notice, { letters: false, pushes: false })
  const people = await choicesOf(tx, ids, kind)
  const letter = eveningLetter(evening, tx.services.config.publicUrl, reader)
  await enqueueLetters(tx, people, { kind, title: letter, href: HOME })
  await enqueuePushes(tx, people, { kind, href: HOME, text })
}
