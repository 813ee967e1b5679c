import { deviceSetUp } from '#contract/device/device-set-up.ts'
import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { openWorld, PATIENT_WITH_CAMERAS } from '#test/support/world.ts'

const world = await openWorld({ config: { deadlines: PATIENT_WITH_CAMERAS } })
const { own } = world
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
describe('expected photos of a visit', () => {
  afterEach(() => yard.empty(2))

  /** One load on the platform, which has no camera until the test gives it one. */
  async function weighed(kg: number) {
    const reading = await yard.load(2, kg)
    const body = { command: 'capture_platform', post: 2, reading } as const
    const card = (await own.operator.api.send(visitCalls.update, {
      body,
    })) as VisitCard
    await yard.empty(2)
    return { photos: card.photos_count, flags: card.flags.map(({ code }) => code) }
  }

  test('a post without a camera expects no photo, one with a camera expects it even when the camera is off, and a picture that stands still is told', async () => {
    assert.deepEqual(await weighed(120), { photos: 0, flags: [] })
    const camera = { kind: 'camera', code: 2, title: 'Над платформой', driver: 'snapshot' } as const
    const connection = { url: 'http://192.168.1.64/picture' }
    const place = { site_id: own.siteId, post: 2, id: yard.devices['camera2']! }
    const save = (more: object) =>
      world.supervisor.api.send(deviceSetUp.superSaveDevice, {
        body: { companyId: own.id, device: { ...camera, connection, ...place, ...more } },
      })
    await save({})
    // One camera can give one photo, whatever `min_photos` asks of a post with two.
    assert.deepEqual(await weighed(130), { photos: 1, flags: [] })
    yard.dark.add(2)
    assert.deepEqual(await weighed(140), { photos: 0, flags: ['no_photo'] })
    yard.dark.delete(2)
    // The fifth load in a row under one and the same picture.
    const marks: string[][] = []
    yard.still.add(2)
    for (const kg of [200, 210, 220, 230, 240]) marks.push((await weighed(kg)).flags)
    assert.deepEqual(marks.slice(-3), [[], ['same_picture'], ['same_picture']])
    yard.still.clear()
    assert.deepEqual((await weighed(260)).flags, [])
    await save({ disabled: true })
    assert.deepEqual(await weighed(150), { photos: 0, flags: ['no_photo'] })
  })
})
