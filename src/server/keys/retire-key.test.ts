import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '#test/support/world.ts'
import { assertKeys } from './known-keys.ts'
import { assertLeakDay, retireKey } from './retire-key.ts'
import { rotateKeys, type KeyWork } from './rotate-keys.ts'
import { listSealKeys, openOwner, type SealKeyFacts } from './seal-key-queries.ts'

let world: World
let work: KeyWork
const said: string[] = []
before(async () => {
  world = await openWorld()
  const owner = openOwner(world.services.config)
  after(() => owner.close())
  work = { services: world.services, owner: owner.q, say: (words) => void said.push(words) }
  await assertKeys(world.services)
})
after(() => world.close())

const daysAgo = (days: number) => {
  const at = new Date()
  at.setDate(at.getDate() - days)
  return at.toLocaleDateString('sv')
}
const journal = async () => {
  const events = await world.services.q
    .selectFrom('audit_event')
    .where('action', '=', 'key.retire')
    .select('after')
    .execute()
  return events.map((event) => (event.after as { leaked_from?: string }).leaked_from)
}
const told = async (id: number) =>
  (await listSealKeys(work.owner)).find((key) => key.id === id)!.leaked_from?.slice(0, 10)

test('a day before the key was made or after today ends nothing, and the refusal names the days between', async () => {
  await rotateKeys(work)
  for (const leakedFrom of ['9999-12-31', '0001-01-01', daysAgo(-1), daysAgo(1)])
    await assert.rejects(
      retireKey(work, 1, { leakedFrom }),
      new RegExp(`назовите день от ${daysAgo(0)} до ${daysAgo(0)}`),
      leakedFrom,
    )
  assert.deepEqual([await told(1), await journal()], [undefined, []])
})

test('the first key may have leaked since the journal began, a later one since it was written down', async () => {
  const facts = (id: number): SealKeyFacts => ({
    id,
    made_at: new Date().toISOString(),
    proof: randomBytes(1),
    closed_at: null,
    leaked_from: null,
    retired_at: null,
  })
  const at = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const keys = [
    { ...facts(1), made_at: at },
    { ...facts(2), made_at: at },
  ]
  await assertLeakDay(work.owner, keys, 1, daysAgo(0))
  await assert.rejects(assertLeakDay(work.owner, keys, 2, daysAgo(0)), /быть не может/)
})

test('a leak that is learned after the file was taken away is written down; another day later is refused and changes nothing', async () => {
  await retireKey(work, 1, {})
  rmSync(path.join(world.services.config.keyFolders[0]!.dir, 'seal-1.key'))
  await retireKey(work, 1, {})
  assert.deepEqual([await told(1), await journal()], [undefined, [undefined]])
  await retireKey(work, 1, { leakedFrom: daysAgo(0) })
  assert.match(said.at(-1)!, /отозван раньше, записано, что он известен посторонним с/)
  const stands = [daysAgo(0), [undefined, daysAgo(0)]]
  assert.deepEqual([await told(1), await journal()], stands)
  await retireKey(work, 1, { leakedFrom: daysAgo(0) })
  await assert.rejects(
    retireKey(work, 1, { leakedFrom: daysAgo(1) }),
    /уже записан известным посторонним/,
  )
  assert.deepEqual([await told(1), await journal()], stands)
})
