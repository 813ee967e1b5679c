import { openDatabase, openPool } from '../db/connection/pool.ts'
import { inTransaction, serverOf, type Db, type Tx } from '../db/handle.ts'
import type { Services } from '../services.ts'
import { keptSums, type KeptSum } from './kept-sums.ts'
import {
  addDifference,
  lockHead,
  lockMending,
  selectDifferences,
  type SumDifference,
} from './sum-queries.ts'

const MOST_MS = 3_600_000

/**
 * Days are cut by the company's clock: with another one what is kept by them moves, within seconds of the commit. What a process that ends
 * then leaves undone is mended at night.
 */
export function recountAfterCommit(tx: Tx): void {
  const { services, companyId } = tx
  tx.onCommit.push(() => {
    byOwnConnection(services, (q) => recountSums({ ...serverOf(services, companyId), q })).catch(
      (error: unknown) =>
        services.log.failure({ event: 'sums were not recounted', company: companyId }, error),
    )
  })
}

/** A connection of its own, for one company or all of them: a million rows take longer than a call may. */
export async function byOwnConnection<Done>(
  { config }: Pick<Services, 'config'>,
  work: (q: Db['q']) => Promise<Done>,
): Promise<Done> {
  const q = openDatabase(
    openPool({
      databaseUrl: config.databaseUrl,
      size: 1,
      deadlines: { statementMs: MOST_MS },
      name: 'priyomka-sums',
    }),
  )
  try {
    return await work(q)
  } finally {
    await q.destroy()
  }
}

/** Puts right what differs at this moment; `tell` gets what it was. */
export async function recountSums(
  db: Db,
  tell?: (tx: Tx, of: KeptSum, found: readonly SumDifference[]) => Promise<void>,
): Promise<void> {
  for (const of of keptSums)
    await inTransaction(db, async (tx) => {
      await lockMending(tx, of)
      const found = await selectDifferences(tx, of)
      if (found.length === 0) return
      await lockHead(tx)
      for (const difference of found) await addDifference(tx, of, difference)
      await tell?.(tx, of, found)
    })
}
