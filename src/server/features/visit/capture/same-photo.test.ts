import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import sharp from 'sharp'
import { files } from '#contract/file/file.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { jpegScene } from '#test/builders/pictures.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'
import { uuidv7 } from '../../../db/uuid.ts'

// A person's photo that looks like one of another visit (domain.md 6.5).
const world = await openWorld()
const { own, other } = world
const yard = await connectYard(world, own)
const stranger = await connectYard(world, other)
const driver = truckHands(own, yard)
afterEach(() => yard.empty(1))
after(async () => {
  await yard.disconnect()
  await stranger.disconnect()
  await world.close()
})

async function photo(picture: Buffer, { operator }: TestCompany = own): Promise<string> {
  const params = { kind: 'photo' as const, client_id: uuidv7() }
  return (await operator.api.send(files.save, { query: { params }, body: picture })).id
}
const weighed = async (picture: Buffer) =>
  driver.captureIn(12_340, driver.newPlate(), { photos: [await photo(picture)] })
const marksOf = ({ flags }: VisitCard) => flags.filter(({ code }) => code === 'same_photo')

test('a photo of another visit is told with its number, also brighter or seen in a mirror; another scene is not', async () => {
  const first = await weighed(await jpegScene(1))
  await yard.empty(1)
  assert.deepEqual(marksOf(first), [])
  const again = await weighed(await jpegScene(1, 1.15))
  await yard.empty(1)
  assert.equal(marksOf(again)[0]?.why, `Как у заезда ${first.number}`)
  const mirror = await weighed(
    await sharp(await jpegScene(1))
      .flop()
      .jpeg()
      .toBuffer(),
  )
  await yard.empty(1)
  assert.equal(marksOf(mirror).length, 1)
  for (const scene of [2, 3]) {
    assert.deepEqual(marksOf(await weighed(await jpegScene(scene))), [], `scene ${scene}`)
    await yard.empty(1)
  }
})

test('the same place with another truck is another scene', async () => {
  const place = await jpegScene(11)
  const truck = (left: number) =>
    sharp(place)
      .composite([
        {
          input: { create: { width: 60, height: 60, channels: 3, background: '#fff' } },
          left,
          top: 60,
        },
      ])
      .jpeg()
      .toBuffer()
  await weighed(await truck(20))
  await yard.empty(1)
  assert.deepEqual(marksOf(await weighed(await truck(200))), [])
})

test('fog and darkness look alike wherever they are', async () => {
  const fog = () =>
    sharp({ create: { width: 320, height: 180, channels: 3, background: '#888' } })
      .composite([
        {
          input: { create: { width: 100, height: 90, channels: 3, background: '#8a8a8a' } },
          left: 0,
          top: 0,
        },
      ])
      .jpeg()
      .toBuffer()
  await weighed(await fog())
  await yard.empty(1)
  assert.deepEqual(marksOf(await weighed(await fog())), [])
})

test('two photos of one visit, and those of another company, are no other visit', async () => {
  const opened = await weighed(await jpegScene(21))
  await yard.empty(1)
  await letTimePass(own, 90)
  const reading = await yard.load(1, 4260)
  const closed = await driver.send({
    command: 'capture_out',
    id: opened.id,
    version: opened.version,
    reading,
    photos: [await photo(await jpegScene(21, 1.1))],
  })
  assert.deepEqual(marksOf(closed), [])
  const foreign = truckHands(other, stranger)
  const theirs = await foreign.captureIn(12_340, foreign.newPlate(), {
    photos: [await photo(await jpegScene(31), other)],
  })
  assert.deepEqual(marksOf(theirs), [])
  await yard.empty(1)
  assert.deepEqual(marksOf(await weighed(await jpegScene(31, 1.1))), [])
})
