import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { camera, carnumber, device, weight } from '#contract/device/device.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { report } from '#contract/report/report.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { startAgentProgram } from '#test/site/agent-program.ts'
import { wireYard } from '#test/site/wire-yard.ts'
import { approval } from '#test/support/approve.ts'
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

  test('a lorry that nobody weighed is an exception with its plate, weight and pictures until a person explains it', async () => {
    const { manager, operator, db } = world.own
    yard.command({ do: 'leave', post: 1 })
    await until(
      () => operator.api.send(weight.getEpisodes, { query: { filter: { post: 1 } } }),
      ({ items }) => items.some(({ photos }) => photos.length > 0),
    )
    const query = { filter: { is_reviewed: false, code: ['unweighed' as const] } }
    const waiting = () => manager.api.send(flagReview.getExceptions, { query })
    assert.equal((await waiting()).total, 0, 'a load that has just left may still be weighed')
    await sql`update weight_episode set started_at = ended_at - interval '18 minutes',
      ended_at = ended_at - interval '16 minutes'`.execute(db.q)
    const [told] = (await waiting()).items
    assert.ok(told, 'no exception')
    assert.equal(told.record, 'Груз на весах «Весы 1», А123ВС77')
    assert.equal(told.actual, '12\u00a0480\u00a0кг, 2 мин, номер А123ВС77')
    assert.ok(told.photos.length > 0)
    const matters = async () => {
      const { attention } = await operator.api.send(report.getDashboard, {
        query: { filter: { scope: 'operator' } },
      })
      return attention.find(({ kind }) => kind === 'unweighed')?.title
    }
    assert.equal(await matters(), 'Груз на весах без записи')

    const items = [{ entity: told.entity, entity_id: told.entity_id, code: told.code }]
    const input = { body: { items, note: 'Поверка весов, протокол 14' } }
    const asked = await manager.api.refused(flagReview.reviewExceptions, input)
    assert.deepEqual([asked.code, asked.approval?.who], ['approval.required', 'self'])
    const pin = await approval(manager, asked)
    assert.deepEqual(await manager.api.send(flagReview.reviewExceptions, input, pin), {
      reviewed: 1,
    })
    assert.equal((await waiting()).total, 0)
    assert.equal(await matters(), undefined)
  })
})
