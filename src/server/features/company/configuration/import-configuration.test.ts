import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import {
  Configuration,
  configurationCalls,
  configurationOf,
} from '#contract/company/company-configuration.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world
const root = supervisor.api
const call = configurationCalls.importConfiguration

const read = (id: string) => root.send(company.get, { query: { id } })
const fileOf = (settings: object, more: object = {}) =>
  JSON.stringify({ format: 'priyomka.company-settings', version: 1, settings, ...more })
async function body(text: string, dry_run?: true) {
  const { id, version } = await read(own.id)
  return { body: { id, version, text, ...(dry_run && { dry_run }) } }
}
const refused = async (text: string) => root.refused(call, await body(text))

test('a file of another company shows its difference, changes nothing, and is then taken whole', async () => {
  const from = await read(other.id)
  await root.send(companyChange.update, {
    body: {
      id: from.id,
      version: from.version,
      settings: { rules: { retention_years: 9 }, modules_cfg: { act: { copies: 3 } } },
    },
  })
  const text = JSON.stringify(configurationOf((await read(other.id)).settings))
  const before = await read(own.id)
  const shown = await root.send(call, await body(text, true))
  const changes = [
    { path: 'modules_cfg.act.copies', was: 2, now: 3 },
    { path: 'rules.retention_years', was: 5, now: 9 },
  ]
  assert.deepEqual(shown, { applied: false, version: before.version, changes })
  assert.deepEqual((await read(own.id)).settings, before.settings)
  const taken = await root.send(call, await body(text))
  assert.deepEqual([taken.applied, taken.changes], [true, changes])
  const now = await read(own.id)
  assert.equal(now.version, taken.version)
  assert.deepEqual(configurationOf(now.settings), JSON.parse(text))
  assert.deepEqual((await root.send(call, await body(text))).changes, [])
})

test('a difference that was shown is not taken over what a colleague changed meanwhile', async () => {
  const text = fileOf({ rules: { storage_gb: 70 } })
  const shown = await body(text, true)
  await root.send(call, shown)
  const { version } = shown.body
  const colleague = { id: own.id, version, settings: { rules: { storage_gb: 80 } } }
  await root.send(companyChange.update, { body: colleague })
  const late = await root.refused(call, { body: { id: own.id, version, text } })
  assert.equal(late.code, 'common.stale')
  assert.equal((await read(own.id)).settings.rules.storage_gb, 80)
})

test('what is no file of settings, or of another version, is refused with words', async () => {
  for (const text of ['PK', '[]', 'null', '{"settings":{}}', fileOf({}, { format: 'other' })]) {
    const refusal = await refused(text)
    assert.equal(refusal.code, 'company.bad-configuration')
    assert.match(refusal.message, /не файл настроек/)
  }
  const newer = await refused(fileOf({}, { version: 2 }))
  assert.deepEqual(newer.fields, { version: 'Здесь принимается версия 1' })
})

test('unknown keys and values out of bounds are told at their places, and nothing is taken', async () => {
  const before = await read(own.id)
  const refusal = await refused(
    fileOf({
      rules: { retention_years: 1, colour: 'red' },
      modules_cfg: { weight: { printers: {} }, act: { copies: 'two' } },
      modules: ['payments'],
      legacy: { source: 'base' },
    }),
  )
  assert.equal(refusal.code, 'company.bad-configuration')
  assert.deepEqual(refusal.fields, {
    'settings.modules.0': 'Такого значения нет в списке',
    'settings.modules_cfg.weight': 'Неизвестное поле: printers',
    'settings.modules_cfg.act.copies': 'Неверный вид значения',
    'settings.rules.retention_years': 'Не меньше 5',
    'settings.rules': 'Неизвестное поле: colour',
    settings: 'Неизвестное поле: legacy',
  })
  assert.deepEqual(await read(own.id), before)
})

test('a file keeps to the rules that bind settings: modules by their needs, formats by their numbers', async () => {
  const alone = await refused(fileOf({ modules: ['weight'] }))
  assert.equal(alone.code, 'module.dependency')
  const purpose = await refused(fileOf({ rules: { purpose_template: 'Оплата' } }))
  assert.deepEqual(Object.keys(purpose.fields ?? {}), ['settings.rules.purpose_template'])
})

test('a file holds no secrets and nothing that belongs to one company alone', async () => {
  const { settings } = await read(own.id)
  const file = configurationOf({ ...settings, legacy: { source: 'secret-base' } })
  assert.ok(Configuration.safeParse(file).success)
  assert.doesNotMatch(JSON.stringify(file), /secret-base|printers|sbp_banks|password|token|https?:/)
})

test('only SUPERVISOR takes a file, and only into a company that exists', async () => {
  const input = await body(fileOf({}))
  assert.equal((await world.nobody.refused(call, input)).status, 401)
  for (const { api } of [own.manager, own.operator, other.manager])
    assert.equal((await api.refused(call, input)).status, 403)
  const gone = { body: { ...input.body, id: '01900000-0000-7000-8000-000000000000' } }
  assert.equal((await root.refused(call, gone)).code, 'common.not-found')
})
