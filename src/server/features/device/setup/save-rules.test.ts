import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ownCompany } from '#contract/company/own-company.ts'
import { device, weight } from '#contract/device/device.ts'
import type { YardRulesInput } from '#contract/core/module-settings.ts'
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

const yardOf = (companyId = world.own.id) => ({ query: { companyId } })
const manager = () => world.own.manager.api
const read = () => manager().send(device.superGetYard, yardOf())

async function saving(rules: YardRulesInput) {
  const { version } = await read()
  return { body: { companyId: world.own.id, version, rules } }
}
const save = async (rules: YardRulesInput) =>
  manager().send(device.superSaveRules, await saving(rules))

/** Waits until the agent was sent rules of which this holds. */
async function told(holds: (rules: Record<string, unknown>) => boolean) {
  const heard = () =>
    yard.received.some((message) => message.msg === 'config' && holds(message.rules))
  await until(heard)
}

test('a manager changes single rules; stations and the agent get them at once', async () => {
  const before = await read()
  await yard.load(3, 25)
  const shown = () => world.own.operator.api.send(weight.get, { query: {} })
  assert.notEqual((await shown()).device_id, yard.devices['scale3'])
  const after = await save({
    weight: { posts: { weight: 3, weight1: 2, weight2: 1 }, stab_frames: 12 },
    camera: { on_capture: [3] },
  })
  assert.equal(after.version, before.version + 1)
  assert.deepEqual(after.rules, {
    ...before.rules,
    weight: {
      ...before.rules.weight,
      posts: { weight: 3, weight1: 2, weight2: 1 },
      stab_frames: 12,
    },
    camera: { ...before.rules.camera, on_capture: [3] },
  })
  await told((rules) => rules['stab_frames'] === 12)
  assert.equal((await shown()).device_id, yard.devices['scale3'])
  const { settings } = await world.own.operator.api.send(ownCompany.getOwn, {})
  assert.equal(settings.modules_cfg.weight?.posts.weight, 3)
  const [event] = await world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'company.yard-rules')
    .select(['before', 'after', 'user_id'])
    .execute()
  assert.deepEqual(event!.before, { rules: before.rules })
  assert.deepEqual(event!.after, { rules: after.rules })
  assert.equal(event!.user_id, world.own.manager.id)
})

test('SUPERVISOR changes the rules of any company, and slip printers stay at their posts', async () => {
  const { posts } = await read()
  const { id, number, kind, title, site_id } = posts.find((one) => one.number === 1)!
  const printer = { host: '192.168.1.9', port: 9100, columns: 42 }
  const post = { id, number, kind, title, site_id }
  await manager().send(device.superSavePost, { body: { companyId: world.own.id, post, printer } })
  const saved = await world.supervisor.api.send(
    device.superSaveRules,
    await saving({ weight: { min_photos: 1 }, carnumber: { autofill: false } }),
  )
  assert.equal(saved.rules.weight.min_photos, 1)
  assert.equal(saved.rules.carnumber.autofill, false)
  assert.deepEqual(saved.posts.find((one) => one.number === 1)!.printer, printer)
})

test('unchanged rules write nothing', async () => {
  const { version, rules } = await read()
  const again = await save({ weight: { min_pass_s: rules.weight.min_pass_s } })
  assert.equal(again.version, version)
})

test('saving over a newer version is refused', async () => {
  const old = await saving({ weight: { stale_hours: 48 } })
  await save({ weight: { stored_tare_days: 7 } })
  assert.equal((await manager().refused(device.superSaveRules, old)).code, 'common.stale')
  assert.equal((await read()).rules.weight.stored_tare_days, 7)
})

test('a value out of its bounds is refused at its field', async () => {
  const at = async (rules: object, field: string, words: RegExp) => {
    const refused = await manager().refused(
      device.superSaveRules,
      await saving(rules as YardRulesInput),
    )
    assert.match(refused.fields?.[`rules.${field}`] ?? '', words)
  }
  await at({ weight: { max_age_ms: 499 } }, 'weight.max_age_ms', /Не меньше 500/)
  await at({ weight: { min_pass_s: 59 } }, 'weight.min_pass_s', /Не меньше 60/)
  await at({ weight: { stab_ms: 10_001 } }, 'weight.stab_ms', /Не больше 10000/)
  await at({ carnumber: { min_confidence_bp: 10_001 } }, 'carnumber.min_confidence_bp', /больше/)
  const posts = { weight: 77, weight1: 2, weight2: 3 }
  await at({ weight: { posts } }, 'weight.posts.weight', /Такого поста нет/)
  await at({ camera: { on_capture: [1, 44] } }, 'camera.on_capture', /Камеры 44 нет/)
  await at({ camera: { on_capture: [1, 1] } }, 'camera.on_capture', /дважды/)
})

test('operators and another company cannot change rules', async () => {
  const input = await saving({ weight: { min_photos: 0 } })
  const call = device.superSaveRules
  const said = async (api: typeof world.nobody, given = input) =>
    (await api.refused(call, given)).status
  assert.equal(await said(world.nobody), 401)
  assert.equal(await said(world.own.operator.api), 403)
  assert.equal(await said(world.own.user.api), 403)
  assert.equal(await said(world.other.manager.api), 404)
  const nowhere = { body: { ...input.body, companyId: uuidv7() } }
  assert.equal(await said(world.other.manager.api, nowhere), 404)
  assert.equal(await said(world.supervisor.api, nowhere), 404)
})
