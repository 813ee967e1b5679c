import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openWorld } from '#test/support/world.ts'
import { SERVER_CALLER } from './auth/caller.ts'
import { inTransaction } from './db/handle.ts'
import { assertWithin } from '#test/support/promised-speed.ts'
import { until } from '#test/support/until.ts'

const world = await openWorld()
after(() => world.close())
const { services } = world
const db = { q: services.q, companyId: world.own.id, caller: SERVER_CALLER, services }

const SIDE_BY_SIDE = 3
let begun = 0
let together = 0

let tries = 0

/** Fails as a job does when the database goes away under it. */
async function failOnce(): Promise<void> {
  tries++
  if (tries === 1) throw new Error('the database went away')
}

/** Waits for the others, so that jobs which run one after another never end. */
async function meet(): Promise<void> {
  together++
  await until(() => together >= SIDE_BY_SIDE)
}

await services.jobs.start([
  { name: 'test.now', handler: async () => void begun++ },
  { name: 'test.again', handler: failOnce },
  { name: 'test.later', concurrency: SIDE_BY_SIDE, later: true, handler: meet },
])

async function enqueue(name: string, count: number, afterSeconds = 0): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (let i = 0; i < count; i++)
      await services.jobs.enqueue(tx, name, { i }, { key: `${name} ${i}`, afterSeconds })
  })
}

/** Half as long as an idle worker pauses between two looks. */
const WOKEN_MS = 15_000

/** Jobs that are due begin because a worker is woken, not because it looks by itself. */
async function woken(holds: () => boolean): Promise<void> {
  const asked = performance.now()
  await until(holds)
  assertWithin(performance.now() - asked, WOKEN_MS, 'a job')
}

describe('the queue of jobs', () => {
  test('a job begins when its transaction ends, without waiting for the next poll', async () => {
    await enqueue('test.now', 1)
    await woken(() => begun > 0)
    assert.equal(begun, 1)
  })

  test('a failed job is repeated when it is due, without waiting for the next poll', async () => {
    await enqueue('test.again', 1)
    await woken(() => tries > 1)
    assert.equal(tries, 2)
  })

  test('delayed jobs begin when they are due, and run in parallel', async () => {
    await enqueue('test.later', SIDE_BY_SIDE, 1)
    await woken(() => together >= SIDE_BY_SIDE)
    assert.equal(together, SIDE_BY_SIDE)
  })
})
