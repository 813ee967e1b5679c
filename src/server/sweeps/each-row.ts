import { DatabaseAway } from '../db/connection/database-away.ts'
import { inTransaction, serverOf, type Db } from '../db/handle.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { alertManagers } from '../features/user/notices/notice-queries.ts'
import type { Services } from '../services.ts'
import { putBack, setAside, type SweptRow } from './set-aside-queries.ts'

/**
 * The work of a sweep, each row by itself: a row that fails is logged, reported to the supervisors and set aside for a while,
 * and the others continue. A lost database is no fault of a row: the sweep ends and the queue repeats it.
 */
export async function eachRow<R extends SweptRow>(
  services: Services,
  sweep: string,
  rows: readonly R[],
  work: (db: Db, row: R) => Promise<unknown>,
): Promise<void> {
  const done: string[] = []
  for (const row of rows) {
    try {
      await work(serverOf(services, row.company_id), row)
      done.push(row.id)
    } catch (error) {
      if (error instanceof DatabaseAway) throw error
      await report(services, sweep, row, error)
    }
  }
  await putBack(services.q, sweep, done)
}

async function report(
  services: Services,
  sweep: string,
  row: SweptRow,
  error: unknown,
): Promise<void> {
  const tries = await setAside(services.q, sweep, row)
  const line = { event: 'a row was set aside', job: sweep, id: row.id, company: row.company_id }
  services.log.failure({ ...line, tries }, error)
  if (tries > 1) return
  await inTransaction(serverOf(services, NO_COMPANY), (tx) =>
    alertManagers(
      tx,
      {
        kind: 'row_set_aside',
        title: `Фоновая работа ${sweep} пропускает запись ${row.id}: она не удаётся. Подробности в журнале сервера`,
        href: '/super',
      },
      null,
    ),
  )
}
