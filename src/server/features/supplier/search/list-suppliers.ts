import { supplierStatuses } from '#contract/supplier/supplier-kinds.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { asList, pageSlice, readList } from '../../../list/lists.ts'
import { countStatuses } from '../../../list/status-count-queries.ts'
import { findNameRests, isIndexed } from '../../../db/query/find-rows.ts'
import { MOST_FOUND } from '../../../list/searched-list.ts'
import {
  asksConsent,
  cutByName,
  cutByPaid,
  filteredSuppliers,
  findDoubtful,
  sortable,
  type SupplierFilter,
  type SupplierHint,
} from './supplier-list-queries.ts'
import {
  companyToday,
  selectSuppliersOfPage,
  withSupplierColumns,
  type Suppliers,
} from '../record/supplier-queries.ts'
import { shownSupplier } from '../record/supplier-row.ts'

/** supplier/getAllSuppliers: newest first, documents masked. */
export async function listSuppliers(
  db: Db,
  input: CallInput<typeof supplier.getAll>,
): Promise<Answer<typeof supplier.getAll>> {
  const filter = input.query.filter ?? {}
  return readList(db, supplierList(db, filter, await findHint(db, filter)))
}

async function findHint(db: Db, filter: SupplierFilter): Promise<SupplierHint> {
  if (isCutByName(filter)) {
    const nameRest = await findNameRests(db, filter.search!, MOST_FOUND)
    return typeof nameRest === 'string' ? {} : { nameRest }
  }
  if (isCutByState(filter)) {
    const slice = pageSlice(supplierList(db, filter))
    return findDoubtful(db, filter, slice, textOf(db, filter))
  }
  return filter.kyc ? { day: await companyToday(db) } : {}
}

/** Pages that go on after a row, and the order by what was paid, have ways of their own. */
function isCutByState({ kyc, sort, after, with: wanted }: SupplierFilter): boolean {
  if (!kyc || kyc.includes('complete')) return false
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
  const byPaid = filter.sort?.length === 1 && filter.sort[0]![0] === 'ytd_paid_kop'
  return asList({
    filter,
    sort: sortable,
    first: ['created_at', 'desc'],
    keyed: { created_at: 'instant' },
    unindexed: ['ytd_paid_kop'],
    ...(filter.search === undefined && { askedAs: `${textOf(db, filter)} ${hint.day ?? ''}` }),
    emptyLast: ['last_visit_at', 'ytd_paid_kop'],
    id: 's.id',
    get from() {
      return filteredSuppliers(db, filter, hint)
    },
    select: (query) => withSupplierColumns(db, query as Suppliers),
    ofIds: (ids) => selectSuppliersOfPage(db, { ids }),
    item: (row) => shownSupplier(db, row),
    totals: () =>
      countStatuses(db, filteredSuppliers(db, filter, hint), 's.status', supplierStatuses),
    pageIds: hint.pageIds,
    cut:
      hint.nameRest !== undefined
        ? cutByName(db, filter, hint.nameRest)
        : byPaid
          ? cutByPaid(db, filter, hint)
          : undefined,
  })
}

/** All that the text of a statement depends on. */
function textOf(db: Db, filter: SupplierFilter): string {
  const asked = filter.kyc && asksConsent(db) ? 'asks consent' : ''
  return `suppliers ${zoneOf(db)} ${JSON.stringify(filter)} ${asked}`
}
