import { deviceSetUp } from '#contract/device/device-set-up.ts'
import type { DeviceInput } from '#contract/device/device-set-up.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { device, weight } from '#contract/device/device.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let yard: FakeYard
before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

const transport = { type: 'tcp', host: '192.168.1.20', port: 4001 } as const
const scale = {
  kind: 'scale',
  driver: 'mettler',
  code: 7,
  title: 'Весы у ворот',
  connection: { transport, settings: { format: 'continuous' } },
  max_g: 60_000_000,
  d_g: 20_000,
  e_g: 20_000,
} as const
const saving = (input: object, companyId = world.own.id, rest: object = {}) => ({
  body: { companyId, device: input as DeviceInput, ...rest },
})
const yardOf = (companyId = world.own.id) => ({ query: { companyId } })
const manager = () => world.own.manager.api

async function found(code: number, kind = 'scale') {
  const { devices } = await manager().send(device.superGetYard, yardOf())
  return devices.find((one) => one.code === code && one.kind === kind)!
}

test('a manager and a super administrator add a site, a post and a scale; its agent gets them', async () => {
  const api = world.supervisor.api
  const site = { name: 'Вторая', address: 'г. Тула' }
  await api.send(device.superSaveSite, { body: { companyId: world.own.id, site } })
  const post = { number: 9, kind: 'truck', title: 'Ворота', site_id: world.own.siteId } as const
  const printer = { host: '192.168.1.9', port: 9100, columns: 42 }
  const made = await manager().send(device.superSavePost, {
    body: { companyId: world.own.id, post, printer },
  })
  assert.deepEqual(made.posts.find(({ number }) => number === 9)!.printer, printer)
  assert.equal(made.sites.find(({ name }) => name === 'Вторая')!.status, 'active')
  await manager().send(deviceSetUp.superSaveDevice, saving({ ...scale, post: 9 }))
  const { id, min_g, zero_band_g, presence_g, connection, site_id } = await found(7)
  assert.deepEqual([min_g, zero_band_g, presence_g], [400_000, 20_000, 200_000])
  assert.equal(site_id, world.own.siteId)
  assert.deepEqual(connection, {
    transport,
    settings: { format: 'continuous', checksum: 'auto' },
  })
  await told(id)
})

/** Waits until the agent was sent a configuration with this device. */
async function told(id: string) {
  const heard = () =>
    yard.received.some(
      (message) =>
        message.msg === 'config' && message.devices.some(({ device_id }) => device_id === id),
    )
  await until(heard)
}

test('a changed scale keeps its id, and the journal has its former values', async () => {
  const was = await found(1)
  const input = { ...scale, id: was.id, code: 1, post: 1, title: 'Новые весы' }
  const version = { version: was.version }
  await manager().send(deviceSetUp.superSaveDevice, saving(input, world.own.id, version))
  const now = await found(1)
  assert.deepEqual([now.id, now.title, now.driver], [was.id, 'Новые весы', 'mettler'])
  const stale = await manager().refused(
    deviceSetUp.superSaveDevice,
    saving(input, world.own.id, version),
  )
  assert.equal(stale.code, 'common.stale')
  const [event] = await world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'device.update')
    .where('entity_id', '=', was.id)
    .select(['before', 'after', 'user_id'])
    .execute()
  assert.equal((event!.before as { driver: string }).driver, 'tenso-m')
  assert.equal((event!.after as { driver: string }).driver, 'mettler')
  assert.equal(event!.user_id, world.own.manager.id)
})

test('switching a scale off ends the stream of its post, so that the screen opens that of its replacement', async () => {
  const { id, version } = await found(1)
  const of = { ...scale, id, code: 1, post: 1 }
  const stream = await fetch(`${yard.url}/api/v1/weight/stream?post=1`, {
    headers: { authorization: `Bearer ${world.own.operator.api.token}` },
  })
  const ended = stream.text()
  yard.silence(true)
  const off = saving({ ...of, disabled: true }, world.own.id, { version })
  await manager().send(deviceSetUp.superSaveDevice, off)
  assert.match(await ended, /event: weight/)
  const asked = await world.own.operator.api.refused(weight.get, { query: { post: 1 } })
  assert.deepEqual([asked.code, asked.message], ['device.not-configured', 'Устройство отключено'])
  const on = saving({ ...of, disabled: false }, world.own.id, { version: (await found(1)).version })
  await manager().send(deviceSetUp.superSaveDevice, on)
  yard.silence(false)
})

test('the state of lamp and barrier is shown only while their board answers', async () => {
  const connection = { host: '192.168.1.60', red: 0, green: 1, barrier: 2 }
  const relay = { kind: 'relay', driver: 'modbus', code: 7, title: 'Светофор', post: 9, connection }
  await manager().send(deviceSetUp.superSaveDevice, saving(relay))
  const { id: device_id } = await found(7, 'relay')
  await told(device_id)
  const state = { red: false, green: true, barrier: true, loop: null }
  yard.send({ msg: 'relay', device_id, state })
  for (const status of ['online', 'offline'] as const) {
    yard.send({ msg: 'state', device_id, status, detail: '' })
    await until(async () => (await found(7, 'relay')).status === status)
    assert.deepEqual((await found(7, 'relay')).relays, status === 'online' ? state : null)
  }
})

test('the same create twice makes one device', async () => {
  const client_id = crypto.randomUUID()
  const input = saving({ ...scale, code: 8, title: 'Дважды' }, world.own.id, { client_id })
  await manager().send(deviceSetUp.superSaveDevice, input)
  const { devices } = await manager().send(deviceSetUp.superSaveDevice, input)
  assert.equal(devices.filter(({ title }) => title === 'Дважды').length, 1)
  const other = saving({ ...scale, code: 18, title: 'Иначе' }, world.own.id, { client_id })
  const refused = await manager().refused(deviceSetUp.superSaveDevice, other)
  assert.equal(refused.code, 'common.id-reused')
})

test('bad settings are refused in Russian at their fields', async () => {
  const fieldsOf = async (input: object) =>
    (await manager().refused(deviceSetUp.superSaveDevice, saving(input))).fields
  const at = async (change: object, field: string, words: RegExp) =>
    assert.match((await fieldsOf({ ...scale, code: 50, ...change }))?.[field] ?? '', words)
  await at({ max_g: 100_000 }, 'device.max_g', /Max должен быть больше Min/)
  await at({ e_g: 10_000 }, 'device.e_g', /не меньше деления d/)
  await at({ presence_g: 20_000 }, 'device.presence_g', /больше зоны нуля/)
  await at({ code: 2 }, 'device.code', /занят/)
  await at({ post: 77 }, 'device.post', /Такого поста нет/)
  await at({ post: 2 }, 'device.post', /На посту уже есть весы/)
  await at({ connection: undefined }, 'device.connection', /Укажите подключение/)
  const line = { ...scale.connection, transport: { type: 'tty', path: '/etc/passwd' } }
  await at({ connection: line }, 'device.connection.transport.path', /Порт вида/)
  const eye = { kind: 'plate_camera', driver: 'ppocr', title: 'Номера', code: 51 }
  const blind = await fieldsOf({ ...eye, connection: { camera: 44 } })
  assert.match(blind?.['device.connection.camera'] ?? '', /нет камеры с таким номером/)
  const plate = { kind: 'relay', driver: 'modbus', title: 'Плата', code: 53 }
  const board = (connection: object) => ({ ...plate, connection })
  const relay = await fieldsOf(board({ host: '192.168.1.31', port: 70_000, unit: 300 }))
  assert.match(relay?.['device.connection.port'] ?? '', /Не больше 65535/)
  assert.match(relay?.['device.connection.unit'] ?? '', /Не больше 247/)
  const foreign = await fieldsOf(board({ url: 'http://192.168.1.80/?c={channel}&on={on}' }))
  assert.match(foreign?.['device.connection.host'] ?? '', /Заполните поле/)
  const wrongKind = await fieldsOf({ ...scale, id: (await found(1, 'camera')).id, code: 52 })
  assert.match(wrongKind?.['device.kind'] ?? '', /не меняется/)
})

test("a device's password is write-only and is dropped when the address changes", async () => {
  const url = 'http://192.168.1.64/ISAPI/Streaming/channels/101/picture'
  const eye = { kind: 'camera', driver: 'snapshot', code: 9, title: 'Ворота' }
  const save = (connection: object, id?: string) =>
    saving({ ...eye, ...(id && { id }), connection })
  const secret = 'kamera-vorota-1'
  const made = await manager().send(
    deviceSetUp.superSaveDevice,
    save({ url, user: 'admin', password: secret }),
  )
  assert.equal(JSON.stringify(made).includes(secret), false)
  const { id, connection } = await found(9, 'camera')
  assert.deepEqual(connection, { url, user: 'admin', has_password: true })
  const sealed = async () =>
    (
      await world.own.db.q
        .selectFrom('device')
        .where('id', '=', id)
        .select('connection')
        .executeTakeFirstOrThrow()
    ).connection as { password?: string }
  const before = (await sealed()).password
  assert.ok(before && !before.includes(secret))
  const same = url.replace('101', '102')
  await manager().send(deviceSetUp.superSaveDevice, save({ url: same, user: 'admin' }, id))
  assert.equal((await sealed()).password, before)
  const elsewhere = url.replace('1.64', '1.65')
  const refused = await manager().refused(
    deviceSetUp.superSaveDevice,
    save({ url: elsewhere, user: 'admin' }, id),
  )
  assert.match(refused.fields?.['device.connection.password'] ?? '', /введите пароль заново/)
  const journal = await world.own.db.q
    .selectFrom('audit_event')
    .select(['before', 'after'])
    .execute()
  assert.equal(JSON.stringify(journal).includes(secret), false)
  assert.equal(JSON.stringify(journal).includes(before), false)
})

test('a device with weighings is switched off instead of removed; another one is removed', async () => {
  const used = yard.devices['scale3']!
  await world.own.db.q
    .insertInto('weight_episode')
    .values({
      company_id: world.own.id,
      id: '01J00000000000000000000000',
      device_id: used,
      started_at: '2026-11-20T10:00:00Z',
      offline: false,
    })
    .execute()
  const call = device.superDeleteDevice
  const remove = (deviceId: string) => ({ query: { companyId: world.own.id, deviceId } })
  assert.equal((await manager().refused(call, remove(used))).code, 'device.in-use')
  assert.equal((await manager().refused(call, remove(uuidv7()))).code, 'common.not-found')
  const input = { ...scale, id: used, code: 3, post: 3, disabled: true }
  await manager().send(deviceSetUp.superSaveDevice, saving(input))
  assert.equal((await found(3)).status, 'disabled')
  const shown = { query: { post: 3 } }
  assert.equal((await manager().refused(weight.get, shown)).message, 'Устройство отключено')
  await manager().send(deviceSetUp.superSaveDevice, saving({ ...scale, code: 30, post: 3 }))
  // The other scale of the post is heard now, though its number is the greater one.
  await yard.empty(3)
  assert.equal((await yard.shown(3)).device_id, (await found(30)).id)
  await manager().send(call, remove((await found(30)).id))
  await manager().send(deviceSetUp.superSaveDevice, saving({ ...input, disabled: false }))
  await until(async () => (await found(3)).status === 'online')
  const spare = await found(8)
  await manager().send(call, remove(spare.id))
  assert.equal(await found(8), undefined)
})

test('one site stays the default, and a site is archived only without enabled devices', async () => {
  const { sites } = await manager().send(device.superGetYard, yardOf())
  const main = sites.find(({ is_default }) => is_default)!
  const save = (change: object) => ({
    body: {
      companyId: world.own.id,
      site: { id: main.id, name: main.name, address: main.address, ...change },
    },
  })
  const archived = await manager().refused(device.superSaveSite, save({ status: 'archived' }))
  assert.match(archived.fields?.['site.status'] ?? '', /Основную площадку/)
  const other = sites.find(({ is_default }) => !is_default)!
  const switched = await manager().send(device.superSaveSite, {
    body: {
      companyId: world.own.id,
      site: { id: other.id, name: other.name, address: other.address, is_default: true },
    },
  })
  assert.deepEqual(
    switched.sites.filter(({ is_default }) => is_default).map(({ id }) => id),
    [other.id],
  )
  const busy = await manager().refused(device.superSaveSite, save({ status: 'archived' }))
  assert.match(busy.fields?.['site.status'] ?? '', /включённые устройства/)
})

test('operators and another company can neither see nor change a yard', async () => {
  const site = { name: 'Чужая', address: 'г. Тула' }
  const post = { number: 80, kind: 'truck', title: 'Чужой' } as const
  const attempts = (companyId: string) =>
    [
      [device.superGetYard, yardOf(companyId)],
      [device.superSaveSite, { body: { companyId, site } }],
      [device.superSavePost, { body: { companyId, post } }],
      [deviceSetUp.superSaveDevice, saving({ ...scale, code: 80 }, companyId)],
      [device.superDeleteDevice, { query: { companyId, deviceId: yard.devices['scale2']! } }],
    ] as const
  const stranger = world.other.manager.api
  for (const [call, input] of attempts(world.own.id)) {
    const said = async (api: typeof stranger) => (await api.refused(call, input)).status
    assert.equal(await said(world.nobody), 401, call.path)
    assert.equal(await said(world.own.operator.api), 403, call.path)
    assert.equal(await said(world.own.user.api), 403, call.path)
    assert.equal(await said(stranger), 404, call.path)
  }
  // Ids of another company inside one's own are not there either.
  const foreign = { ...scale, code: 81, site_id: world.own.siteId }
  const misplaced = await stranger.refused(
    deviceSetUp.superSaveDevice,
    saving(foreign, world.other.id),
  )
  assert.equal(misplaced.code, 'common.not-found')
  const taken = { ...scale, code: 82, id: yard.devices['scale2']! }
  const stolen = await stranger.refused(deviceSetUp.superSaveDevice, saving(taken, world.other.id))
  assert.equal(stolen.code, 'common.not-found')
})
