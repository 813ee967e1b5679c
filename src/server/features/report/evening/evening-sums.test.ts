import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ownValue } from '#contract/core/own-value.ts'
import { eveningMeanings } from '#contract/report/evening.ts'
import { report } from '#contract/report/report.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { expectedSums } from '#test/builders/past/expected-sums.ts'
import { addRandomMoney, randomOf } from '#test/builders/past/random-money.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'
import { inTransaction } from '../../../db/handle.ts'
import { readEvening } from './read-evening.ts'

// Beside `every-sum.test.ts`, for the one place that no call of a screen answers.

const world = await openWorld()
after(() => world.close())
const { own } = world
const seed = Number(process.env['SUM_SEED'] ?? Date.now() % 1_000_000)

test('each sum of the letter is what its meaning says, and each figure that of the overview for its day', async () => {
  const zone = 'Europe/Moscow'
  const configId = await addTrainingBank(own)
  const { products } = await addDeal(own)
  const of = { zone, configId, productId: products.pallet.id }
  const facts = await addRandomMoney(own, of, randomOf(seed))
  for (let date = 10; date <= 31; date += 3) {
    const day = `2025-05-${date}`
    const { company } = await inTransaction(own.db, (tx) => readEvening(tx, day, zone))
    const told = (what: string) => `${day} ${what}, SUM_SEED=${seed}`
    const scopes = { payable: {}, exceptions: { from: day } }
    for (const [key, meaning] of Object.entries(eveningMeanings)) {
      const want = expectedSums(facts, ownValue(scopes, meaning) ?? { from: day, to: day })[meaning]
      assert.equal(ownValue<unknown>({ ...company }, key), want, told(key))
    }
    const { acts, net_g, total_kop, paid_kop, unpaid_acts, payable_kop } = company
    const filter = { scope: 'operator' as const, date_from: day, date_to: day }
    const { tiles } = await own.manager.api.send(report.getDashboard, { query: { filter } })
    const shown = new Map(tiles.map(({ key, value }) => [key, value]))
    assert.deepEqual(
      ['acts', 'net', 'total', 'paid', 'unpaid', 'payable'].map((key) => shown.get(key)),
      [acts, net_g, total_kop, paid_kop, unpaid_acts, payable_kop],
      told('overview'),
    )
  }
})
