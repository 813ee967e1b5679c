import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { files, type FileParams } from '#contract/file/file.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { openWorld } from '#test/support/world.ts'
import { THUMBNAIL_EDGES } from './draw-thumbnail.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world

const save = (params: FileParams, body: Uint8Array) =>
  own.operator.api.send(files.save, { query: { params }, body })
const smallOf = (id: string) =>
  ({ method: 'GET', url: `/api/v1/files/getThumbnail/${id}` }) as const
const viewsOf = (id: string) =>
  own.db.q
    .selectFrom('audit_event')
    .where('entity_id', '=', id)
    .where('action', '=', 'file.view')
    .select('user_id')
    .execute()

test('a thumbnail is the whole picture in small, and a smaller picture stays as large as it is', async () => {
  const wide = await save({ kind: 'photo' }, await jpeg('#225588', 1600, 900))
  const answer = await own.operator.api.raw(smallOf(wide.id))
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'image/jpeg')
  assert.match(String(answer.headers['cache-control']), /no-store/)
  const { width, height } = await sharp(answer.rawPayload).metadata()
  assert.deepEqual(
    [width, height],
    [THUMBNAIL_EDGES.tile, Math.round((THUMBNAIL_EDGES.tile * 9) / 16)],
  )
  const inRow = await own.operator.api.raw({
    method: 'GET',
    url: `${smallOf(wide.id).url}?size=row`,
  })
  const row = await sharp(inRow.rawPayload).metadata()
  assert.deepEqual([row.width, row.height], [THUMBNAIL_EDGES.row, (THUMBNAIL_EDGES.row * 9) / 16])
  const tiny = await save({ kind: 'photo' }, await jpeg('#225588', 80, 40))
  const same = await sharp((await own.operator.api.raw(smallOf(tiny.id))).rawPayload).metadata()
  assert.deepEqual([same.width, same.height], [80, 40])
  assert.deepEqual(await viewsOf(wide.id), [])
})

test('what is no picture has no thumbnail', async () => {
  const { storage_key, sha256, size } = await own.db.q
    .selectFrom('file')
    .where('id', '=', (await save({ kind: 'photo' }, await jpeg('#101010'))).id)
    .select(['storage_key', 'sha256', 'size'])
    .executeTakeFirstOrThrow()
  const id = uuidv7()
  const sheet = { company_id: own.id, id, kind: 'other', mime: 'application/pdf' }
  await own.db.q
    .insertInto('file')
    .values({ ...sheet, size, sha256, storage_key })
    .execute()
  const call = { params: { id }, query: {} }
  assert.equal((await own.operator.api.refused(files.getThumbnail, call)).code, 'file.bad-type')
})

test('a thumbnail is given to those who may open the file, and the same views are recorded', async () => {
  const photo = await save({ kind: 'photo' }, await jpeg('#334455'))
  const call = { params: { id: photo.id }, query: {} }
  assert.equal(
    (await other.operator.api.refused(files.getThumbnail, call)).code,
    'common.not-found',
  )
  assert.equal((await world.nobody.refused(files.getThumbnail, call)).status, 401)
  await supervisor.api.send(files.getThumbnail, call)
  assert.deepEqual(await viewsOf(photo.id), [{ user_id: supervisor.id }])
  const seller = await addSupplier(own)
  const passport = await save(
    { entity: 'supplier', entity_id: seller.id, kind: 'passport' },
    await jpeg('#554433'),
  )
  const personal = { params: { id: passport.id }, query: {} }
  const denied = await supervisor.api.refused(files.getThumbnail, personal)
  assert.equal(denied.code, 'access.denied')
  await own.operator.api.send(files.getThumbnail, personal)
  assert.deepEqual(await viewsOf(passport.id), [{ user_id: own.operator.id }])
})
