import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { foundCameras } from '#contract/device/camera-search.ts'
import { Refusal } from '#http/refusal.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { findCameras } from './find-cameras.ts'
import { snapshotCamera } from './snapshot.ts'

const access = { user: 'yard', password: 'yard-camera' }
let yard: Yard
before(async () => {
  yard = await startYard()
})
after(() => yard.close())

describe('the search for cameras', () => {
  test('a probe finds the recorder, and an address that it offers gives a picture', async () => {
    const { cameras } = await search({})
    assert.equal(cameras.length, 1)
    const { host, port, name } = cameras[0]!
    assert.deepEqual([host, port, name], ['127.0.0.1', yard.ports.cameras, 'Yard recorder'])
    const asked = foundCameras.parse(await search({ address: { host, port }, ...access }))
    const { profiles } = asked.cameras[0]!
    assert.equal(profiles.length, yard.cameras.length)
    const [first] = profiles
    assert.deepEqual([first?.width, first?.height], [1280, 720])
    assert.equal(first?.stream_url, `rtsp://127.0.0.1:${yard.ports.rtsp}/Streaming/Channels/101`)
    const camera = snapshotCamera({ url: first.snapshot_url!, ...access }, true)
    assert.ok((await camera.photo()).jpeg.length > 10_000)
    assert.ok(JSON.stringify(asked).length < 16_000, 'it fits one message of the link')
  })

  test('a wrong password and an address without a camera give a message', async () => {
    const address = { host: '127.0.0.1', port: yard.ports.cameras }
    await refused(search({ address, ...access, password: 'wrong' }), 'Камера не приняла пароль')
    const nobody = { host: '127.0.0.1', port: 9 }
    await refused(search({ address: nobody, ...access }), 'Камера не отвечает по ONVIF')
  })

  test("addresses outside the yard's networks are neither listed nor asked", async () => {
    const target = { host: '127.0.0.1', port: yard.ports.discovery }
    assert.deepEqual(await findCameras({}, target, false), { cameras: [] })
    const address = { host: '127.0.0.1', port: yard.ports.cameras }
    await refused(findCameras({ address, ...access }, target, false), /не из сети площадки/)
  })
})

function search(params: Parameters<typeof findCameras>[0]) {
  return findCameras(params, { host: '127.0.0.1', port: yard.ports.discovery }, true)
}

async function refused(asked: Promise<unknown>, message: string | RegExp): Promise<void> {
  await assert.rejects(asked, (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.match(error.message, typeof message === 'string' ? new RegExp(message) : message)
    return true
  })
}
