import { deviceSetUp } from '#contract/device/device-set-up.ts'
import type { DeviceInput } from '#contract/device/device-set-up.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { addDevices } from '#test/site/yard-devices.ts'
import { openWorld } from '#test/support/world.ts'

const ORIGIN = 'https://yard1.example.ru'
const world = await openWorld({ config: { deviceOrigins: [ORIGIN] } })
after(() => world.close())
const { own, other, supervisor } = world
const root = supervisor.api
const read = () => root.send(company.get, { query: { id: own.id } })
const change = async (what: object) => {
  const { version } = await read()
  return root.send(companyChange.update, { body: { id: own.id, version, ...what } })
}
const refused = async (what: object) => {
  const { version } = await read()
  return root.refused(companyChange.update, { body: { id: own.id, version, ...what } })
}

test('requisites and settings can be changed in part, and the rest is kept', async () => {
  const before = await read()
  const rules = { zasor_free_bp: 900 }
  const after = await change({ short_name: 'Иначе', settings: { rules } })
  assert.deepEqual([after.short_name, after.name], ['Иначе', before.name])
  assert.deepEqual(after.settings, {
    ...before.settings,
    rules: { ...before.settings.rules, ...rules },
  })
  const stale = { body: { id: own.id, version: before.version, short_name: 'Ещё' } }
  assert.equal((await root.refused(companyChange.update, stale)).code, 'common.stale')
})

test('an age of weights that an existing scale cannot keep is refused by every call that sets it', async () => {
  const transport = { type: 'tcp', host: '192.168.1.20', port: 4001 } as const
  const scale = {
    kind: 'scale',
    driver: 'massa-k',
    code: 55,
    title: 'Редкие весы',
    connection: { transport, settings: { period_ms: 500 } },
    max_g: 600_000,
    d_g: 100,
    e_g: 100,
  } as const
  await root.send(deviceSetUp.superSaveDevice, { body: { companyId: own.id, device: scale } })
  const answer = await refused({ settings: { modules_cfg: { weight: { max_age_ms: 600 } } } })
  assert.match(answer.fields!['settings.modules_cfg.weight.max_age_ms']!, /^Весы «Редкие весы»: /)
  await change({ settings: { modules_cfg: { weight: { max_age_ms: 900 } } } })
})

test('a module without those that it needs, a route without an allowed origin and a taken ИНН are refused', async () => {
  const modules = await refused({ settings: { modules: ['weight'] } })
  assert.equal(modules.code, 'module.dependency')
  const evil = { tag: 'weight', url: 'https://evil.example/' }
  assert.equal((await refused({ routeTable: [evil] })).code, 'route.not-allowed')
  const routeTable = [{ tag: 'weight', url: `${ORIGIN}/` }]
  assert.deepEqual((await change({ routeTable })).routeTable, routeTable)
  assert.deepEqual((await change({ routeTable: [] })).routeTable, [])
  const taken = await root.send(company.get, { query: { id: other.id } })
  assert.equal((await refused({ inn: taken.inn })).code, 'company.duplicate-inn')
})

test('a sent list replaces the stored one: devices with weighings are switched off, others removed', async () => {
  const ids = await addDevices(own)
  await own.db.q
    .insertInto('weight_episode')
    .values({
      company_id: own.id,
      id: '01J00000000000000000000000',
      device_id: ids['scale2']!,
      started_at: '2026-11-20T10:00:00Z',
      offline: false,
    })
    .execute()
  const first: DeviceInput = {
    id: ids['scale1']!,
    kind: 'scale',
    driver: 'mettler',
    code: 1,
    post: 1,
    title: 'Одни',
    max_g: 60_000_000,
    d_g: 20_000,
    e_g: 20_000,
  }
  const { devices } = await change({ devices: [first] })
  assert.deepEqual(
    devices.map(({ id, status, title }) => [id, status, title]),
    [
      [ids['scale1'], 'offline', 'Одни'],
      [ids['scale2'], 'disabled', 'Весы 2'],
    ],
  )
  const bad = await refused({ devices: [{ ...first, max_g: 1 }] })
  assert.match(bad.fields?.['devices.0.max_g'] ?? '', /больше Min/)
  const posts = await refused({ posts: [] })
  assert.match(posts.fields?.['posts'] ?? '', /нельзя убрать/)
  const second = { name: 'Вторая', address: 'г. Тула' }
  const { sites } = await read()
  const kept = sites.map(({ id, name, address }) => ({ id, name, address }))
  const grown = await change({ sites: [...kept, second] })
  assert.equal(grown.sites.length, kept.length + 1)
  const less = await change({ sites: kept })
  assert.equal(less.sites.find(({ name }) => name === 'Вторая')!.status, 'archived')
  assert.equal((await refused({ sites: [second] })).code, 'site.in-use')
})

test('only SUPERVISOR changes a company, and only one that exists', async () => {
  const body = { id: own.id, version: 1, short_name: 'Чужая' }
  assert.equal((await world.nobody.refused(companyChange.update, { body })).status, 401)
  for (const { api } of [own.manager, own.operator, other.manager])
    assert.equal((await api.refused(companyChange.update, { body })).status, 403)
  const gone = { ...body, id: '01900000-0000-7000-8000-000000000000' }
  assert.equal((await root.refused(companyChange.update, { body: gone })).code, 'common.not-found')
})
