import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { Call, Schema } from '#contract/core/call.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import * as z from 'zod/mini'
import { changedTables } from './digest.ts'
import { valuesOf } from './random-values.ts'
import { builtCalls, type Input, type Sample } from './samples/samples.ts'
import { refusalOf } from './verdict.ts'
import { FOREIGN_MARK, gathering, openGround, tell, touchedSince } from './walk.ts'

const ground = await openGround()
after(() => ground.close())
const { own, other } = ground

// Requests of each call: every run has other seeds, and the message of a failure repeats the call's.
const RUNS = sweepSize(2, 100)
// An authorized stream never ends, and signing out would end the sweep.
const walked = builtCalls.filter(
  ({ key, call }) => call.result !== 'stream' && key !== 'auth.logout',
)

test('random requests of the right shape get an answer or a declared refusal', async (t) => {
  const { check, end } = gathering()
  let [done, refused] = [0, 0]
  const others = await ground.ledger.read(other.company.id)
  for (const { key, call } of walked) {
    const property = fc.asyncProperty(requestsOf(key, call), async (input) => {
      if (await judge(key, call, input)) done++
      else refused++
    })
    // With one seed for all, one run in sixteen would send good requests to no call at all.
    const seed = randomInt(2 ** 31)
    await check(() => fc.assert(property, { numRuns: RUNS, seed, endOnFailure: true }))
  }
  end()
  assert.deepEqual(changedTables(others, await ground.ledger.read(other.company.id)), [])
  t.diagnostic(`${done} done, ${refused} refused`)
  const few = (walked.length * Math.min(RUNS, 4)) / 4
  assert.ok(done > few && refused > few, `${done} done, ${refused} refused`)
})

/** Half of them random throughout, half a good request with some of its fields changed. */
function requestsOf(key: string, call: Call): fc.Arbitrary<Input> {
  const parts = (['params', 'query', 'body'] as const).filter(
    (part) => call[part] !== undefined && typeof call[part] !== 'string',
  )
  // To SUPERVISOR no company is foreign.
  const ids = call.access === 'super' ? { own, other: own } : { own, other }
  const random = fc.record(
    Object.fromEntries(parts.map((part) => [part, valuesOf(call[part] as Schema, ids)])),
  ) as fc.Arbitrary<Input>
  const good = ground.samples.filter((sample) => sample.key === key)
  const changed = fc.tuple(fc.constantFrom(...good), random, fc.infiniteStream(fc.boolean()))
  return fc.oneof(
    random,
    changed.map(([sample, other, coin]) => mixed(sample, other, coin)),
  )
}

function mixed({ input }: Sample, random: Input, coin: IterableIterator<boolean>): Input {
  const parts = Object.entries(input).map(([part, fields]) => {
    const wild = random[part as keyof Input]
    const both = isPlain(fields) && isPlain(wild)
    if (!both) return [part, fields]
    const taken = Object.entries(wild).filter(([key]) => key in fields && coin.next().value)
    return [part, { ...fields, ...Object.fromEntries(taken) }]
  })
  return Object.fromEntries(parts) as Input
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** True when the call was done: then the answer has the declared shape; a refusal has changed nothing. */
async function judge(key: string, call: Call, input: Input): Promise<boolean> {
  const told = tell({ key }, input)
  const before = await ground.ledger.read()
  const answer = await ground.send(call, input)
  if (call.access !== 'super')
    assert.ok(!answer.body.includes(FOREIGN_MARK), `a foreign name shows: ${told}`)
  if (answer.statusCode === 200) {
    if (typeof call.result === 'string') return true
    const parsed = z.safeParse(call.result, answer.json())
    assert.ok(parsed.success, `${told} ${answer.body.slice(0, 500)} ${parsed.error?.message}`)
    return true
  }
  refusalOf(call, answer, told)
  assert.deepEqual(await touchedSince(ground, before, key), [], `refused and changed: ${told}`)
  return false
}
