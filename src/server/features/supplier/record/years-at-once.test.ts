import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '#server/db/handle.ts'
import { keptSums } from '#server/kept-sums/kept-sums.ts'
import { selectDifferences } from '#server/kept-sums/sum-queries.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { addPastPayment, addReturn } from '#test/builders/past/past-payments.ts'
import { keptYears, reckonedYears } from '#test/builders/past/supplier-years.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { changeCompany } from '../../company/save-queries.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const bankConfigId = await addTrainingBank(own)
/** Still the old year in Moscow, the new one in Vladivostok. */
const AT_NEW_YEAR = '2024-12-31T15:00:00Z'

async function addPayment(status: 'processing' | 'paid') {
  const supplier = await addSupplier(own)
  const methodId = (await addMethod(own, supplier)).id
  const facts = { supplier_id: supplier.id, date: '2024-12-30', net_g: 1000, total_kop: 50_000 }
  const act = await addPastAct(own, facts)
  const ends = {
    saved_at: '2024-12-30T10:00:00Z',
    ...(status === 'paid' && { finished_at: AT_NEW_YEAR }),
  }
  return addPastPayment(own, { act, amount_kop: 50_000, status, methodId, bankConfigId, ...ends })
}

/** A transaction that has done its work and waits with its commit. */
function begin(work: (tx: Tx) => Promise<unknown>) {
  const [worked, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isOver = false
  const done = inTransaction(own.db, async (tx) => {
    await work(tx)
    worked.resolve()
    await commit.promise
  }).finally(() => {
    isOver = true
  })
  done.catch(worked.reject)
  /** Its work is done, or waits for another transaction. */
  const isSettled = async () => {
    let hasWorked = false
    void worked.promise.then(() => (hasWorked = true))
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`.execute(own.db.q)
      return hasWorked || isOver || rows.length > 0
    })
  }
  return { isSettled, commit: () => (commit.resolve(), done) }
}

const pay = (id: string) => (tx: Tx) =>
  tx.q
    .updateTable('payment')
    .set({ status: 'paid', status_source: 'status', finished_at: AT_NEW_YEAR })
    .where('company_id', '=', own.id)
    .where('id', '=', id)
    .execute()
const moveClock = (timezone: string) => (tx: Tx) => changeCompany(tx, { timezone })

test('a payment that ends while the clock of its company moves counts in the year of the new clock, whoever was first', async () => {
  const ways = [
    (id: string) => [pay(id), moveClock('Asia/Vladivostok')] as const,
    (id: string) => [moveClock('Europe/Moscow'), pay(id)] as const,
  ]
  for (const way of ways) {
    const { id } = await addPayment('processing')
    const [first, second] = way(id)
    const one = begin(first)
    await one.isSettled()
    const other = begin(second)
    await other.isSettled()
    await one.commit()
    await other.commit()
    assert.deepEqual(await keptYears(own), await reckonedYears(own))
  }
})

test('a return whose day is put right, or that is taken back past the product, leaves the old day and year', async () => {
  const paid = await addPayment('paid')
  await addReturn(own, paid, 7_000, '2024-12-31T20:59:00Z')
  const moneyDays = keptSums.find(({ table }) => table === 'money_day')!
  // The days of the clock that moved are recounted behind it.
  await until(async () => (await selectDifferences(own.db, moneyDays)).length === 0)
  const sumsAreRight = async () => {
    assert.deepEqual(await keptYears(own), await reckonedYears(own))
    assert.deepEqual(await selectDifferences(own.db, moneyDays), [])
  }
  await sumsAreRight()
  const change = (words: string) =>
    sql`${sql.raw(words)} where company_id = ${own.id} and payment_id = ${paid.id}`.execute(
      own.db.q,
    )
  await change(`update payment_return set confirmed_at = '2025-01-01T09:00:00Z'`)
  await sumsAreRight()
  const [year] = (await keptYears(own)).filter(
    (row) => (row as { returned_kop: number }).returned_kop,
  )
  assert.equal((year as { year: number }).year, 2025)
  await change('delete from payment_return')
  await sumsAreRight()
})
