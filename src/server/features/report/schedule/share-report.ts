import { quote } from '#contract/words/quote.ts'
import { readPeople } from '../../../auth/sessions.ts'
import type { Tx } from '../../../db/handle.ts'
import type { TakenReport } from '../report-queries.ts'
import { mayHaveReport, nameReport } from './order-rights.ts'
import { findSchedule, shareReport } from './schedule-queries.ts'

/** Whom a ready report is given to besides its maker, and what they are told; undefined for a report of no schedule. */
export async function shareBySchedule(
  tx: Tx,
  { id, type, params, schedule_id }: TakenReport,
): Promise<{ readonly title: string; readonly userIds: string[] } | undefined> {
  const schedule = schedule_id === null ? undefined : await findSchedule(tx, schedule_id)
  if (!schedule) return undefined
  const named = nameReport(type, params)
  const chosen = new Set(schedule.recipients)
  const people = chosen.size > 0 ? await readPeople(tx.q, tx.companyId) : []
  const userIds = people
    .filter((person) => chosen.has(person.userId) && mayHaveReport(person, named))
    .map(({ userId }) => userId)
  if (userIds.length > 0) await shareReport(tx, id, userIds)
  return { title: `Отчёт готов: ${quote(schedule.title)}`, userIds }
}
