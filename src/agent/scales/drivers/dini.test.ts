import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDriver } from './dini.ts'

const settings = { format: 'alibi', period_ms: 100, from_kg: 200 } as const

/** An indicator that answers each question of the driver at a hundred milliseconds a piece. */
function indicator({ hasMemory = true } = {}) {
  const driver = createDriver(settings)
  let at = 0
  let kept = 0
  const asked: string[] = []
  return {
    asked,
    /** What the driver makes of the last of so many answers. */
    show(gross: number, seconds: number, { state = 'ST', tare = 0 } = {}) {
      let last
      for (let n = 0; n < 10 * seconds; n++) {
        at += 100
        const question = Buffer.from(driver.poll!(at)).toString('latin1').trim()
        if (question === 'PID') asked.push(`${gross}`)
        const answer = question === 'PID' ? pid(gross, state, tare) : rext(gross, state, tare)
        driver.reset()
        last = driver.feed(Buffer.from(`${answer}\r\n`, 'latin1'))[0]
      }
      return last?.kind === 'sample' ? (last.alibi ?? null) : last?.kind
    },
  }
  function pid(gross: number, state: string, tare: number) {
    if (!hasMemory) return 'ERR04'
    const name = state === 'ST' && gross >= 0 ? `00000-${String(++kept).padStart(6, '0')}` : 'NO'
    return `PID${state},1,${String(gross).padStart(10)}kg,  ${String(tare).padStart(10)}kg,${name}`
  }
}
const rext = (gross: number, state: string, tare: number) =>
  `1${state},${String(gross - tare).padStart(10)},  ${String(tare).padStart(10)},         0,kg`

test('a weight that stands still is kept once in the alibi memory, and its number is told with it until it changes', () => {
  const scale = indicator()
  assert.equal(scale.show(0, 30), null)
  assert.equal(scale.show(12_000, 3, { state: 'US' }), null)
  assert.equal(scale.show(12_340, 1), null, 'not yet')
  assert.equal(scale.show(12_340, 60), '00000-000001')
  assert.deepEqual(scale.asked, ['12340'], 'an empty scale is not kept, a standing one once')
  assert.equal(
    scale.show(12_340, 1, { state: 'US' }),
    null,
    'the number is of the weight that stood',
  )
  assert.equal(scale.show(12_360, 1), null)
  assert.equal(scale.show(12_360, 10), '00000-000002')
  assert.equal(
    scale.show(12_360, 1, { tare: 4220 }),
    '00000-000002',
    'the memory keeps the gross weight',
  )
  assert.equal(scale.show(12_380, 1), null, 'it stepped to another weight without a tremble')
})

test('a weight that trembles between two divisions is kept once in five seconds at most', () => {
  const scale = indicator()
  for (let n = 0; n < 10; n++) {
    scale.show(12_340, 2.2)
    scale.show(12_360, 2.2)
  }
  assert.ok(scale.asked.length <= 9, String(scale.asked.length))
})

test('an indicator without the memory weighs on and is asked for it three times', () => {
  const scale = indicator({ hasMemory: false })
  assert.equal(scale.show(12_340, 120), null)
  assert.equal(scale.asked.length, 3)
})
