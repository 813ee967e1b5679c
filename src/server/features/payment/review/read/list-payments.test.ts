import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql, type Updateable } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { payment } from '#contract/payment/payment.ts'
import { waitsForFile } from '#server/db/query/waiting-file.ts'
import type { Payment } from '#server/db/schema.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { vacuumTables } from '#test/support/database.ts'
import { openWorld } from '#test/support/world.ts'
import { barePayments } from './payment-list-queries.ts'

type Filter = NonNullable<CallInput<typeof payment.getAll>['query']['filter']>

const world = await openWorld()
after(() => world.close())
const { own } = world
await addTrainingBank(own)
const payee = await addPayee(own)

const list = async (filter: Filter) => own.operator.api.send(payment.getAll, { query: { filter } })
const ids = async (filter: Filter) =>
  (await list({ ...filter, with: ['rows'] })).items.map(({ id }) => id)

async function saved(): Promise<string> {
  const row = await rowFor(own, payee, 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  return row.id
}

async function change(id: string, values: Updateable<Payment>): Promise<void> {
  await own.db.q.updateTable('payment').set(values).where('id', '=', id).execute()
}

const going: Updateable<Payment> = { status: 'registering', approved_by: own.manager.id }

test('the filter «attention» finds unknown, refused, returned and long unfinished payments', async () => {
  const [unknown, refused, again, came, long, fresh, paid] = await Promise.all(
    Array.from({ length: 7 }, saved),
  )
  for (const id of [unknown, refused, again, came, fresh, paid]) await change(id!, going)
  await change(long!, {
    ...going,
    registered_at: new Date(Date.now() - 25 * 3_600_000).toISOString(),
  })
  await change(unknown!, { status: 'unknown', status_source: 'status' })
  for (const id of [refused, again])
    await change(id!, { status: 'rejected', status_source: 'status' })
  for (const id of [came, paid]) await change(id!, { status: 'paid', status_source: 'status' })
  await change(came!, { returned_kop: 1 })
  const retry = { ...(await rowFor(own, payee, 10_000)), retry_of: again! }
  const [{ act_id }] = (await own.db.q
    .selectFrom('payment_allocation')
    .where('payment_id', '=', again!)
    .select('act_id')
    .execute()) as [{ act_id: string }]
  const body = { payments: [{ ...retry, acts: [{ act_id, amount_kop: 10_000 }] }] }
  await own.operator.api.send(payment.save, { body })
  const wanting = [unknown, refused, came, long].toSorted()
  assert.deepEqual((await ids({ attention: true })).toSorted(), wanting)
  assert.equal((await list({ attention: true, with: ['totals'] })).total, 4)
  const rest = await ids({ attention: false, limit: 200 })
  assert.deepEqual(rest.toSorted(), [again, fresh, paid, retry.id].toSorted())
})

test('a search finds by each of its places, as rows, as a count and as sums', async () => {
  const other = await addPayee(own)
  await own.db.q
    .updateTable('supplier')
    .set({ name_search: 'яхонтов пётр' })
    .where('id', '=', other.supplierId)
    .execute()
  const row = await rowFor(own, other, 77_700)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  await change(row.id, { document_number: 424_242 })
  const facts = await own.db.q
    .selectFrom('payment as p')
    .innerJoin('payment_allocation as t', 't.payment_id', 'p.id')
    .innerJoin('act as a', 'a.id', 't.act_id')
    .where('p.id', '=', row.id)
    .select(['p.marker', 'a.number'])
    .executeTakeFirstOrThrow()
  for (const search of ['хонт', 'ях', '424242', facts.marker.toLowerCase(), facts.number!]) {
    assert.deepEqual(await ids({ search }), [row.id], search)
    const { total, totals } = await list({ search, with: ['totals'] })
    assert.equal(total, 1, search)
    assert.equal((totals as { amount_kop: number }).amount_kop, 77_700, search)
    assert.deepEqual(await ids({ search, status: ['paid'] }), [], search)
  }
  for (const search of ['нетникого', '42424', '%%%', '0424242'])
    assert.deepEqual(await ids({ search }), [], search)
})

test('what needs a person is counted and added up from an index alone', async () => {
  await vacuumTables(own.db.q, 'payment')
  const plan = await own.db.q.transaction().execute(async (q) => {
    for (const way of ['seqscan', 'bitmapscan'])
      await sql.raw(`set local enable_${way} = off`).execute(q)
    const found = barePayments({ ...own.db, q }, { attention: true })!
      .groupBy(['p.status', 'p.is_test', waitsForFile])
      .select(['p.status', 'p.is_test', waitsForFile.as('waits'), sql`sum(p.amount_kop)`.as('kop')])
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${found}`.execute(q)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /Index Only Scan using payment_attention on payment p/, plan)
})
