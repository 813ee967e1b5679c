import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { partyRegistry } from '#contract/company/party-registry.ts'
import { startPartyRegistry, type RegistryFault } from '#simulators/registry/party-registry.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { openWorld } from '#test/support/world.ts'
import { readParty } from './read-party.ts'

const FIRM = '7707083893'
const PERSON = '500100732259'

const service = await startPartyRegistry()
after(() => service.close())
const registry = { url: service.url, key: service.key }
const deadlines = { ...DEADLINES, registryMs: 400, statementMs: 60_000, lockMs: 60_000 }
const world = await openWorld({ config: { registry, deadlines } })
after(() => world.close())
const { api } = world.own.operator
const find = (inn: string) => api.send(partyRegistry.findParty, { query: { inn } })

afterEach(() => {
  service.fault = null
  service.states.clear()
})

test('a firm and an entrepreneur are found by ИНН, in the words of the forms', async () => {
  const firm = await find(FIRM)
  assert.equal(firm.warning, null)
  assert.equal(firm.said, null)
  assert.equal(firm.party!.kind, 'firm')
  assert.match(firm.party!.full_name!, /^ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ «.+»$/)
  assert.match(firm.party!.short_name!, /^ООО «.+»$/)
  assert.equal(firm.party!.kpp, '770701001')
  assert.equal(firm.party!.director_position, 'Генеральный директор')
  assert.equal(firm.party!.last_name, null)
  const person = (await find(PERSON)).party!
  assert.equal(person.kind, 'entrepreneur')
  assert.equal(person.kpp, null)
  assert.match(person.ogrn!, /^318/)
  assert.ok(person.last_name && person.first_name && person.middle_name)
  assert.equal(
    person.director_name,
    `${person.last_name} ${person.first_name} ${person.middle_name}`,
  )
})

test('an ИНН that is wrong by itself is not asked about', async () => {
  const before = service.asked.length
  const refused = await api.refused(partyRegistry.findParty, { query: { inn: '7707083894' } })
  assert.equal(refused.code, 'common.validation')
  assert.equal(service.asked.length, before)
})

test('a registry that lies, is silent or away fills in nothing, and says why', async () => {
  const told: Record<Exclude<RegistryFault, 'markup' | 'bad_numbers'>, RegExp> = {
    silent: /^Реестр не ответил вовремя\. Впишите/,
    slow: /^Ответ реестра не понят\. Впишите/,
    huge: /^Ответ реестра не понят\. Впишите/,
    garbage: /^Ответ реестра не понят\. Впишите/,
    wrong_shape: /^Ответ реестра не понят\. Впишите/,
    other_inn: /^Реестр ответил о другом ИНН\. Впишите/,
    limited: /^Реестр занят\. Впишите/,
    down: /^Реестр занят\. Впишите/,
    refuses: /^Реестр не принял ключ/,
  }
  for (const [fault, words] of Object.entries(told)) {
    service.fault = fault as RegistryFault
    const { party, said, warning, has_registry: isThere } = await find(PERSON)
    assert.equal(party, null, fault)
    assert.match(said!, words, fault)
    assert.equal(warning, null, fault)
    assert.equal(isThere, true)
  }
  service.fault = 'other_inn'
  assert.match((await find('6164000000')).said!, told.other_inn)
})

test('markup in a name and numbers that do not add up are left out, the rest is kept', async () => {
  service.fault = 'markup'
  const marked = (await find(FIRM)).party!
  assert.equal(marked.full_name, null)
  assert.equal(marked.short_name, null)
  assert.equal(marked.kpp, '770701001')
  service.fault = 'bad_numbers'
  const { kpp, ogrn, okpo, full_name: name } = (await find(FIRM)).party!
  assert.deepEqual([kpp, ogrn, okpo], [null, null, null])
  assert.ok(name)
})

test('a firm that ended, or is about to, is said to have', async () => {
  service.states.set(FIRM, 'LIQUIDATED').set(PERSON, 'LIQUIDATED')
  assert.match((await find(FIRM)).warning!, /организация ликвидирована 05\.02\.2024/)
  assert.match((await find(PERSON)).warning!, /предприниматель снят с учёта 05\.02\.2024/)
  for (const state of ['LIQUIDATING', 'BANKRUPT', 'REORGANIZING'] as const) {
    service.states.set(FIRM, state)
    assert.match((await find(FIRM)).warning!, /^По реестру/, state)
  }
})

test('a state that is not known here, or absent, is no good state', () => {
  const of = (state: object | null) =>
    readParty({ suggestions: [{ data: { inn: FIRM, type: 'LEGAL', state } }] }, FIRM)
  for (const state of [null, {}, { status: 'toString' }, { status: 'FROZEN' }])
    assert.match(
      String('warning' in of(state) && (of(state) as { warning: string }).warning),
      /egrul/,
    )
  const far = of({ status: 'LIQUIDATED', liquidation_date: 1e300 }) as { warning: string }
  assert.match(far.warning, /ликвидирована: покупать/)
})

test('of a head office and its branches the head office counts; a firm is not taken for a person', () => {
  const record = (fields: object) => ({
    data: { inn: FIRM, type: 'LEGAL', state: { status: 'ACTIVE' }, ...fields },
  })
  const both = [
    record({ branch_type: 'BRANCH', kpp: '540602001' }),
    record({ branch_type: 'MAIN', kpp: '773601001' }),
  ]
  const read = readParty({ suggestions: both }, FIRM)
  assert.equal('party' in read && read.party.kpp, '773601001')
  const person = readParty({ suggestions: [record({ type: 'INDIVIDUAL' })] }, FIRM)
  assert.match('said' in person ? person.said : '', /другом ИНН/)
})

test('an unknown ИНН is said to be unknown, and the key stays on the server', async () => {
  service.unknown.add(FIRM)
  const answer = await find(FIRM)
  service.unknown.delete(FIRM)
  assert.match(answer.said!, /^В реестре нет ИНН 7707083893/)
  assert.ok(!JSON.stringify(answer).includes(service.key))
})

test('without a registry nothing is asked, and strangers ask nothing', async () => {
  const { config } = world.services
  Object.assign(config, { registry: undefined })
  const before = service.asked.length
  const none = await find(FIRM)
  assert.equal(none.has_registry, false)
  assert.match(none.said!, /^Реестр не подключён/)
  Object.assign(config, { registry })
  assert.equal((await api.send(partyRegistry.findParty, { query: {} })).has_registry, true)
  assert.equal(service.asked.length, before)
  const query = { inn: FIRM }
  assert.equal(
    (await world.nobody.refused(partyRegistry.findParty, { query })).code,
    'auth.required',
  )
  assert.ok((await world.supervisor.api.send(partyRegistry.findParty, { query })).party)
})
