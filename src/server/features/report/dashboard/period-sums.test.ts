import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { expectedSums } from '#test/builders/past/expected-sums.ts'
import { addRandomMoney, randomOf } from '#test/builders/past/random-money.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const seed = Number(process.env['SUM_SEED'] ?? Date.now() % 1_000_000)
const world = await openWorld()
after(() => world.close())
const { own, other } = world

test('the answer of a home adds up its period, and the same part of the period before it', async () => {
  const random = randomOf(seed)
  const addMoney = async (company: typeof own) => {
    const configId = await addTrainingBank(company)
    const { products } = await addDeal(company)
    const of = { zone: 'Europe/Moscow', configId, productId: products.pallet.id }
    return addRandomMoney(company, of, random)
  }
  const facts = await addMoney(own)
  await addMoney(other)
  const bought = ([from, to]: readonly [string, string]) =>
    expectedSums(facts, { from, to }).purchases
  for (const [period, now, before] of [
    ['day', ['2025-05-31', '2025-05-31'], ['2025-05-30', '2025-05-30']],
    ['week', ['2025-05-26', '2025-05-31'], ['2025-05-19', '2025-05-24']],
    ['month', ['2025-05-01', '2025-05-31'], ['2025-04-01', '2025-04-30']],
  ] as const) {
    const filter = { scope: 'operator' as const, date_to: '2025-05-31', period }
    const { answer } = await own.manager.api.send(report.getDashboard, { query: { filter } })
    const figure = answer!.figures.find(({ sums }) => sums)!
    assert.deepEqual(
      [figure.sums, figure.value, figure.previous],
      ['purchases', bought(now), bought(before)],
      `${period}, SUM_SEED=${seed}`,
    )
    assert.match(figure.href, new RegExp(`from=${now[0]}&to=${now[1]}$`))
  }
})
