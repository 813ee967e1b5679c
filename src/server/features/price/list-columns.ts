import type { CallInput } from '#contract/core/call.ts'
import type { PriceColumn } from '#contract/price/price-entities.ts'
import type { price } from '#contract/price/price.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { columns, MAX_COLUMNS, type ColumnRow } from './price-queries.ts'

type Filter = NonNullable<CallInput<typeof price.getColumns>['query']['filter']>

/** price/getColumns: active ones unless a status is named; there are few, so one page holds them. */
export async function listColumns(
  db: Db,
  input: CallInput<typeof price.getColumns>,
): Promise<Answer<typeof price.getColumns>> {
  const filter = input.query.filter ?? {}
  const rows = sortColumns(
    (await columns(db).execute()).filter((row) => fits(row, filter)),
    filter,
  )
  const offset = filter.offset ?? 0
  const limit = filter.limit ?? MAX_COLUMNS
  const items = filter.with && !filter.with.includes('rows') ? [] : rows
  return {
    items: items.slice(offset, offset + limit) as PriceColumn[],
    total: rows.length,
    limit,
    offset,
    next: null,
  }
}

function fits(row: ColumnRow, filter: Filter): boolean {
  return (
    (filter.status ?? ['active']).includes(row.status as 'active' | 'deleted') &&
    (!filter.ids || filter.ids.includes(row.id)) &&
    (!filter.search || row.title.toLowerCase().includes(filter.search.toLowerCase()))
  )
}

function sortColumns(rows: ColumnRow[], filter: Filter): ColumnRow[] {
  const [field, direction] = filter.sort?.[0] ?? ['order', 'asc']
  const key = (row: ColumnRow) => (field === 'title' ? row.title.toLowerCase() : row.order)
  const list = rows.toSorted((a, b) => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
  return direction === 'desc' ? list.toReversed() : list
}
