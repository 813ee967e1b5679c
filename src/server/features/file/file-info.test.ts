import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { files, type FileParams } from '#contract/file/file.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world

const save = async (params: FileParams, colour: string) =>
  own.operator.api.send(files.save, { query: { params }, body: await jpeg(colour) })
const infoOf = (id: string) => own.operator.api.send(files.getInfo, { params: { id } })

/** Two pictures of the first weighing of a visit. */
async function addPhotos() {
  const first = await save({ kind: 'photo', camera: 1 }, '#203040')
  const second = await save({ kind: 'photo', camera: 2 }, '#304050')
  const photos = [first.id, second.id]
  const visit = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000, photos })
  await own.db.q
    .updateTable('file')
    .set({ entity: 'transaction', entity_id: visit.id })
    .where('id', 'in', photos)
    .execute()
  return { visit, photos }
}

test('a photo tells its visit, its weighing, its camera and the other photos of the visit', async () => {
  const { visit, photos } = await addPhotos()
  await addPhotos()
  const info = await infoOf(photos[1]!)
  assert.equal(info.entity_title, `Заезд ${visit.number}`)
  assert.equal(info.entity_id, visit.id)
  assert.deepEqual([info.weighing, info.camera, info.page], ['in', 2, null])
  assert.deepEqual(info.neighbours, photos)
})

test('a file without a record has no neighbours but itself', async () => {
  const file = await save({ kind: 'photo' }, '#405060')
  await save({ kind: 'photo' }, '#506070')
  const info = await infoOf(file.id)
  assert.deepEqual([info.entity, info.neighbours], [null, [file.id]])
})

test('neighbours are those that the reader may open', async () => {
  const seller = await addSupplier(own)
  const of = { entity: 'supplier', entity_id: seller.id } as const
  const photo = await save({ ...of, kind: 'photo' }, '#607080')
  const passport = await save({ ...of, kind: 'passport' }, '#708090')
  const back = await save({ ...of, kind: 'passport' }, '#8090a0')
  const info = await infoOf(back.id)
  assert.equal(info.page, 2)
  assert.deepEqual(info.neighbours, [photo.id, passport.id, back.id])
  const bySuper = await supervisor.api.send(files.getInfo, { params: { id: photo.id } })
  assert.deepEqual([bySuper.neighbours, bySuper.company_name], [[photo.id], 'Ромашка'])
  const denied = await supervisor.api.refused(files.getInfo, { params: { id: passport.id } })
  assert.equal(denied.code, 'access.denied')
})

test('what a file is stays hidden from another company, a stranger and a person without the role', async () => {
  const { photos } = await addPhotos()
  const call = { params: { id: photos[0]! } }
  const foreign = await other.operator.api.refused(files.getInfo, call)
  const missing = await own.operator.api.refused(files.getInfo, { params: { id: uuidv7() } })
  assert.equal(foreign.status, 404)
  assert.deepEqual(foreign, missing)
  assert.equal((await world.nobody.refused(files.getInfo, call)).status, 401)
  assert.equal((await own.user.api.refused(files.getInfo, call)).status, 403)
})
