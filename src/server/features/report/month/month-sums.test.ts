import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { add, dayIn, expectedSums } from '#test/builders/past/expected-sums.ts'
import { addRandomMoney, randomOf } from '#test/builders/past/random-money.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const seed = Number(process.env['SUM_SEED'] ?? Date.now() % 1_000_000)
const world = await openWorld()
after(() => world.close())

test('over random money of another zone each sum of a month is what its meaning says, returns among it', async () => {
  const { own } = world
  const zone = 'Asia/Vladivostok'
  await own.db.q.updateTable('company').set({ timezone: zone }).where('id', '=', own.id).execute()
  const configId = await addTrainingBank(own)
  const { products } = await addDeal(own)
  const of = { zone, configId, productId: products.pallet.id }
  const facts = await addRandomMoney(own, of, randomOf(seed))
  const month = await own.manager.api.send(report.getMonth, { query: { month: '2025-05' } })
  const { date_from: from, date_to: to } = month
  const told = (what: string) => `${what}, SUM_SEED=${seed}`
  const figure = (key: string) => month.figures.find((one) => one.key === key)!.value
  const want = expectedSums(facts, { from, to })
  assert.equal(figure('total_kop'), want.purchases, told('purchases'))
  assert.equal(
    add(month.days, (one) => one.total_kop),
    want.purchases,
    told('purchases by day'),
  )
  assert.equal(figure('paid_kop'), want.paid, told('paid'))
  assert.equal(
    add(month.days, (one) => one.paid_kop),
    want.paid,
    told('paid by day'),
  )
  assert.equal(add(month.suppliers!, (one) => one.total_kop) <= want.purchases, true)
  const until = (at: string | null | undefined) => Boolean(at) && dayIn(zone, at!) <= to
  const bought = facts.acts.filter(({ status, date }) => /issued|signed/.test(status) && date <= to)
  const paid = facts.payments.filter((one) => !one.is_test && one.status === 'paid')
  const debt =
    add(bought, (one) => one.total_kop) -
    add(paid, (one) => (until(one.finished_at) ? one.amount_kop : 0)) +
    add(paid, ({ returned }) => (until(returned?.at) ? returned!.kop : 0))
  assert.equal(figure('debt_kop'), debt, told('debt'))
})
