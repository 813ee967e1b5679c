import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { camera, carnumber, device, weight } from '#contract/device/device.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { startAgentProgram } from '#test/site/agent-program.ts'
import { wireYard } from '#test/site/wire-yard.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { until } from '#test/support/until.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

const SPEED = 10

describe('the real agent between the yard and the server', () => {
  let world: World
  let yard: Yard
  let agent: ChildProcess
  let dir: string

  before(async () => {
    world = await openWorld()
    yard = await startYard({ speed: SPEED })
    await wireYard(world.own, yard.ports)
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const { code } = await world.supervisor.api.send(device.superCreateAgentCode, {
      body: { companyId: world.own.id, site_id: world.own.siteId },
    })
    dir = await mkdtemp(path.join(tmpdir(), 'priyomka-agent-'))
    agent = startAgentProgram({
      url: `http://127.0.0.1:${port}`,
      dir,
      code,
      speed: SPEED,
      said: ['inherit', 'inherit'],
    })
    await once(agent, 'message')
  })
  after(async () => {
    agent?.kill('SIGTERM')
    if (agent?.exitCode === null && agent.signalCode === null) await once(agent, 'exit')
    await yard?.close()
    await world?.close()
    if (dir) await rm(dir, { recursive: true })
  })

  test('the weight of a lorry, its plate and its picture reach the screen', async () => {
    const { api } = world.own.operator
    yard.command({ do: 'arrive', post: 1, plate: 'А123ВС77', mass_kg: 12_480 })
    // Asked again as a screen does: on a busy machine the post may be offline for a moment.
    const shown = () => api.send(weight.get, { query: { post: 1 } }).catch(() => undefined)
    const reading = (await until(
      shown,
      (seen) => seen?.stable === true && seen.weight_g === 12_480_000,
    ))!
    assert.deepEqual(reading.blockers, [])
    assertWithin(reading.age_ms, 500, 'age of the weight')
    // The recogniser warms up for some seconds; its camera is online once it can be asked.
    await until(
      () => api.send(device.getAll),
      (devices) => devices.every(({ status }) => status === 'online'),
    )
    // Asked again as a screen does: a busy machine may not read a frame in time.
    const plate = await until(
      () =>
        api
          .send(carnumber.get, { query: { post: 1 } })
          .catch((error: Error) => ({ plate: error.message, confidence_bp: 0 })),
      ({ confidence_bp }) => confidence_bp >= 8500,
    )
    assert.equal(plate.plate, 'А123ВС77')
    const picture = (await api.send(camera.getScreenshot, { query: { camera: 2 } })) as Blob
    assert.ok(picture.size > 10_000)
  })
})
