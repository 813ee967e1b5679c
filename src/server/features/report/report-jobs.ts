import { inTransaction } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { eachRow } from '../../sweeps/each-row.ts'
import { sendDueEvenings } from './evening/send-evenings.ts'
import { runDueSchedules } from './schedule/run-schedules.ts'
import { makeReport, REPORT_JOB, type ReportJob } from './write/make-report.ts'
import { resumeReports } from './write/resume-reports.ts'
import { endReport } from './report-queries.ts'
import {
  expireReport,
  OUTDATED_CODE,
  outdatedReports,
  STUCK,
  stuckReports,
} from './report-sweep-queries.ts'

// security.md 10.2. A report has ten minutes; the queue repeats it only after its worker has certainly given up.
const WORKERS = 2
const SECONDS = 12 * 60

export function reportJobs(services: Services): JobSpec[] {
  return [
    {
      name: REPORT_JOB,
      concurrency: WORKERS,
      seconds: SECONDS,
      handler: (job: ReportJob) => makeReport(services, job),
    },
    {
      name: 'report.resume',
      cron: '* * * * *',
      atStart: true,
      handler: () => resumeReports(services),
    },
    { name: 'report.sweep', cron: '*/5 * * * *', handler: () => sweepReports(services) },
    { name: 'report.evenings', cron: '* * * * *', handler: () => sendDueEvenings(services) },
    { name: 'report.schedules', cron: '* * * * *', handler: () => runDueSchedules(services) },
  ]
}

/** Gives up on reports that stand still and takes away files that are too old. */
export async function sweepReports(services: Services): Promise<void> {
  await eachRow(services, STUCK, await stuckReports(services.q), (db, { id }) =>
    inTransaction(db, async (tx) => {
      const error = 'Файл не удалось подготовить за 10 минут. Повторите'
      if (await endReport(tx, { id }, { status: 'failed', error }))
        addAuditEvent(tx, { action: 'report.failed', entity: 'report', id, after: { error } })
    }),
  )
  await eachRow(services, OUTDATED_CODE, await outdatedReports(services.q), async (db, { id }) => {
    const key = await inTransaction(db, async (tx) => {
      addAuditEvent(tx, { action: 'report.expired', entity: 'report', id })
      return expireReport(tx, id)
    })
    if (key) await services.files.remove(key)
  })
}
