import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBankStreet, STREET } from '#test/builders/transfer/bank-street.ts'
import { sweepStreet } from '#test/failures/street-sweep.ts'
import { IS_LONG, sweepSize } from '#test/support/sweep-size.ts'

const PAYMENTS = sweepSize(6, 60)

const banks = await openBankStreet()
after(() => banks.close())
await banks.widenLimits()
let kills = 0
let decided = 0

for (const name of STREET)
  test(`${name} fails, speaks of others and contradicts itself while workers die: no act is paid twice, lost or without an exit`, async (t) => {
    const seed = IS_LONG ? Math.floor(Math.random() * 1_000_000) : 7
    const { deaths, ways, ...result } = await sweepStreet(banks, name, seed, PAYMENTS)
    kills += deaths.kills
    decided += ways.paid + ways.notExecuted
    t.diagnostic(`seed ${seed}, ${deaths.kills} kills, ${JSON.stringify(ways)}`)
    assert.deepEqual(result, { twice: 0, lost: 0, apart: 0, withoutExit: 0 }, `seed ${seed}`)
    // Fewer deaths would mean that the test looks at nothing.
    assert.ok(deaths.kills >= PAYMENTS / 2, `${deaths.kills} kills`)
  })

test('the three banks leave something for people to decide, and the long sweep kills two hundred times', () => {
  // Of six payments one bank may well end each by itself.
  assert.ok(decided >= (IS_LONG ? 3 : 1), `${decided} decided`)
  if (IS_LONG) assert.ok(kills >= 200, `${kills} kills`)
})
