import { inTransaction, type Db, type Tx } from './handle.ts'

const UNDO = Symbol('undo')

/** What a verb would answer: it runs whole, locks and refusals included, and everything it wrote is taken back. */
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
