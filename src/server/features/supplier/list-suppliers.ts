import type { CallInput } from '#contract/call.ts'
import type { supplier } from '#contract/supplier.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { asList, readList } from '../../lists.ts'
import { filteredSuppliers, sortable, type SupplierFilter } from './supplier-list-queries.ts'
import { withSupplierColumns } from './supplier-queries.ts'
import { shownSupplier } from './supplier-row.ts'

/** supplier/getAllSuppliers: newest first, documents masked. */
export async function listSuppliers(
  db: Db,
  input: CallInput<typeof supplier.getAll>,
): Promise<Answer<typeof supplier.getAll>> {
  return readList(db, supplierList(db, input.query.filter ?? {}))
}

/** The list for whoever reads it: a page at a time or whole. */
export function supplierList(db: Db, filter: SupplierFilter) {
  const from = filteredSuppliers(db, filter)
  return asList({
    filter,
    sort: sortable,
    first: ['created_at', 'desc'],
    keyed: { created_at: 'instant' },
    unindexed: ['ytd_paid_kop'],
    // The index of listed names holds all that these conditions ask.
    idsFirst: filter.search !== undefined || filter.kyc !== undefined,
    emptyLast: ['last_visit_at', 'ytd_paid_kop'],
    id: 's.id',
    from,
    select: (query) => withSupplierColumns(db, query as typeof from),
    item: (row) => shownSupplier(db, row),
  })
}
