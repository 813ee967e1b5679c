import type { JobSpec } from '../jobs.ts'
import type { Services } from '../services.ts'
import { deleteOldRows } from './retention-queries.ts'
import { deletedTables } from './retention-rules.ts'

// A statement of so many rows ends far within its five seconds and delays no other.
const ROWS_AT_ONCE = 2000
// A table that grew for years before it was ever cleaned needs more nights, and no night becomes a day.
const BATCHES_A_NIGHT = 250

/** Each night what is older than its table keeps it goes, a batch at a time. */
export function retentionJobs(services: Services): JobSpec[] {
  return [
    {
      name: 'retention.rows',
      cron: '10 2 * * *',
      seconds: 3600,
      handler: () => deleteOutdatedRows(services, ROWS_AT_ONCE, BATCHES_A_NIGHT),
    },
  ]
}

/** A table that fails does not stop the others; the queue repeats the work, which finds only what is left. */
export async function deleteOutdatedRows(
  services: Services,
  rowsAtOnce: number,
  batches: number,
): Promise<void> {
  const failed: unknown[] = []
  for (const table of deletedTables)
    try {
      for (let batch = 0; batch < batches; batch++)
        if ((await deleteOldRows(services.q, table, rowsAtOnce)) < rowsAtOnce) break
    } catch (error) {
      services.log.failure({ event: 'old rows were not deleted', job: table }, error)
      failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
}
