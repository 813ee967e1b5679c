import { visitCalls } from '#contract/visit/visit.ts'
import { visitColumns } from '#contract/lists/visit-columns.ts'
import type { VisitFilter } from '../../visit/read/visit-list-queries.ts'
import { shownVisits, visitList, visitRows } from '../../visit/read/list-visits.ts'
import { listExport } from './list-export.ts'

export const visitsExport = listExport({
  call: visitCalls.getAll,
  title: 'Транзакции',
  columns: visitColumns,
  list: (db, filter: VisitFilter) => visitList(db, shownVisits(db, filter)),
  rows: (db, items) =>
    visitRows(
      db,
      items.map(({ id }) => id),
    ),
})
