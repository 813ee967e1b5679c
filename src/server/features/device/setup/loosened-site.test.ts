import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { device } from '#contract/device/device.ts'
import { deviceSetUp, type DeviceInput } from '#contract/device/device-set-up.ts'
import type { CallSpec, SendInput } from '#contract/core/call.ts'
import type { YardRulesInput } from '#contract/core/module-settings.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
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

const STRICT = {
  max_age_ms: 1500,
  stab_frames: 20,
  stab_ms: 3000,
  min_pass_s: 90,
  zero_limit_bp: 10,
  tare_free_kg: 100,
  two_sites_min: 15,
  truck_gap_s: 20,
  stale_hours: 24,
  stored_tare_days: 7,
  min_photos: 2,
}
const LOOSER = {
  max_age_ms: 1501,
  stab_frames: 19,
  stab_ms: 2999,
  min_pass_s: 89,
  zero_limit_bp: 11,
  tare_free_kg: 101,
  two_sites_min: 14,
  truck_gap_s: 19,
  stale_hours: 25,
  stored_tare_days: 8,
  min_photos: 1,
}
const SCALE = {
  kind: 'scale' as const,
  driver: 'mettler' as const,
  code: 71,
  title: 'Ворота',
  connection: {
    transport: { type: 'tcp' as const, host: '192.168.1.20', port: 4001 },
    settings: { format: 'continuous' as const },
  },
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

before(async () => {
  world = await openWorld()
  own = world.own
  second = await addPerson(world.app, world.services, own.id, 'second', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  // As it is set up, before the first weight, nothing takes another person.
  await save({ weight: { ...LOOSER } })
  await saveDevice(CAMERA)
  await save({ weight: { ...STRICT }, camera: { on_capture: [1, 2, 72] } })
  await saveDevice(SCALE)
  const { id } = await found(71)
  await saveDevice({ ...SCALE, id, presence_g: 300_000 })
  await saveDevice({ ...SCALE, id })
  await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
})
after(() => world.close())

const manager = () => own.manager.api
const read = () => manager().send(device.superGetYard, { query: { companyId: own.id } })
const found = async (code: number, kind = 'scale') =>
  (await read()).devices.find((one) => one.code === code && one.kind === kind)!
const rulesOf = async (rules: YardRulesInput) => ({
  body: { companyId: own.id, version: (await read()).version, rules },
})
const save = async (rules: YardRulesInput) =>
  manager().send(device.superSaveRules, await rulesOf(rules))
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

test('a rule of weighing that refuses or marks less takes a second person, each by itself', async () => {
  for (const [name, value] of Object.entries(LOOSER)) {
    const { words } = await asked(
      device.superSaveRules,
      await rulesOf({ weight: { [name]: value } }),
    )
    assert.equal(words.length, 1, name)
  }
  const fewer = await asked(
    device.superSaveRules,
    await rulesOf({ camera: { on_capture: [1, 2] } }),
  )
  assert.deepEqual(fewer.words, ['Снимать при каждом взвешивании: больше не камера 72'])
  const input = await rulesOf({ weight: { zero_limit_bp: 10_000, tare_free_kg: 4000 } })
  const { refused, words } = await asked(device.superSaveRules, input)
  assert.deepEqual(words, [
    'Пустые весы не на нуле: не взвешивать сверх: было 0,1 %, будет 100 %',
    'Тара машины отличается больше чем на: было 100 кг, будет 4000 кг',
  ])
  await manager().send(device.superSaveRules, input, await approval(own.manager, refused, second))
  const { rules } = await read()
  assert.deepEqual([rules.weight.zero_limit_bp, rules.weight.tare_free_kg], [10_000, 4000])
  const [event] = await own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'company.yard-rules')
    .select('approver_id')
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  assert.equal(event!.approver_id, second.id)
})

test('a stricter rule, one that guards nothing, and a super administrator take none', async () => {
  await save({ weight: { ...STRICT, poll_ms: 700 }, carnumber: { min_confidence_bp: 9000 } })
  await world.supervisor.api.send(device.superSaveRules, await rulesOf({ weight: { ...LOOSER } }))
  await save({ weight: { ...STRICT } })
})

test('so does a scale that takes more for nothing, and a camera that sees a post no more', async () => {
  const { id } = await found(71)
  const scale = { ...SCALE, id }
  for (const [fields, words] of [
    [{ presence_g: 5_000_000 }, '«Ворота»: Порог груза: было 200 кг, будет 5000 кг'],
    [{ zero_band_g: 60_000 }, '«Ворота»: Зона нуля: было 20 кг, будет 60 кг'],
    [{ max_g: 80_000_000 }, '«Ворота»: Max: было 60000 кг, будет 80000 кг'],
    [{ d_g: 20_000 }, '«Ворота»: Деление d: было 10 кг, будет 20 кг'],
    [{ e_g: 50_000 }, '«Ворота»: Деление e: было 20 кг, будет 50 кг'],
    [
      { verification_until: '2028-03-01' },
      '«Ворота»: Поверка до: было 01.03.2027, будет 01.03.2028',
    ],
    [{ verification_until: null }, '«Ворота»: Поверка до: было 01.03.2027, будет не указано'],
  ] as const) {
    const given = await asked(deviceSetUp.superSaveDevice, deviceOf({ ...scale, ...fields }))
    assert.deepEqual(
      given.words.map((one) => one.replace(/(\d) (\d{3})/g, '$1$2')),
      [words],
    )
  }
  await saveDevice({ ...scale, presence_g: 150_000, title: 'Ворота 2' })

  const seen = { ...CAMERA, id: (await found(72, 'camera')).id }
  const off = await asked(deviceSetUp.superSaveDevice, deviceOf({ ...seen, disabled: true }))
  assert.deepEqual(off.words, ['«Обзор»: выключена'])
  const away = await asked(deviceSetUp.superSaveDevice, deviceOf({ ...seen, post: 2 }))
  assert.deepEqual(away.words, ['«Обзор»: снята со своего поста'])
})
