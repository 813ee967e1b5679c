import type { CallInput } from '#contract/core/call.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { asList, readList } from '../../../list/lists.ts'
import { isIndexed } from '../../../db/query/find-rows.ts'
import { MOST_FOUND } from '../../../list/searched-list.ts'
import {
  cutByName,
  cutByPaid,
  cutByState,
  filteredSuppliers,
  findNameRests,
  countDoubtful,
  sortable,
  type SupplierFilter,
  type SupplierHint,
} from './supplier-list-queries.ts'
import { selectSuppliersOfPage, withSupplierColumns } from '../record/supplier-queries.ts'
import { shownSupplier } from '../record/supplier-row.ts'

/** supplier/getAllSuppliers: newest first, documents masked. */
export async function listSuppliers(
  db: Db,
  input: CallInput<typeof supplier.getAll>,
): Promise<Answer<typeof supplier.getAll>> {
  const filter = input.query.filter ?? {}
  const rest = isCutByName(filter)
    ? await findNameRests(db, filter.search!, MOST_FOUND)
    : 'unindexed'
  const doubtful = filter.kyc && (await countDoubtful(db, filter.kyc))
  const hint = doubtful ? { day: doubtful.day } : {}
  const list = supplierList(db, filter, hint)
  if (doubtful?.areFew && isCutByState(filter))
    return readList(db, { ...list, cut: cutByState(db, filter) })
  if (typeof rest === 'string') return readList(db, list)
  return readList(db, { ...list, cut: cutByName(db, filter, rest) })
}

/** Pages that go on after a row, and the order by what was paid, have ways of their own. */
function isCutByState({ sort, after, with: wanted }: SupplierFilter): boolean {
  const byPaid = sort?.some(([field]) => field === 'ytd_paid_kop') ?? false
  return !byPaid && after === undefined && wanted?.includes('totals') === false
}

/** A page by name of those whose name has a text; digits are looked for elsewhere too. */
function isCutByName({ search, sort, with: wanted, after }: SupplierFilter): boolean {
  if (search === undefined || !isIndexed(search) || /\d.*\d.*\d.*\d/s.test(search)) return false
  const byName = sort?.length === 1 && sort[0]![0] === 'name'
  return byName && after === undefined && wanted?.includes('totals') === false
}

/** The query behind the list; the caller reads it by pages or whole. */
export function supplierList(db: Db, filter: SupplierFilter, hint: SupplierHint = {}) {
  const from = filteredSuppliers(db, filter, hint)
  const isJudged = filter.search !== undefined || filter.kyc !== undefined
  const byPaid = filter.sort?.length === 1 && filter.sort[0]![0] === 'ytd_paid_kop'
  return asList({
    filter,
    sort: sortable,
    first: ['created_at', 'desc'],
    keyed: { created_at: 'instant' },
    unindexed: ['ytd_paid_kop'],
    ...(!isJudged && { askedAs: `suppliers ${zoneOf(db)} ${JSON.stringify(filter)}` }),
    emptyLast: ['last_visit_at', 'ytd_paid_kop'],
    id: 's.id',
    from,
    select: (query) => withSupplierColumns(db, query as typeof from),
    ofIds: (ids) => selectSuppliersOfPage(db, { ids }),
    item: (row) => shownSupplier(db, row),
    cut: byPaid ? cutByPaid(db, filter, hint) : undefined,
  })
}
