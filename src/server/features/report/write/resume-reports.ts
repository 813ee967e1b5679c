import { inTransaction } from '../../../db/handle.ts'
import type { Services } from '../../../services.ts'
import { eachRow } from '../../../sweeps/each-row.ts'
import { begunReports, LEFT_CODE } from '../report-sweep-queries.ts'
import { isLeft } from './hold-report-queries.ts'
import { REPORT_JOB } from './make-report.ts'

/**
 * Gives the queue again what a dead process had begun: its own job would be repeated only after all the time that a report may take.
 * A report that waits is given again as well, since its process may have died between the queue and the report.
 */
export async function resumeReports(services: Services): Promise<void> {
  await eachRow(services, LEFT_CODE, await begunReports(services.q), (db, { company_id, id }) =>
    inTransaction(db, async (tx) => {
      if (!(await isLeft(tx, id))) return
      await services.jobs.enqueue(tx, REPORT_JOB, { company_id, id }, { key: id })
    }),
  )
}
