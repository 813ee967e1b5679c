import { inTransaction, type Db, type Tx } from './handle.ts'

const UNDO = Symbol('undo')

/** The answer that a handler would give: it runs completely, with locks and refusals, and all its writes are rolled back. */
export async function dryRun<T>(db: Db, work: (db: Tx) => Promise<T>): Promise<T> {
  let answer: T | undefined
  await inTransaction(db, async (tx) => {
    answer = await work(tx)
    throw UNDO
  }).catch((error) => {
    if (error !== UNDO) throw error
  })
  return answer as T
}
