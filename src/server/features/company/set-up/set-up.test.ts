import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { companySetUp, type SetUpStep } from '#contract/company/set-up.ts'
import { readyCatalogue } from '#contract/price/ready-catalogue.ts'
import { product } from '#contract/price/product.ts'
import { price } from '#contract/price/price.ts'
import { report } from '#contract/report/report.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addProducts } from '#test/builders/builders.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { addKey } from '#test/key-answers.ts'
import { addPerson, openWorld } from '#test/support/world.ts'
import { storeShippedDirectory } from '../../bank/bik/shipped-directory.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, other, supervisor } = world
const root = supervisor.api

const fresh = await root.send(company.create, {
  body: {
    client_id: crypto.randomUUID(),
    name: 'ООО «Вторсырьё»',
    short_name: 'Вторсырьё',
    inn: '7728168971',
    kpp: '772801001',
    ogrn: '1027700067328',
    legal_address: 'г. Москва, ул. Складская, д. 3',
    phone: '+74951234567',
    director_position: 'Директор',
    director_name: 'Орлов Илья Петрович',
    sites: [{ name: 'Площадка', address: 'г. Москва', is_default: true }],
  },
})
const query = { companyId: fresh.id }
const read = async () => (await root.send(companySetUp.getSetUp, { query })).steps
const stateOf = async (code: SetUpStep) => (await read()).find((step) => step.code === code)?.state
const statesOf = async () =>
  Object.fromEntries((await read()).map(({ code, state }) => [code, state]))

test('a new company is told each step that it lacks, and why', async () => {
  assert.deepEqual(await statesOf(), {
    requisites: 'done',
    modules: 'done',
    site: 'done',
    post: 'missing',
    agent: 'missing',
    scale: 'missing',
    instrument: 'optional',
    plates: 'optional',
    products: 'missing',
    prices: 'missing',
    operators: 'missing',
    approver: 'missing',
    bank: 'missing',
    bik: 'optional',
    start: 'missing',
  })
  const words = new Map((await read()).map((step) => [step.code, step.words]))
  assert.match(words.get('bank')!, /нельзя выплатить/)
  assert.match(words.get('operators')!, /работать некому/)
  assert.match(words.get('bik')!, /не загружен.*ED807/)
})

test('a step is done when its part is there, and steps of a module that is off are left out', async () => {
  await root.send(company.setStatus, { body: { id: fresh.id, new_status: 'active' } })
  assert.equal(await stateOf('start'), 'done')
  const boss = await addPerson(app, services, fresh.id, 'boss', 'USER', ['OPERATOR', 'MANAGER'])
  assert.equal(await stateOf('operators'), 'done')
  assert.equal(await stateOf('approver'), 'missing', 'one person alone confirms nothing of his own')
  const second = await addPerson(app, services, fresh.id, 'second', 'USER', ['OPERATOR', 'MANAGER'])
  assert.equal(await stateOf('approver'), 'done')
  assert.equal(await stateOf('pins'), 'done')
  const pinOf = (values: { pcode_temporary: boolean }) =>
    services.q.updateTable('app_user').set(values).where('id', '=', second.id).execute()
  await pinOf({ pcode_temporary: true })
  const pins = (await read()).find((step) => step.code === 'pins')!
  assert.equal(pins.state, 'missing', 'who confirms does it by a PIN of the own')
  assert.match(pins.words, /а их ещё нет: \S+.*Каждый задаёт свой/)
  await addKey(second)
  assert.equal(await stateOf('pins'), 'done', 'a key answers a question instead of the PIN')
  await services.q.updateTable('passkey').set({ host: 'old.example.ru' }).execute()
  assert.equal(await stateOf('pins'), 'missing', 'a key of another address of the server')
  await services.q.deleteFrom('passkey').execute()
  await pinOf({ pcode_temporary: false })
  assert.equal(await stateOf('pins'), 'done')
  await boss.api.send(readyCatalogue.addReady, { body: { sections: ['glass'] } })
  assert.equal(await stateOf('products'), 'done')
  assert.equal(await stateOf('prices'), 'missing')
  const { items: columns } = await boss.api.send(price.getColumns, { query: {} })
  const items = (await boss.api.send(product.getAll, { query: {} })).items.filter(
    ({ kind }) => kind === 'item',
  )
  const column_id = columns[0]!.id
  const setPrices = (ids: readonly string[]) =>
    boss.api.send(price.updateCell, {
      body: {
        cells: ids.map((product_id) => ({ product_id, column_id, price_kop: 100_000 })),
      },
    })
  await setPrices([items[0]!.id])
  assert.equal(await stateOf('prices'), 'optional', 'some products have none')
  await setPrices(items.slice(1).map(({ id }) => id))
  assert.equal(await stateOf('prices'), 'done')
  const card = await root.send(company.get, { query: { id: fresh.id } })
  await root.send(companyChange.update, {
    body: {
      id: fresh.id,
      version: card.version,
      settings: { modules: ['supplier', 'product', 'price', 'act'] },
    },
  })
  assert.deepEqual(
    (await read()).map(({ code }) => code),
    [
      'requisites',
      'modules',
      'site',
      'start',
      'operators',
      'approver',
      'pins',
      'products',
      'prices',
      'instrument',
    ],
  )
})

test('who buys scrap is told that the control has no instrument, and before its verification ends', async () => {
  const step = async () => {
    const query = { companyId: own.id }
    const { steps } = await own.manager.api.send(companySetUp.getSetUp, { query })
    return steps.find(({ code }) => code === 'instrument')!
  }
  await addProducts(own)
  assert.equal((await step()).state, 'done')
  const until = (values: { valid_until?: string; status?: string }) =>
    own.db.q.updateTable('instrument').set(values).where('company_id', '=', own.id).execute()
  const in20 = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await until({ valid_until: in20 })
  assert.match((await step()).words, /заканчивается \d\d\.\d\d\.\d{4}/)
  const told = await own.operator.api.send(report.getDashboard, {
    query: { filter: { scope: 'operator' } },
  })
  const matter = told.attention.find(({ kind }) => kind === 'instrument')
  assert.match(matter!.text, /МКС-01СА1М № 1234, до \d\d\.\d\d\.\d{4}/)
  await until({ valid_until: '2025-12-31' })
  assert.match((await step()).words, /закончилась: ПСА не выписать/)
  await until({ status: 'archived' })
  assert.equal((await step()).state, 'missing')
  await until({ status: 'active', valid_until: '2099-12-31' })
})

test('a bank that does not pay yet is still missing', async () => {
  const ofOwn = async () => {
    const { steps } = await own.manager.api.send(companySetUp.getSetUp, {
      query: { companyId: own.id },
    })
    return steps.find(({ code }) => code === 'bank')
  }
  assert.equal((await ofOwn())?.state, 'missing')
  await addTrainingBank(own)
  assert.equal((await ofOwn())?.state, 'done')
  await own.db.q
    .updateTable('bank_config')
    .set({ status: 'testing' })
    .where('company_id', '=', own.id)
    .execute()
  const tested = await ofOwn()
  assert.equal(tested?.state, 'missing')
  assert.match(tested.words, /пробной выплатой/)
})

test('a manager is told of the own company alone, others nothing', async () => {
  const stranger = await other.manager.api.refused(companySetUp.getSetUp, { query })
  assert.equal(stranger.code, 'common.not-found')
  const nowhere = { query: { companyId: own.operator.id } }
  assert.equal((await root.refused(companySetUp.getSetUp, nowhere)).code, 'common.not-found')
  assert.equal((await own.operator.api.refused(companySetUp.getSetUp, { query })).status, 403)
  assert.equal((await world.nobody.refused(companySetUp.getSetUp, { query })).status, 401)
})

test('a super administrator sees each company that lacks something, newest first, until nothing is missing', async () => {
  const unfinished = async () => (await root.send(companySetUp.getUnfinished)).items
  const found = (await unfinished()).find(({ company_id }) => company_id === fresh.id)
  assert.equal(found, undefined, 'the modules that are on have all they need')
  const [first, ...others] = await unfinished()
  assert.ok(others.every(({ steps }) => steps.length > 0))
  assert.ok(first!.steps.every(({ state, words }) => state === 'missing' && words !== ''))
  const bank = (steps: typeof first) => steps!.steps.find(({ code }) => code === 'bank')
  const mine = (await unfinished()).find(({ company_id }) => company_id === own.id)
  assert.match(bank(mine)!.words, /пробной выплатой/)
  await own.db.q
    .updateTable('company')
    .set({ status: 'archived' })
    .where('id', '=', own.id)
    .execute()
  assert.ok((await unfinished()).every(({ company_id }) => company_id !== own.id))
  await own.db.q.updateTable('company').set({ status: 'active' }).where('id', '=', own.id).execute()
  // An agent that is only away is no reason to set anything up.
  const agents = async () =>
    (await unfinished())
      .find(({ company_id }) => company_id === own.id)!
      .steps.map(({ code }) => code)
  assert.ok((await agents()).includes('agent'))
  const agent = { id: uuidv7(), site_id: own.siteId, public_key: Buffer.alloc(32, 1) }
  await own.db.q
    .insertInto('agent')
    .values({ ...agent, company_id: own.id, program_version: '0.1.0' })
    .execute()
  assert.ok(!(await agents()).includes('agent'))
  const manager = await own.manager.api.refused(companySetUp.getUnfinished)
  assert.equal(manager.status, 403)
})

test('an old directory of banks is told with its day and where a new one comes from', async () => {
  await storeShippedDirectory(services)
  const stepOfOther = async () =>
    (await root.send(companySetUp.getSetUp, { query: { companyId: other.id } })).steps.find(
      ({ code }) => code === 'bik',
    )!
  const step = await stepOfOther()
  assert.equal(step.state, 'optional')
  assert.match(step.words, /на 30\.06\.2022, ему \d+ дн.*cbr\.ru/)
  await own.db.q.updateTable('bik_load').set({ business_day: today() }).execute()
  assert.equal((await stepOfOther()).state, 'done')
})

const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
