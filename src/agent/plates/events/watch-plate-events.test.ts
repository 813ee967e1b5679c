import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceState } from '#contract/device/agent-link.ts'
import type { PlateReading } from '#contract/device/reading.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { agentClock } from '../../clock.ts'
import type { EventConnection } from './pull-events.ts'
import { takePosts } from './take-posts.ts'
import { watchPlateEvents } from './watch-plate-events.ts'
import { until } from '#test/support/until.ts'

const SPEED = 20
const closing: (() => Promise<void> | void)[] = []
after(async () => {
  for (const close of closing.reverse()) await close()
})

describe('a camera that reads plates itself', () => {
  for (const [name, own, level] of [
    ['Hikvision asked', { driver: 'hikvision', mode: 'pull' }, 9200],
    ['Dahua with files', { driver: 'dahua', via: 'attachFileProc' }, 8400],
    ['Dahua by its event manager', { driver: 'dahua', via: 'eventManager' }, 8400],
  ] as const)
    test(`${name}: the plate of each arriving lorry, once and with its level`, async () => {
      const yard = await openYard()
      const eye = open(yard, own)
      await until(() => eye.watch.state.status === 'online')
      yard.command({ do: 'arrive', plate: 'К777ХХ199', mass_kg: 9000 })
      await until(() => eye.kept.length > 0)
      // The yard knows the lorry before the scale does: the plate waits for its load.
      assert.equal(eye.watch.freshReading()?.plate, 'К777ХХ199')
      eye.watch.arrived('01M7Y45MKV8Z3X9QK2W4T6N7PR')
      const reading = await eye.watch.current()
      assert.deepEqual(
        [reading.plate, reading.raw, reading.confidence_bp],
        ['К777ХХ199', 'K777XX199', level],
      )
      assert.equal(eye.kept.length, 1)
      // The event manager tells events without pictures.
      const pictured = !('via' in own) || own.via === 'attachFileProc'
      await until(async () => ((await eye.watch.look()).jpeg !== undefined) === pictured)
      assert.equal((await eye.watch.look()).reading.plate, 'К777ХХ199')
    })

  test('Hikvision pushing: both posts of one passage are answered 200 and count once', async () => {
    const eye = open({ ports: { cameras: 80 } }, { driver: 'hikvision', mode: 'push' })
    const desk = await takePosts({ port: 0, host: '127.0.0.1' }, (post) =>
      post === 1 ? eye.watch : undefined,
    )
    closing.push(desk.close)
    const address = `http://127.0.0.1:${desk.port}/plates/1`
    const yard = await openYard(address)
    yard.command({ do: 'arrive', plate: 'М456ОР178', mass_kg: 9000 })
    await until(() => eye.kept.length > 0)
    await sleep(300)
    assert.deepEqual(
      eye.kept.map(({ plate }) => plate),
      ['М456ОР178'],
    )
    assert.equal(eye.watch.state.status, 'online')
    const body = 'what no camera sends'
    assert.equal((await fetch(address, { method: 'POST', body })).status, 200)
    assert.equal((await fetch(`${address}0`, { method: 'POST', body })).status, 404)
    assert.equal((await fetch(address)).status, 404)
  })

  test("a pushed event from an address other than the camera's is ignored", async () => {
    const foreign = { ports: { cameras: 80 }, host: '192.168.7.7' }
    const eye = open(foreign, { driver: 'hikvision', mode: 'push' })
    const desk = await takePosts({ port: 0, host: '127.0.0.1' }, () => eye.watch)
    closing.push(desk.close)
    const address = `http://127.0.0.1:${desk.port}/plates/1`
    assert.equal((await fetch(address, { method: 'POST', body: '<a/>' })).status, 404)
  })

  test('a wrong password and a camera that is off have their own messages', async () => {
    const yard = await openYard()
    const wrong = open(yard, { driver: 'hikvision', mode: 'pull' }, 'wrong')
    await until(() => wrong.watch.state.detail === 'Камера не приняла пароль')
    yard.command({ do: 'camera_off', channel: 1 })
    const dark = open(yard, { driver: 'dahua', via: 'eventManager' })
    await until(() => dark.watch.state.detail === 'Камера не отвечает')
    yard.command({ do: 'camera_off', channel: 1, on: false })
    await until(() => dark.watch.state.status === 'online')
  })

  test('a refused password is not sent again at once, since the camera would lock the account', async () => {
    let asked = 0
    const camera = createServer((_request, response) => {
      asked++
      response.writeHead(401).end()
    })
    camera.listen(0, '127.0.0.1')
    await once(camera, 'listening')
    closing.push(async () => void camera.close())
    const { port } = camera.address() as AddressInfo
    const wrong = open({ ports: { cameras: port } }, { driver: 'dahua', via: 'eventManager' })
    await until(() => wrong.watch.state.detail === 'Камера не приняла пароль')
    const before = asked
    // A camera that is only away is asked again after a second, then after two.
    await sleep(1500)
    assert.equal(asked, before)
  })

  test('the plate of a vehicle that drives off is not given to the next load', async () => {
    const yard = await openYard()
    const eye = open(yard, { driver: 'hikvision', mode: 'pull' })
    await until(() => eye.watch.state.status === 'online')
    eye.watch.arrived('01M7Y45MKV8Z3X9QK2W4T6N7PR')
    yard.command({ do: 'arrive', plate: 'А123ВС77', mass_kg: 9000 })
    await until(() => eye.kept.length > 0)
    eye.watch.emptied()
    assert.equal(
      eye.watch.freshReading()?.plate,
      'А123ВС77',
      'the empty scale still shows the last plate',
    )
    eye.watch.arrived('01M7Y45MKV8Z3X9QK2W4T6N7PS')
    assert.equal(eye.watch.freshReading(), undefined)
    assert.equal((await eye.watch.current()).plate, null)
  })
})

async function openYard(pushTo: string | null = null): Promise<Yard> {
  const yard = await startYard({ speed: SPEED, pushTo })
  closing.push(yard.close)
  return yard
}

function open(
  at: { ports: { cameras: number }; host?: string },
  own: Pick<EventConnection, 'driver'> & { mode?: 'pull' | 'push'; via?: string },
  password = 'yard-camera',
) {
  const kept: PlateReading[] = []
  const states: DeviceState[] = []
  const url = `http://${at.host ?? '127.0.0.1'}:${at.ports.cameras}`
  const watch = watchPlateEvents({
    device_id: '019f3a52-7c00-7000-8000-000000000009',
    connection: { url, user: 'yard', password, ...own } as EventConnection,
    allowLoopback: true,
    clock: agentClock(),
    tell: (state) => states.push(state),
    seen: () => {},
    storeReading: (reading) => kept.push(reading),
  })
  closing.push(() => watch.stop())
  return { watch, kept, states }
}
