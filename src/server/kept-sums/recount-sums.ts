import { openDatabase, openPool } from '../db/connection/pool.ts'
import { inTransaction, serverOf, type Db, type Tx } from '../db/handle.ts'
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
    recountSums(serverOf(services, companyId)).catch((error: unknown) =>
      services.log.failure({ event: 'sums were not recounted', company: companyId }, error),
    )
  })
}

/** Puts right what differs at this moment; `tell` gets what it was. */
export async function recountSums(
  db: Db,
  tell?: (tx: Tx, of: KeptSum, found: readonly SumDifference[]) => Promise<void>,
): Promise<void> {
  // A connection of its own: a million rows take longer than a call may.
  const q = openDatabase(
    openPool({
      databaseUrl: db.services.config.databaseUrl,
      size: 1,
      deadlines: { statementMs: MOST_MS },
      name: 'priyomka-sums',
    }),
  )
  try {
    for (const of of keptSums)
      await inTransaction({ ...db, q }, async (tx) => {
        await lockMending(tx, of)
        const found = await selectDifferences(tx, of)
        if (found.length === 0) return
        await lockHead(tx)
        for (const difference of found) await addDifference(tx, of, difference)
        await tell?.(tx, of, found)
      })
  } finally {
    await q.destroy()
  }
}
