import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { openServices } from '#server/open-services.ts'
import { openCipher } from '#server/storage/encryption.ts'
import { openKeyRing } from '#server/storage/key-ring.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { asOwner } from '#test/support/database.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { assertKeys, assertNoUnknownAtStart } from './known-keys.ts'
import { prepareKey, resealAll, rotateKeys, tellStatus, type KeyWork } from './rotate-keys.ts'
import { retireKey } from './retire-key.ts'
import { listSealKeys, openOwner } from './seal-key-queries.ts'

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
  const kept = Buffer.from(world.services.ring.newest().bytes)
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
  await assertNoUnknownAtStart(world.services)
  const { q } = world.services
  const snils = Buffer.from('damaged')
  await q.updateTable('supplier').set({ snils }).where('id', '=', id).execute()
  await assertNoUnknownAtStart(world.services)
  const others = openCipher({ newest: () => ({ ...key, id: 78 }), find: () => undefined })
  const inJson = others.close({ ...place, field: 'representatives' }, '{}').toString('base64')
  const representatives = JSON.stringify([{ doc: inJson }])
  await q.updateTable('supplier').set({ representatives }).where('id', '=', id).execute()
  await assert.rejects(assertNoUnknownAtStart(world.services), /seal-78\.key/)
  await q
    .updateTable('supplier')
    .set({ representatives: '[]', snils: null })
    .where('id', '=', id)
    .execute()
  await world.services.q.updateTable('supplier').set({ doc }).where('id', '=', id).execute()
  const refused = /ключом seal-77\.key, которого нет ни здесь.*retire 77 --lost/
  await assert.rejects(assertNoUnknownAtStart(world.services), refused)
  // In a folder apart: this process keeps each key that it has seen once.
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-keys-'))
  writeFileSync(path.join(dir, 'seal-77.key'), key.bytes, { mode: 0o600 })
  const ring = openKeyRing([...world.services.config.keyFolders, { dir }])
  rmSync(dir, { recursive: true })
  await assertNoUnknownAtStart({ ...world.services, ring })
})

/** The same work on a machine whose folder has these files alone. */
async function onMachine<T>(
  names: readonly string[],
  run: (there: KeyWork) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-keys-'))
  for (const name of names)
    writeFileSync(path.join(dir, name), readFileSync(fileOf(name)), { mode: 0o600 })
  const config = { ...world.services.config, keyFolders: [{ dir }] }
  const services = asOwner(await openServices(config))
  try {
    return await run({ ...work, services })
  } finally {
    await services.close()
    rmSync(dir, { recursive: true })
  }
}

const filesBut = (skipped?: number) =>
  readdirSync(fileOf('')).filter(
    (name) => name.startsWith('seal-') && name !== `seal-${skipped}.key`,
  )

test('a command on a machine that lacks a known key is refused by its name and changes nothing', async () => {
  await retireKey(work, 77, { isLost: true })
  await assertNoUnknownAtStart(world.services)
  const own = newest()
  await addSupplier(world.own)
  const lacking = async (missing: number) => {
    const refused = new RegExp(`нет ключа seal-${missing}\\.key`)
    await onMachine(filesBut(missing), async (there) => {
      const { dir } = there.services.config.keyFolders[0]!
      const { length } = readdirSync(dir)
      for (const run of [prepareKey, rotateKeys, resealAll])
        await assert.rejects(run(there), refused, run.name)
      const other = missing === own ? 1 : missing - 1
      if (other !== there.services.ring.newest().id)
        await assert.rejects(retireKey(there, other, {}), refused)
      assert.equal(readdirSync(dir).length, length)
    })
  }
  await lacking(own)
  await lacking(own - 1)
})

test('a machine where a key still waits closes nothing anew by the former one', async () => {
  await prepareKey(work)
  const names = filesBut()
  assert.ok(names.includes('seal-78.next.key'))
  const run = async (there: KeyWork) => {
    const before = newest()
    await rotateKeys(work)
    const own = newest()
    const refused = new RegExp(`ключ ${own} новейший, а на этой машине шифрует ещё ключ ${before}`)
    await assert.rejects(resealAll(there), refused)
    await assert.rejects(retireKey(there, 1, {}), refused)
    await rotateKeys(there)
    await resealAll(there)
  }
  await onMachine(names, run)
})

test('the newest key that is lost is said to be so, and the next one takes its place', async () => {
  const own = newest()
  await addSupplier(world.own)
  await onMachine(filesBut(own), async (there) => {
    await assert.rejects(retireKey(there, own, {}), /новейший/)
    await retireKey(there, own, { isLost: true })
    await rotateKeys(there)
    assert.equal(there.services.ring.newest().id, own + 1)
    await assertKeys(there.services)
  })
})
