import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bank } from '#contract/bank/bank.ts'
import { company } from '#contract/company/company.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { defaultRules } from '#contract/company/company-settings.ts'
import { defaultModulesCfg, type ModulesCfg } from '#contract/core/module-settings.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { START_NOTICES, userPreferences } from '#contract/user/user-preferences.ts'
import { modules } from '#contract/core/modules.ts'
import { moduleTags } from '#contract/core/module-tags.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { openWorld } from '#test/support/world.ts'
import { settingsOf } from './settings.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor, services } = world
const bankId = uuidv7()

before(async () => {
  const { q, seal } = services
  await q
    .insertInto('bank')
    .values({ id: bankId, code: 'training', name: 'Учебный банк', adapter: 'sandbox' })
    .execute()
  const id = uuidv7()
  const place = { companyId: own.id, table: 'bank_config', id, field: 'credentials' }
  await q
    .insertInto('bank_config')
    .values({
      company_id: own.id,
      id,
      bank_id: bankId,
      title: 'Выплаты',
      credentials: seal.close(place, '{"secret_key":"canary-key"}'),
      per_payment_kop: 1,
      per_day_kop: 1,
      per_month_kop: 1,
      payee_day_count: 1,
      payee_month_kop: 1,
    })
    .execute()
  await q
    .insertInto('bank_config_default')
    .values({ company_id: own.id, method: 'card', bank_config_id: id })
    .execute()
  const scale = { kind: 'scale', code: 1, driver: 'tenso-m', title: 'Автомобильные' }
  const camera = { kind: 'camera', code: 1, driver: 'snapshot', title: 'Въезд' }
  const weights = { max_g: 60e6, min_g: 400e3, d_g: 20e3, e_g: 20e3, zero_band_g: 20e3 }
  for (const device of [
    {
      ...scale,
      ...weights,
      presence_g: 200e3,
      connection: JSON.stringify({ transport: { type: 'tcp', host: '127.0.0.1', port: 1 } }),
    },
    {
      ...camera,
      connection: JSON.stringify({ url: 'http://10.0.0.7/s.jpg', password: 'canary-pass' }),
    },
    {
      kind: 'plate_camera',
      code: 1,
      driver: 'embedded',
      title: 'Номера',
      connection: JSON.stringify({ camera: 1 }),
    },
  ])
    await q
      .insertInto('device')
      .values({
        company_id: own.id,
        id: uuidv7(),
        site_id: own.siteId,
        post_id: own.posts[0]!.id,
        ...device,
      })
      .execute()
})

test('a person sees his company without keys and without addresses of devices', async () => {
  const card = await own.operator.api.send(ownCompany.getOwn)
  assert.equal(card.id, own.id)
  assert.equal(card.posts.length, 3)
  assert.equal(card.sites[0]!.agent, null)
  const [config] = card.bank_configs
  assert.deepEqual(
    [config!.has_credentials, config!.training, config!.default_for],
    [true, true, ['card']],
  )
  const training = Object.fromEntries(card.devices.map((d) => [d.kind, d.training]))
  assert.deepEqual(training, { scale: true, camera: false, plate_camera: false })
  assert.equal(card.missing, undefined)
  const text = JSON.stringify(card)
  for (const secret of ['canary', '10.0.0.7', 'Лютик', other.id])
    assert.ok(!text.includes(secret), secret)
})

test('SUPERVISOR sees any company with its connections but never a password, and has no company of his own', async () => {
  const card = await supervisor.api.send(company.get, { query: { id: own.id } })
  const text = JSON.stringify(card)
  assert.ok(text.includes('10.0.0.7') && !text.includes('canary'))
  assert.deepEqual(card.missing, [])
  assert.equal((await supervisor.api.refused(ownCompany.getOwn)).code, 'company.none')
  const missing = await supervisor.api.refused(company.get, { query: { id: uuidv7() } })
  assert.equal(missing.code, 'common.not-found')
})

test('a screen starts with what the own calls answer one by one, and with no more', async () => {
  for (const { api } of [own.operator, own.manager, other.user, supervisor]) {
    const start = await api.send(ownCompany.getStart)
    const { folders } = await api.send(userAccess.getActions, { query: {} })
    const held = folders.flatMap(({ actions }) => actions).filter(({ mine }) => mine.allowed)
    assert.deepEqual(new Set(start.rights), new Set(held.map(({ code }) => code)))
    assert.deepEqual(start.preferences, await api.send(userPreferences.getPreferences))
    const bell = { query: { filter: { limit: START_NOTICES } } }
    assert.deepEqual(start.notices, await api.send(userPreferences.getNotices, bell))
    const company = api === supervisor.api ? null : await api.send(ownCompany.getOwn)
    assert.deepEqual(start.company, company)
  }
  const [operator, manager] = [own.operator, own.manager].map(({ api }) => api)
  const rightsOf = async (api = operator) => (await api!.send(ownCompany.getStart)).rights.length
  assert.ok((await rightsOf()) < (await rightsOf(manager)))
})

test('the list of companies is found by name and ИНН, counted and sorted', async () => {
  const { api } = supervisor
  const all = await api.send(company.getAll, { query: {} })
  assert.deepEqual([all.total, all.items[0]!.sites_count, all.items[0]!.users_count], [2, 1, 3])
  const find = (filter: object) => api.send(company.getAll, { query: { filter } })
  assert.equal((await find({ search: 'ромаш' })).items[0]!.id, own.id)
  assert.equal((await find({ inn: '7707' })).total, 1)
  assert.equal((await find({ search: '%' })).total, 0, 'a wildcard is a plain character')
  assert.equal((await find({ status: ['archived'] })).total, 0)
  const sorted = await find({ sort: [['name', 'desc']] })
  assert.equal(sorted.items[0]!.id, own.id)
  const bad = await api.refused(company.getAll, {
    query: { filter: { sort: [['x', 'asc']] } },
  })
  assert.equal(bad.code, 'filter.invalid')
})

test('modules come with defaults under the own settings, and with the bank’s directory', async () => {
  await services.q
    .updateTable('company')
    .set({
      settings: JSON.stringify({
        modules: ['weight', 'supplier', 'transactions', 'product'],
        modules_cfg: { weight: { min_photos: 0 } },
        rules: { zasor_free_bp: 700 },
      }),
    })
    .where('id', '=', other.id)
    .execute()
  await services.q.insertInto('sbp_bank').values({ bank_id: '1', name: 'Банк' }).execute()
  const answer = await other.user.api.send(modules.getOwn)
  assert.deepEqual(answer.modules, ['supplier', 'product', 'weight', 'transactions'])
  assert.equal(answer.modules_cfg.weight?.min_photos, 0)
  assert.equal(answer.modules_cfg.weight?.stab_ms, defaultModulesCfg.weight?.stab_ms)
  assert.deepEqual(answer.modules_cfg.payment?.sbp_banks, [{ bank_id: '1', name: 'Банк' }])
  assert.deepEqual((await supervisor.api.send(modules.getOwn)).modules, [])
  const all = await supervisor.api.send(modules.superGetAll)
  assert.deepEqual(
    all.map((spec) => spec.tag),
    [...moduleTags],
  )
})

test('settings that were never set have their defaults, and stored ones override them', () => {
  assert.deepEqual(settingsOf(null).rules, defaultRules)
  const settings = settingsOf({ rules: { pd_basis: 'consent' }, modules: ['act', 'nonsense'] })
  assert.equal(settings.rules.pd_basis, 'consent')
  assert.equal(settings.rules.retention_years, 5)
  assert.deepEqual(settings.modules, ['act'])
  const cfg: ModulesCfg = settings.modules_cfg
  assert.deepEqual(cfg, defaultModulesCfg)
})

test('banks are listed for SUPERVISOR with the number of agreements', async () => {
  const list = await supervisor.api.send(bank.getAll, { query: {} })
  assert.deepEqual(
    list.items.map((row) => [row.code, row.methods, row.configs_count]),
    [['training', ['card', 'sbp', 'account'], 1]],
  )
  const none = await supervisor.api.send(bank.getAll, {
    query: { filter: { adapter: ['tbank'] } },
  })
  assert.equal(none.total, 0)
})

test('lists of the platform are closed to a company’s people', async () => {
  for (const call of [company.getAll, bank.getAll, modules.superGetAll])
    for (const person of [own.operator, own.manager, own.user])
      assert.equal((await person.api.refused(call, {})).code, 'access.denied')
})
