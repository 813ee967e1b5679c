import { sql, type SqlBool } from 'kysely'
import { describeProvider } from '#contract/bank/bank-providers.ts'
import { bankStatuses, type Bank, type bank } from '#contract/bank/bank.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Db } from '../../db/handle.ts'
import { anywhere, withinDays } from '../../db/query/list-page.ts'
import { asList, readList, type ListAnswer } from '../../list/lists.ts'
import { countStatuses, type StatusCounts } from '../../list/status-count-queries.ts'

type Filter = NonNullable<CallInput<typeof bank.getAll>['query']['filter']>

/** A page of the payout providers, each with the number of agreements that companies have with it. */
export function listBankRows(
  db: Db,
  filter: Filter = {},
): Promise<ListAnswer<Bank, StatusCounts<Bank['status']>>> {
  return readList(db, bankList(db, filter))
}

/** The list for any reader: a page at a time or whole. */
export function bankList(db: Db, filter: Filter) {
  return asList({
    filter,
    sort: { name: 'b.name', code: 'b.code', status: 'b.status' },
    first: ['name', 'asc'],
    id: 'b.id',
    from: matching(db, filter),
    totals: () => countStatuses(db, matching(db, filter), 'b.status', bankStatuses),
    select: (query) =>
      query
        .leftJoin(
          // Counted at once for all banks: a cluster asks every machine, and none for each bank.
          (eb) =>
            eb
              .selectFrom('bank_config')
              .select(['bank_id', eb.fn.countAll<number>().as('configs_count')])
              .groupBy('bank_id')
              .as('k'),
          (join) => join.onRef('k.bank_id', '=', 'b.id'),
        )
        .select(['b.id', 'b.code', 'b.name', 'b.bik', 'b.adapter', 'b.base_url', 'b.status'])
        .select([
          'b.legal_name',
          'b.legal_address',
          'b.version',
          sql<number>`coalesce(k.configs_count, 0)`.as('configs_count'),
        ]),
    item: (row): Bank => {
      const { code, methods } = describeProvider(row.adapter)
      return {
        ...row,
        bik: row.bik ?? '',
        adapter: code,
        methods: [...methods],
        status: row.status as Bank['status'],
      }
    },
  })
}

function matching(db: Db, filter: Filter) {
  let query = db.q.selectFrom('bank as b')
  if (filter.adapter) query = query.where(sql<SqlBool>`b.adapter = any(${filter.adapter}::text[])`)
  if (filter.status) query = query.where(sql<SqlBool>`b.status = any(${filter.status}::text[])`)
  if (filter.ids) query = query.where(sql<SqlBool>`b.id = any(${filter.ids}::uuid[])`)
  if (filter.search)
    query = query.where((eb) =>
      eb.or([
        eb('b.name', 'ilike', anywhere(filter.search!)),
        eb('b.code', 'ilike', anywhere(filter.search!)),
        eb('b.bik', 'like', anywhere(filter.search!)),
      ]),
    )
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('b.created_at', filter, 'Europe/Moscow'))
  return query
}
