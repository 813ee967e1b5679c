import { SERVER_CALLER } from '../../auth/caller.ts'
import { inTransaction, type Db } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { makeReport, REPORT_JOB, type ReportJob } from './make-report.ts'
import { endReport } from './report-queries.ts'
import { expireReport, outdatedReports, stuckReports } from './report-sweep-queries.ts'

// security.md 10. A report has ten minutes; the queue repeats it only after its worker has certainly given up.
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
    { name: 'report.sweep', cron: '*/5 * * * *', handler: () => sweepReports(services) },
  ]
}

/** Gives up on reports that stand still and takes away files that are too old. */
export async function sweepReports(services: Services): Promise<void> {
  for (const { company_id, id } of await stuckReports(services.q))
    await inTransaction(serverOf(services, company_id), async (db) => {
      const error = 'Файл не удалось подготовить за 10 минут. Повторите'
      if (await endReport(db, { id }, { status: 'failed', error }))
        trace(db, { action: 'report.failed', entity: 'report', id, after: { error } })
    })
  for (const { company_id, id } of await outdatedReports(services.q)) {
    const key = await inTransaction(serverOf(services, company_id), async (db) => {
      trace(db, { action: 'report.expired', entity: 'report', id })
      return expireReport(db, id)
    })
    if (key) await services.files.remove(key)
  }
}

function serverOf(services: Services, companyId: string): Db {
  return { q: services.q, companyId, caller: SERVER_CALLER, services }
}
