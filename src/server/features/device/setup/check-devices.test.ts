import { deviceSetUp } from '#contract/device/device-set-up.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { device } from '#contract/device/device.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let yard: FakeYard
let board: string
const PRINTER_PORT = 9100
before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
  const saved = await manager().send(deviceSetUp.superSaveDevice, saving('relay', 7, 1))
  board = saved.devices.find(({ kind }) => kind === 'relay')!.id
  const [post] = saved.posts
  const { id, number, title, kind } = post!
  const printer = { host: '192.168.1.30', port: PRINTER_PORT, columns: 42 }
  await manager().send(device.superSavePost, {
    body: { companyId: world.own.id, post: { id, number, title, kind }, printer },
  })
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

const manager = () => world.own.manager.api
const of = (device_id: string, companyId = world.own.id) => ({ body: { companyId, device_id } })
const switching = (device_id = board, companyId = world.own.id) => ({
  body: { companyId, device_id, channel: 'barrier', on: true, pulse_ms: 500 } as const,
})
const printing = (post = 1, companyId = world.own.id) => ({ body: { companyId, post } })

function saving(kind: 'relay', code: number, post?: number) {
  const connection = { host: '192.168.1.31', red: 0, green: 1, barrier: 2 }
  const input = { kind, code, title: `Плата ${code}`, driver: 'modbus' as const, connection }
  const place = { site_id: world.own.siteId, ...(post && { post }) }
  return { body: { companyId: world.own.id, device: { ...input, ...place } } }
}

test('a picture is taken for the check of a camera, and a scale has none', async () => {
  for (const { api } of [world.supervisor, world.own.manager]) {
    const picture = await api.send(device.superTakePicture, of(yard.devices['camera1']!))
    assert.ok((picture as Blob).size > 100)
  }
  const call = device.superTakePicture
  const wrong = await manager().refused(call, of(yard.devices['scale2']!))
  assert.equal(wrong.code, 'common.not-found')
  yard.dark.add(2)
  const dark = await manager().refused(call, of(yard.devices['camera2']!))
  assert.equal(dark.code, 'device.offline')
})

test('the check of a plate camera shows its picture and what was read of it', async () => {
  await yard.load(1, 12_480, 'А123ВС77')
  for (const { api } of [world.supervisor, world.own.manager]) {
    const look = await api.send(device.superReadPlate, of(yard.devices['plate_camera1']!))
    assert.equal(look.reading.plate, 'А123ВС77')
    assert.equal(look.reading.confidence_bp, 9600)
    assert.deepEqual([...Buffer.from(look.picture!, 'base64').subarray(0, 3)], [0xff, 0xd8, 0xff])
  }
  const camera = await manager().refused(device.superReadPlate, of(yard.devices['camera1']!))
  assert.equal(camera.code, 'common.not-found')
})

test('an output of a relay board is switched by an installer, who is recorded', async () => {
  await manager().send(device.superSwitchRelay, switching())
  const asked = yard.received.filter((message) => message.msg === 'req').at(-1)
  assert.deepEqual(asked?.call === 'relay' && asked.params, {
    post: 1,
    channel: 'barrier',
    on: true,
    pulse_ms: 500,
    by: world.own.manager.id,
  })
  await world.supervisor.api.send(device.superSwitchRelay, switching())
  const journal = await world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'relay.set')
    .where('entity_id', '=', board)
    .select('user_id')
    .execute()
  const people = [world.own.manager.id, world.supervisor.id].toSorted()
  assert.deepEqual(journal.map(({ user_id }) => user_id).toSorted(), people)
})

test('a board without a post, a disabled one and a removed one are not switched', async () => {
  const saved = await manager().send(deviceSetUp.superSaveDevice, saving('relay', 8))
  const spare = saved.devices.find(({ code, kind }) => kind === 'relay' && code === 8)!
  const call = device.superSwitchRelay
  assert.equal((await manager().refused(call, switching(spare.id))).code, 'device.not-configured')
  const { device: input, companyId } = saving('relay', 8).body
  const off = { ...input, id: spare.id, disabled: true }
  await manager().send(deviceSetUp.superSaveDevice, { body: { companyId, device: off } })
  const refused = await manager().refused(call, switching(spare.id))
  assert.equal(refused.message, 'Устройство отключено')
  assert.equal((await manager().refused(call, switching(uuidv7()))).code, 'common.not-found')
})

test('a test slip is printed at its post and is not counted as a slip of a visit', async () => {
  await manager().send(device.superPrintTest, printing())
  const asked = yard.received.filter((message) => message.msg === 'req').at(-1)
  assert.ok(asked?.call === 'print')
  assert.equal(asked.params.transaction_id, null)
  assert.equal(asked.params.title, 'Пробный талон')
  assert.equal(asked.params.host, '192.168.1.30')
  yard.dark.add(PRINTER_PORT)
  const silent = await manager().refused(device.superPrintTest, printing())
  assert.equal(silent.message, 'Принтер не отвечает')
  yard.dark.delete(PRINTER_PORT)
  const none = await manager().refused(device.superPrintTest, printing(2))
  assert.equal(none.message, 'На посту нет принтера')
  assert.equal((await manager().refused(device.superPrintTest, printing(98))).status, 404)
})

test('checks of devices are refused to operators and to another company', async () => {
  const attempts = (companyId: string) =>
    [
      [device.superTakePicture, of(yard.devices['camera1']!, companyId)],
      [device.superReadPlate, of(yard.devices['plate_camera1']!, companyId)],
      [device.superSwitchRelay, switching(board, companyId)],
      [device.superPrintTest, printing(1, companyId)],
    ] as const
  const stranger = world.other.manager.api
  const said = async (api: typeof stranger, companyId: string) => {
    const answers = []
    for (const [call, input] of attempts(companyId))
      answers.push((await api.refused(call, input)).status)
    return answers
  }
  assert.deepEqual(await said(world.nobody, world.own.id), [401, 401, 401, 401])
  assert.deepEqual(await said(world.own.operator.api, world.own.id), [403, 403, 403, 403])
  assert.deepEqual(await said(stranger, world.own.id), [404, 404, 404, 404])
  // Devices of another company inside one's own are not there either; the post is one's own and has no printer.
  assert.deepEqual(await said(stranger, world.other.id), [404, 404, 404, 503])
})

test('without a link every check is refused as offline', async () => {
  await yard.disconnect()
  const { message } = await manager().refused(device.superPrintTest, printing())
  assert.equal(message, 'Нет связи с площадкой')
  const look = await manager().refused(device.superReadPlate, of(yard.devices['plate_camera1']!))
  assert.equal(look.code, 'device.offline')
  assert.equal((await manager().refused(device.superSwitchRelay, switching())).status, 503)
})
