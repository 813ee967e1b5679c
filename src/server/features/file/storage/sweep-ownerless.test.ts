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

test('a store that is mostly unknown to the database is left alone', async () => {
  const { disk } = services.files
  const names = Array.from({ length: 201 }, () => nameOf(30))
  for (const name of names) await disk.put(name, Buffer.from('page'))
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
