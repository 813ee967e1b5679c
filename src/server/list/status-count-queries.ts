import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../db/handle.ts'

/** Totals of a list that adds nothing up. */
export interface StatusCounts<S extends string> {
  statuses: { status: S; count: number; sum: number }[]
}

/** The rows of a list by status, asked for where they could be counted. */
export async function countStatuses<const S extends string, D, T extends keyof D>(
  db: Db,
  query: SelectQueryBuilder<D, T, object>,
  column: string,
  known: readonly S[],
): Promise<StatusCounts<S>> {
  const found = query.select(sql.ref(column).as('status'))
  const { rows } = await sql<{
    status: string
    count: number
  }>`select status, count(*)::int as count
    from (${found}) as found group by status`.execute(db.q)
  const countOf = (status: S) => rows.find((row) => row.status === status)?.count ?? 0
  return { statuses: known.map((status) => ({ status, count: countOf(status), sum: 0 })) }
}
