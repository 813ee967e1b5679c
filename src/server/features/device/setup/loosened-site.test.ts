import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { device } from '#contract/device/device.ts'
import { deviceSetUp, type DeviceInput } from '#contract/device/device-set-up.ts'
import type { CallSpec, SendInput } from '#contract/core/call.ts'
import type { PostInput } from '#contract/device/site-devices.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addDevices } from '#test/site/yard-devices.ts'
import { approval } from '#test/support/approve.ts'
import {
  addPerson,
  openWorld,
  type Person,
  type TestCompany,
  type World,
} from '#test/support/world.ts'

// A manager does not loosen alone what refuses and marks the weighing of the own company (domain.md 13.1).
let world: World
let own: TestCompany
let second: Person
let otherSite: string

const tcp = (host: string, port = 4001) => ({
  transport: { type: 'tcp' as const, host, port },
  settings: { format: 'continuous' as const },
})
const SCALE = {
  kind: 'scale' as const,
  driver: 'mettler' as const,
  code: 71,
  title: 'Ворота',
  post: 7,
  connection: tcp('192.168.1.20'),
  max_g: 60_000_000,
  d_g: 10_000,
  e_g: 20_000,
  zero_band_g: 20_000,
  presence_g: 200_000,
  verification_until: '2027-03-01',
}
const CAMERA = {
  kind: 'camera',
  driver: 'snapshot',
  code: 72,
  title: 'Обзор',
  post: 1,
  connection: { url: 'http://192.168.1.30/picture' },
}
const PLATES = {
  kind: 'plate_camera',
  driver: 'ppocr',
  code: 1,
  title: 'Номера',
  post: 1,
  connection: { camera: 1 },
}

before(async () => {
  world = await openWorld()
  own = world.own
  second = await addPerson(world.app, world.services, own.id, 'second', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  await addDevices(own)
  // As it is set up, before the first weight, nothing takes another person.
  await saveDevice(CAMERA)
  const { version } = await read()
  const rules = { camera: { on_capture: [1, 2, 72] } }
  await manager().send(device.superSaveRules, { body: { companyId: own.id, version, rules } })
  await savePost({ number: 7, kind: 'truck', title: 'Ворота' })
  await savePost({ number: 9, kind: 'platform', title: 'Тупик' })
  await saveDevice(SCALE)
  const scale = { ...SCALE, id: (await found(71)).id }
  await saveDevice({ ...scale, presence_g: 300_000, connection: tcp('192.168.1.21') })
  await saveDevice(scale)
  const other = await manager().send(device.superSaveSite, {
    body: { companyId: own.id, site: { name: 'Вторая', address: 'г. Тула' } },
  })
  otherSite = other.sites.find(({ name }) => name === 'Вторая')!.id
  await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
})
after(() => world.close())

const manager = () => own.manager.api
const read = () => manager().send(device.superGetYard, { query: { companyId: own.id } })
const found = async (code: number, kind = 'scale') =>
  (await read()).devices.find((one) => one.code === code && one.kind === kind)!
const savePost = (post: object) => manager().send(device.superSavePost, postOf(post as PostInput))
const postOf = (post: PostInput) => ({ body: { companyId: own.id, post } })
const deviceOf = (input: object) => ({ body: { companyId: own.id, device: input as DeviceInput } })
const saveDevice = (input: object) => manager().send(deviceSetUp.superSaveDevice, deviceOf(input))

async function asked<C extends CallSpec>(call: C, input: SendInput<C>) {
  const refused = await manager().refused(call, input)
  assert.deepEqual(
    [refused.code, refused.approval?.action, refused.approval?.who],
    ['approval.required', 'control.loosen', 'other'],
  )
  const words = (refused.approval!.about!.warnings ?? []).map((one) =>
    one.replaceAll('\u00a0', ' '),
  )
  return { refused, words }
}

/** What the second person is asked about a device. */
async function words(input: object): Promise<string[]> {
  return (await asked(deviceSetUp.superSaveDevice, deviceOf(input))).words
}
const stored = async <T extends { code: number; kind: string }>(input: T) => ({
  ...input,
  id: (await found(input.code, input.kind)).id,
})

test('a scale that takes more for nothing takes a second person', async () => {
  const scale = await stored(SCALE)
  for (const [fields, told] of [
    [{ presence_g: 5_000_000 }, '«Ворота»: Порог груза 200 кг → 5 000 кг'],
    [{ zero_band_g: 60_000 }, '«Ворота»: Зона нуля 20 кг → 60 кг'],
    [{ max_g: 80_000_000 }, '«Ворота»: Max 60 000 кг → 80 000 кг'],
    [{ min_g: 200_000 }, '«Ворота»: Min 400 кг → 200 кг'],
    [{ d_g: 20_000 }, '«Ворота»: Деление d 10 кг → 20 кг'],
    [{ e_g: 50_000, min_g: 400_000 }, '«Ворота»: Деление e 20 кг → 50 кг'],
    [{ verification_until: '2028-03-01' }, '«Ворота»: Поверка до 01.03.2027 → 01.03.2028'],
    [{ verification_until: null }, '«Ворота»: Поверка до 01.03.2027 → не указано'],
  ] as const)
    assert.deepEqual(await words({ ...scale, ...fields }), [told])
  await saveDevice({ ...scale, presence_g: 150_000, title: 'Ворота 2' })
  assert.deepEqual(await words(scale), ['«Ворота 2»: Порог груза 150 кг → 200 кг'])
  await saveDevice({ ...scale, presence_g: 150_000 })
})

test('so does a scale that is read from elsewhere, on whatever way it comes there', async () => {
  const scale = { ...(await stored(SCALE)), presence_g: 150_000 }
  const moved = { ...scale, connection: tcp('127.0.0.1', 11_990) }
  assert.deepEqual(await words(moved), ['«Ворота»: адрес 192.168.1.20:4001 → 127.0.0.1:11990'])
  const [driver] = await words({
    ...scale,
    driver: 'ascii',
    connection: { ...scale.connection, settings: { format: 'and18', unit: 't' } },
  })
  assert.match(driver!, /протокол .* → CAS, A&D, Rice Lake, .*Единица тонны/)
  const settings = { format: 'continuous', checksum: 'off' }
  const checksum = await words({ ...scale, connection: { ...scale.connection, settings } })
  assert.deepEqual(checksum, ['«Ворота»: Контрольная сумма определить → нет'])
  const [added] = await words({ ...SCALE, code: 73, title: 'Новые', post: 2, disabled: true })
  assert.match(
    added!,
    /^«Новые»: новые весы, пост 2 «Пост 2», .*, адрес 192\.168\.1\.20:4001, .*, порог груза 200 кг, зона нуля 20 кг, снимают: никто, номера читают: никто$/,
  )
  const [posted] = await words({ ...scale, post: 9 })
  assert.match(posted!, /^«Ворота»: пост 7 «Ворота», автомобильный → 9 «Тупик», платформа, снимают/)
  // Switched off and on again, or off its post, it is what it was; changed meanwhile it is not.
  await saveDevice({ ...scale, disabled: true })
  assert.deepEqual(await words({ ...moved, disabled: true }), await words(moved))
  await saveDevice(scale)
  await saveDevice({ ...scale, post: null })
  assert.match((await words(scale))[0]!, /пост не выбран → 7 «Ворота», автомобильный/)
  await manager().send(
    deviceSetUp.superSaveDevice,
    deviceOf(scale),
    await approval(
      own.manager,
      (await asked(deviceSetUp.superSaveDevice, deviceOf(scale))).refused,
      second,
    ),
  )
})

test('so does another kind of a post that has a scale, and of none a kind is free', async () => {
  const { posts } = await read()
  const { id, title } = posts.find(({ number }) => number === 7)!
  const kind = await asked(device.superSavePost, postOf({ id, number: 7, title, kind: 'platform' }))
  assert.deepEqual(kind.words, ['Пост 7 «Ворота»: вид автомобильный → платформа'])
  await savePost({ id, number: 17, title: 'Ворота 2', kind: 'truck' })
  await savePost({ id, number: 7, title, kind: 'truck' })
  const made = await savePost({ number: 8, kind: 'truck', title: 'Пустой' })
  const empty = made.posts.find(({ number }) => number === 8)!
  await savePost({ id: empty.id, number: 8, kind: 'platform', title: 'Пустой' })
})

test('so does every way by which a camera sees a post no more', async () => {
  const seen = await stored(CAMERA)
  const blind = ['«Обзор»: больше не снимает взвешивания на посту 1 «Пост 1»']
  assert.deepEqual(await words({ ...seen, disabled: true }), ['«Обзор»: выключена'])
  assert.deepEqual(await words({ ...seen, post: 2 }), blind)
  assert.deepEqual(await words({ ...seen, code: 79 }), blind)
  assert.deepEqual(await words({ ...seen, post: null, site_id: otherSite }), blind)
  assert.deepEqual(await words({ ...seen, connection: { url: 'http://192.168.1.31/picture' } }), [
    '«Обзор»: адрес http://192.168.1.30/picture → http://192.168.1.31/picture',
  ])
  assert.deepEqual(await words({ ...seen, title: 'Индикатор 2' }), [
    '«Обзор»: по новому названию «Индикатор 2» снимает индикатор, такие снимки не сличаются',
  ])
  const query = { companyId: own.id, deviceId: seen.id }
  assert.deepEqual((await asked(device.superDeleteDevice, { query })).words, ['«Обзор»: удалена'])
  // A title, a sign-in, and the whole site instead of one post take nothing away.
  await saveDevice({ ...seen, title: 'Обзор двора', post: null })
  const whole = { ...seen, post: null }
  await saveDevice({ ...whole, connection: { ...seen.connection, user: 'viewer' } })
  const { refused } = await asked(device.superDeleteDevice, { query })
  await manager().send(
    device.superDeleteDevice,
    { query },
    await approval(own.manager, refused, second),
  )
  // What is gone from a post that is set up anew is no loss.
  await saveDevice(CAMERA)
})

test('so does every way by which plates are read no more, or through another camera', async () => {
  const plates = await stored(PLATES)
  assert.deepEqual(await words({ ...plates, disabled: true }), ['«Номера»: выключена'])
  assert.deepEqual(await words({ ...plates, post: 2 }), [
    '«Номера»: больше не читает номера на посту 1 «Пост 1»',
  ])
  assert.deepEqual(await words({ ...plates, connection: { camera: 3 } }), [
    '«Спереди»: номера на посту 1 «Пост 1» читаются через «Индикатор»',
  ])
  const roi = { x: 0, y: 0, width: 40, height: 40 }
  const [part] = await words({ ...plates, connection: { camera: 1, roi } })
  assert.match(part!, /^«Номера»: Часть снимка нет → \{/)
  const query = { companyId: own.id, deviceId: plates.id }
  assert.deepEqual((await asked(device.superDeleteDevice, { query })).words, ['«Номера»: удалена'])
})

test('a site on which nothing was weighed yet is set up by one person', async () => {
  await savePost({ number: 21, kind: 'truck', title: 'Тула', site_id: otherSite })
  const scale = { ...SCALE, code: 74, title: 'Тула', post: 21, site_id: otherSite }
  await saveDevice(scale)
  const id = (await found(74)).id
  await saveDevice({ ...scale, id, connection: tcp('127.0.0.1') })
  // From there to where was weighed it comes as a scale with all that it is.
  const [moved] = await words({ ...scale, id, site_id: own.siteId, post: 9 })
  assert.match(moved!, /^«Тула»: адрес 127\.0\.0\.1:4001 → 192\.168\.1\.20:4001/)
  await manager().send(device.superDeleteDevice, { query: { companyId: own.id, deviceId: id } })
})

test('a PIN for one address lets no other through', async () => {
  const scale = { ...(await stored(SCALE)), presence_g: 150_000 }
  const to = (host: string) => deviceOf({ ...scale, connection: tcp(host) })
  const { refused } = await asked(deviceSetUp.superSaveDevice, to('192.168.1.50'))
  const pin = await approval(own.manager, refused, second)
  const other = await manager().refused(deviceSetUp.superSaveDevice, to('192.168.1.51'), pin)
  assert.equal(other.code, 'approval.required')
  await manager().send(
    deviceSetUp.superSaveDevice,
    to('192.168.1.50'),
    await approval(own.manager, refused, second),
  )
  const [event] = await own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'device.update')
    .select('approver_id')
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  assert.equal(event!.approver_id, second.id)
})
