import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBankStreet, STREET } from '#test/builders/transfer/bank-street.ts'
import { sweepStreet } from '#test/failures/street-sweep.ts'
import { IS_LONG, sweepSize } from '#test/support/sweep-size.ts'

const PAYMENTS = sweepSize(6, 60)

const banks = await openBankStreet()
after(() => banks.close())
await banks.widenLimits()
const kills = new Map<string, number>()

for (const name of STREET)
  test(`${name} fails, speaks of others and contradicts itself while workers die: no act is paid twice, lost or without an exit`, async (t) => {
    const seed = IS_LONG ? Math.floor(Math.random() * 1_000_000) : 7
    const { deaths, ways, ...result } = await sweepStreet(banks, name, seed, PAYMENTS)
    kills.set(name, deaths.kills)
    t.diagnostic(`seed ${seed}, ${deaths.kills} kills, ${JSON.stringify(ways)}`)
    assert.deepEqual(result, { twice: 0, lost: 0, apart: 0, withoutExit: 0 }, `seed ${seed}`)
    // Fewer deaths, or nothing for people to decide, would mean that the test looks at nothing.
    assert.ok(deaths.kills >= PAYMENTS / 2, `${deaths.kills} kills`)
    assert.ok(ways.paid + ways.notExecuted > 0, JSON.stringify(ways))
  })

test('the sweep kills two hundred times', { skip: !IS_LONG }, () => {
  const all = [...kills.values()].reduce((sum, n) => sum + n, 0)
  assert.ok(all >= 200, `${all} kills`)
})
