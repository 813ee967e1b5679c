import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CallResult } from '#contract/core/call.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentsBehind } from '#contract/payment/money-flow.ts'
import { report } from '#contract/report/report.ts'
import { addPaidToDay } from '#server/features/payment/payment-queries.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { addPastPayment } from '#test/builders/past/past-payments.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld({ config: { logLevel: 'error' } })
after(() => world.close())
const { own, supervisor } = world
const PAID_KOP = 68_908_80

/** Saved two days ago, paid now: as the bank's word of it does. */
before(async () => {
  await holdReports(world)
  const supplier = await addSupplier(own)
  const supplier_id = supplier.id
  const methodId = (await addMethod(own, supplier)).id
  const bankConfigId = await addTrainingBank(own)
  const act = await addPastAct(own, {
    supplier_id,
    date: '2026-01-10',
    net_g: 1_000_000,
    total_kop: 90_000_00,
  })
  const saved_at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const finished_at = new Date().toISOString()
  const facts = { act, methodId, bankConfigId, saved_at, finished_at, status: 'paid' as const }
  const { id } = await addPastPayment(own, { ...facts, amount_kop: PAID_KOP })
  await addPastPayment(own, { ...facts, amount_kop: 1_00, is_test: true })
  await inTransaction(own.db, (tx) => addPaidToDay(tx, id))
})

const tileOf = ({ tiles }: CallResult<typeof report.getDashboard>, of: string) =>
  tiles.find(({ key }) => key === of)!

test('a payment of an earlier day is paid today on both dashboards, in the list behind them and in the report', async () => {
  const query = (scope: 'operator' | 'super') => ({ query: { filter: { scope } } })
  const board = await own.operator.api.send(report.getDashboard, query('operator'))
  const tile = tileOf(board, 'paid')
  assert.deepEqual([tile.value, tile.previous], [PAID_KOP, 0])
  const day = board.date_to
  assert.equal(
    tile.href,
    `/operator/payments?status=paid&from=${day}&to=${day}&day_of=finished&test=no`,
  )
  const filter = paymentsBehind({ stage: 'paid', date_from: day, date_to: day })
  const list = await own.operator.api.send(payment.getAll, { query: { filter } })
  assert.deepEqual(
    list.items.map(({ amount_kop }) => amount_kop),
    [PAID_KOP],
  )
  const platform = await supervisor.api.send(report.getDashboard, query('super'))
  assert.equal(tileOf(platform, 'paid_kop').value, PAID_KOP)
  const rows = await orderCsv(world, own.manager, 'money_by_day', { date_from: day, date_to: day })
  assert.equal(rows[1]![4], '68908,80')
})
