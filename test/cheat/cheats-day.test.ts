import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCheatDay, type CheatDay } from './cheat-day.ts'
import type { Way } from './way.ts'
import { catalogueWays } from './ways/catalogue.ts'
import { deviceWays } from './ways/devices.ts'
import { emptyScaleWays } from './ways/empty-scale.ts'
import { goodsWays } from './ways/goods.ts'
import { moneyWays } from './ways/money.ts'
import { namingWays } from './ways/naming.ts'
import { peopleWays } from './ways/people.ts'
import { priceWays } from './ways/prices.ts'
import { tareWays } from './ways/tares.ts'
import { unweighedWays } from './ways/unweighed.ts'
import { weighingWays } from './ways/weighing.ts'

// Each way is refused in words, or the owner's list of exceptions names its record in roubles. One more way is one more object.
const WAYS: readonly Way[] = [
  ...weighingWays,
  ...emptyScaleWays,
  ...goodsWays,
  ...priceWays,
  ...moneyWays,
  ...peopleWays,
  ...unweighedWays,
  ...namingWays,
  ...deviceWays,
  ...catalogueWays,
  ...tareWays,
]

let day: CheatDay
before(async () => {
  day = await openCheatDay()
  // What a load is worth is known from what the company buys.
  await day.bought()
})
after(() => day.close())

for (const { name, tries, ends } of WAYS)
  test(name, async () => {
    const came = await tries(day)
    if (typeof ends === 'string') return assert.equal(came, ends)
    if (!('sees' in ends))
      return assert.ok(
        ends.some((code) => code === came),
        came,
      )
    const seen = (await day.exceptions()).filter(({ entity_id }) => entity_id === came)
    const codes = seen.map(({ code, kop }) => `${code} ${kop}`).join(', ')
    const named = seen.find(({ code }) => code === ends.sees)
    assert.ok(named, `the owner sees of ${came} only: ${codes || 'nothing'}`)
    assert.ok(named.kop !== null && named.kop > 0, `without roubles: ${codes}`)
  })

test('thirty ways were tried, each under a name of its own', () => {
  assert.ok(WAYS.length >= 30, `${WAYS.length}`)
  assert.equal(new Set(WAYS.map(({ name }) => name)).size, WAYS.length)
})
