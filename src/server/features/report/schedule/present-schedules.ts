import type { ReportSchedule } from '#contract/report/schedules.ts'
import { may } from '../../../auth/rights/rights.ts'
import { readPeople } from '../../../auth/sessions.ts'
import type { Db } from '../../../db/handle.ts'
import { titleOfReport } from '../report-list-queries.ts'
import { mayHaveReport, nameReport } from './order-rights.ts'
import { latestReports, namesOf, type StoredSchedule } from './schedule-queries.ts'

/** Schedules as the caller sees them, with the present rights of those who are given their reports. */
export async function presentSchedules(
  db: Db,
  rows: readonly StoredSchedule[],
): Promise<ReportSchedule[]> {
  const ids = rows.flatMap(({ recipients }) => recipients)
  const latest = await latestReports(
    db,
    rows.map(({ id }) => id),
  )
  const names = await namesOf(db, ids)
  const people = ids.length > 0 ? await readPeople(db.q, db.companyId) : []
  const sessions = new Map(people.map((person) => [person.userId, person]))
  return rows.map((row) => {
    const named = nameReport(row.type, row.params)
    const is_own = row.created_by === db.caller.userId
    return {
      id: row.id,
      title: row.title,
      type: row.type,
      report_title: titleOfReport(row.type, row.params),
      params: row.params,
      format: row.format,
      period: row.period,
      repeats: row.repeats,
      at_time: row.at_time,
      weekdays: [...row.weekdays],
      month_day: row.month_day,
      status: row.status,
      stop_reason: row.stop_reason,
      next_at: row.status === 'active' ? row.next_at : null,
      owner: { id: row.created_by, name: row.owner_name },
      recipients: row.recipients.map((id) => {
        const session = sessions.get(id)
        const is_allowed = session !== undefined && mayHaveReport(session, named)
        return { id, name: names.get(id) ?? '', is_allowed }
      }),
      last: latest.get(row.id) ?? null,
      is_own,
      may_run: is_own || may(db, 'report.control'),
      version: row.version,
    }
  })
}

export async function presentSchedule(db: Db, row: StoredSchedule): Promise<ReportSchedule> {
  return (await presentSchedules(db, [row]))[0]!
}
