import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { openCipher } from '#server/storage/encryption.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { assertKeys, lookForStrangers } from './known-keys.ts'
import { retireKey, rotateKeys, type KeyWork } from './rotate-keys.ts'
import { listSealKeys, openOwner } from './seal-key-queries.ts'
import { tellStatus } from './tell-status.ts'

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

const fileOf = (name: string) => path.join(world.services.config.keyFolders[0]!.dir, name)
const put = (name: string, bytes = randomBytes(32)) =>
  writeFileSync(fileOf(name), bytes, { mode: 0o600 })
const docOf = async (id: string) => {
  const row = await world.services.q
    .selectFrom('supplier')
    .where('id', '=', id)
    .select('doc')
    .executeTakeFirstOrThrow()
  return row.doc![1]
}
const isWritten = async (id: number) =>
  (await listSealKeys(work.owner)).some((key) => key.id === id)
const newest = () => world.services.ring.newest().id

test('a key file that somebody put there closes nothing in any process, and the rotation takes it up', async () => {
  const own = newest()
  put(`seal-${own + 1}.key`)
  await world.services.ring.learn()
  const started = await openSecondProcess(world)
  try {
    await assertKeys(started.world.services)
    for (const { own: company } of [world, started.world]) {
      const { id } = await addSupplier(company)
      assert.equal(await docOf(id), own)
    }
    assert.equal(await isWritten(own + 1), false)
    said.length = 0
    await tellStatus(work)
    assert.match(said.join('\n'), /seal-2\.key, ждёт rotate, в базе не записан, значений 0/)
    await rotateKeys(work)
    assert.equal(newest(), own + 1)
    // A process that closes nothing for an hour does not close by the former key then.
    await until(() => started.world.services.ring.newest().id === own + 1)
    const { id } = await addSupplier(started.world.own)
    assert.equal(await docOf(id), own + 1)
  } finally {
    await started.close()
  }
})

test('a rotation that was killed before the database knew its key leaves one that closes nothing; the next goes on with it', async () => {
  const own = newest()
  const dying = {
    ...work,
    say() {
      throw new Error('killed')
    },
  }
  await assert.rejects(rotateKeys(dying), /killed/)
  assert.deepEqual(
    [existsSync(fileOf(`seal-${own + 1}.next.key`)), await isWritten(own + 1)],
    [true, false],
  )
  await world.services.ring.learn()
  assert.equal(await docOf((await addSupplier(world.own)).id), own)
  await rotateKeys(work)
  assert.deepEqual([newest(), await isWritten(own + 1)], [own + 1, true])
  assert.equal(existsSync(fileOf(`seal-${own + 2}.key`)), false)
})

test('another file under the number of a known key closes nothing on a second machine', async () => {
  const own = newest()
  const kept = world.services.ring.newest().bytes
  put(`seal-${own}.key`)
  const started = await openSecondProcess(world)
  try {
    assert.equal(started.world.services.ring.newest().id, own - 1)
    await assert.rejects(assertKeys(started.world.services), /другой ключ/)
  } finally {
    put(`seal-${own}.key`, kept)
    await started.close()
  }
})

test('a start is refused while values stand under a key that is nowhere, until that is said to be lost', async () => {
  const { id } = await addSupplier(world.own)
  const place = { companyId: world.own.id, table: 'supplier', id, field: 'doc' }
  const key = { id: 77, bytes: randomBytes(32) }
  const doc = openCipher({ newest: () => key, find: () => undefined }).close(place, '{}')
  await lookForStrangers(world.services)
  await world.services.q.updateTable('supplier').set({ doc }).where('id', '=', id).execute()
  const refused = /ключом seal-77\.key, которого нет ни здесь.*retire 77 --lost/
  await assert.rejects(lookForStrangers(world.services), refused)
  put('seal-77.key', key.bytes)
  world.services.ring.find(77)
  await lookForStrangers(world.services)
  rmSync(fileOf('seal-77.key'))
})
