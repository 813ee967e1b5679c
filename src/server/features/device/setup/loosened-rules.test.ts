import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { device } from '#contract/device/device.ts'
import type { SendInput } from '#contract/core/call.ts'
import type { YardRulesInput } from '#contract/core/module-settings.ts'
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

before(async () => {
  world = await openWorld()
  own = world.own
  second = await addPerson(world.app, world.services, own.id, 'second', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  await addDevices(own)
  // As it is set up, before the first weight, nothing takes another person.
  await save({ weight: { ...LOOSER } })
  await save({ weight: { ...STRICT }, camera: { on_capture: [1, 2, 3] } })
  await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
})
after(() => world.close())

const manager = () => own.manager.api
const read = () => manager().send(device.superGetYard, { query: { companyId: own.id } })
const rulesOf = async (rules: YardRulesInput) => ({
  body: { companyId: own.id, version: (await read()).version, rules },
})
const save = async (rules: YardRulesInput) =>
  manager().send(device.superSaveRules, await rulesOf(rules))

async function asked(input: SendInput<typeof device.superSaveRules>) {
  const refused = await manager().refused(device.superSaveRules, input)
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
    const { words } = await asked(await rulesOf({ weight: { [name]: value } }))
    assert.equal(words.length, 1, name)
  }
  const fewer = await asked(await rulesOf({ camera: { on_capture: [1, 2] } }))
  assert.deepEqual(fewer.words, ['«Индикатор»: больше не снимает взвешивания на посту 1 «Пост 1»'])
  const input = await rulesOf({ weight: { zero_limit_bp: 10_000, tare_free_kg: 4000 } })
  const { refused, words } = await asked(input)
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
