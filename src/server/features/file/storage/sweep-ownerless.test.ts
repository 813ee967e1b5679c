import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { files } from '#contract/file/file.ts'
import { uuidv7, uuidv7Of } from '#server/db/uuid.ts'
import { openFiles } from '#server/storage/files.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { keyOf } from '#server/storage/storage-key.ts'
import { startS3Server } from '#test/failures/s3-server.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { openWorld } from '#test/support/world.ts'
import { sweepOwnerless } from './sweep-ownerless.ts'

const server = await startS3Server()
const s3 = server.settings
const world = await openWorld({ config: { files: { place: 's3', s3 }, logLevel: 'silent' } })
after(async () => {
  await world.close()
  await server.close()
})
const { services, own } = world
const DAY_MS = 86_400_000
const places = [
  ['disk', services.files.disk],
  ['s3', services.files.s3!],
] as const

/** A name as it was made so many days ago. */
function nameOf(days: number, company = own.id): string {
  const id = uuidv7Of(Date.now() - days * DAY_MS)
  return `${company}/${id.slice(-2)}/${id}`
}

const has = (store: FileStore, name: string) =>
  store.size(name).then(
    () => true,
    () => false,
  )

test('old bytes without a row go, on the disk and in S3; young, strange and named ones stay', async () => {
  const query = { params: { kind: 'photo' as const } }
  const body = await jpeg('#445566', 80, 40)
  for (const [place, store] of places) {
    const { id } = await own.operator.api.send(files.save, { query, body })
    const row = services.q.updateTable('file').where('id', '=', id)
    const names = {
      ownerless: nameOf(8),
      young: nameOf(6),
      stranger: nameOf(8, uuidv7()),
      named: nameOf(8),
      moving: nameOf(9),
    }
    for (const name of Object.values(names)) await store.put(name, Buffer.from('page'))
    await row.set({ storage_key: keyOf(place, names.named) }).execute()
    // Deleted, and its bytes are still copied: the sweep of deleted files takes them.
    const other = await own.operator.api.send(files.save, { query, body })
    await services.q
      .updateTable('file')
      .where('id', '=', other.id)
      .set({
        storage_key: keyOf(place === 's3' ? 'disk' : 's3', names.moving),
        deleted_at: new Date().toISOString(),
      })
      .execute()
    await sweepOwnerless(services)
    const left = []
    for (const [what, name] of Object.entries(names)) if (await has(store, name)) left.push(what)
    assert.deepEqual(left, ['young', 'stranger', 'named', 'moving'], place)
  }
})

const addRow = (name: string) =>
  services.q
    .insertInto('file')
    .values({
      company_id: own.id,
      id: uuidv7(),
      kind: 'other',
      mime: 'image/jpeg',
      size: 4,
      sha256: Buffer.alloc(32),
      storage_key: keyOf('disk', name),
    })
    .execute()

/** Bytes without a row, or with theirs, of so many days ago. */
async function addBytes(count: number, days: number, isNamed = false): Promise<string[]> {
  const names = Array.from({ length: count }, () => nameOf(days))
  for (const name of names) await services.files.disk.put(name, Buffer.from('page'))
  if (isNamed) for (const name of names) await addRow(name)
  return names
}

test('few bytes of a day that the database does not know stay: it may be a copy of another day', async () => {
  const { disk } = services.files
  const [name] = await addBytes(5, 12)
  await addBytes(4, 12, true)
  await sweepOwnerless(services)
  assert.ok(await has(disk, name!))
  await addBytes(1, 12, true)
  await sweepOwnerless(services)
  assert.ok(!(await has(disk, name!)))
})

test('a name whose row comes while the store is listed stays', async () => {
  const { disk } = services.files
  const [late] = await addBytes(1, 14)
  const [named] = await addBytes(1, 14, true)
  const slow = {
    ...disk,
    async *names() {
      yield late!
      for (let i = 0; i < 500; i++) yield named!
      await addRow(late!)
    },
  }
  await sweepOwnerless({ ...services, files: { ...services.files, disk: slow } })
  assert.ok(await has(disk, late!))
})

test('a store that is mostly unknown to the database is left alone', async () => {
  const { disk } = services.files
  const names = await addBytes(201, 30)
  await addBytes(201, 30, true)
  await sweepOwnerless(services)
  assert.ok(await has(disk, names[0]!))
  await disk.remove(names[0]!)
  await sweepOwnerless(services)
  assert.ok(!(await has(disk, names[1]!)))
})

test('a store that does not answer fails the sweep and loses nothing', async () => {
  const silent = openFiles(services.config.dataDir, { place: 's3', s3 }, 300)
  server.silence(true)
  await assert.rejects(sweepOwnerless({ ...services, files: silent }))
  server.silence(false)
  silent.close()
})
