import { audit } from '#contract/audit/audit.ts'
import { auditColumns } from '#contract/lists/audit-columns.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import { isSupervisor } from '../../../auth/session.ts'
import { forCompany, type Db } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { eventList, presentEvents, type EventFilter } from '../../audit/audit-queries.ts'
import { listExport } from './list-export.ts'

export const exportedEvents = listExport({
  call: audit.getEvents,
  title: 'Журнал изменений',
  columns: auditColumns,
  list: (db, filter: EventFilter) =>
    eventList(chainOf(db, filter), filter, db.caller.session!.timezone),
  rows: (db, items) => presentEvents(db, items, db.caller.session!.timezone),
})

/** As the list's own call: a super administrator names the company, others need the right in their own. */
function chainOf(db: Db, { company_id }: EventFilter): Db {
  if (isSupervisor(db.caller.session!)) return forCompany(db, company_id ?? NO_COMPANY)
  mustMay(db, 'audit.read')
  return db
}
