import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFrozenLine } from '#test/failures/frozen-line.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { openWorld } from '#test/support/world.ts'
import { inTransaction } from '../../db/handle.ts'
import { storeFile, storing } from './storage/store-file.ts'

const world = await openWorld()
after(() => world.close())
const line = await openFrozenLine(world)
const { files } = world.services

/** Stores a picture whose row is written on the line; answers where its bytes lie and how it ended. */
async function storePicture() {
  let key = ''
  const outcome = await storing(
    line.db,
    [{ bytes: await jpeg(), mime: 'image/jpeg' }],
    (stored) => {
      key = stored[0]!.key
      return inTransaction(line.db, (tx) => storeFile(tx, stored[0]!, { kind: 'photo' }))
    },
  ).catch((error: unknown) => (error as { code: string }).code)
  line.thaw()
  return { key, outcome }
}

test('stored bytes are kept when the answer to the commit of their row was lost', async () => {
  line.freezeAt('commit')
  const { key, outcome } = await storePicture()
  assert.equal(outcome, 'common.unconfirmed')
  assert.ok((await files.disk.size(key)) > 0)
  const row = await world.own.db.q
    .selectFrom('file')
    .where('storage_key', '=', key)
    .select('id')
    .execute()
  assert.equal(row.length, 1)
})

test('stored bytes are removed when their row was not committed', async () => {
  line.freezeAt('file.save')
  const { key, outcome } = await storePicture()
  assert.equal(outcome, 'DATABASE_AWAY')
  await assert.rejects(files.disk.size(key), /ENOENT/)
})
