import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { company } from '#contract/company/company.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { defaultModules } from '#contract/company/module-specs.ts'
import { price } from '#contract/price/price.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { payment } from '#contract/payment/payment.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own, other, supervisor } = world
const root = supervisor.api

const FIRM = {
  name: 'ООО «Вторсырьё»',
  short_name: 'Вторсырьё',
  inn: '7728168971',
  kpp: '772801001',
  ogrn: '1027700067328',
  legal_address: 'г. Москва, ул. Складская, д. 3',
  phone: '+74951234567',
  director_position: 'Директор',
  director_name: 'Орлов Илья Петрович',
}
const YARD = { name: 'Площадка', address: 'г. Москва' }
const move = (id: string, new_status: 'active' | 'suspended' | 'archived') =>
  root.send(company.setStatus, { body: { id, new_status } })

test('a new company has its defaults, is started, and its people can work', async () => {
  const body = { ...FIRM, client_id: randomUUID(), sites: [YARD, { ...YARD, name: 'Вторая' }] }
  const made = await root.send(company.create, { body })
  assert.deepEqual([made.status, made.timezone, made.missing], ['new', 'Europe/Moscow', []])
  assert.deepEqual(made.settings.modules, defaultModules)
  assert.deepEqual(
    made.sites.map((site) => [site.name, site.is_default]),
    [
      ['Площадка', true],
      ['Вторая', false],
    ],
  )
  assert.equal((await root.send(company.create, { body })).id, made.id)
  const boss = await addPerson(app, services, made.id, 'new-boss', 'USER', ['OPERATOR', 'MANAGER'])
  const early = await boss.api.raw({ url: ownCompany.getOwn.path })
  assert.equal(early.statusCode, 401, 'before its start nobody signs in')
  assert.equal((await move(made.id, 'active')).status, 'active')
  const columns = await boss.api.send(price.getColumns, { query: {} })
  assert.deepEqual(
    columns.items.map((column) => [column.title, column.is_default]),
    [['Основная', true]],
  )
})

test('impossible requisites, modules and sites are refused at their fields', async () => {
  const refused = async (more: object) => {
    const answer = await root.refused(company.create, { body: { ...FIRM, ...more } })
    return [answer.code, ...Object.keys(answer.fields ?? {})]
  }
  const person = { inn: '500100732259', kpp: undefined }
  assert.deepEqual(await refused(person), ['common.validation', 'ogrn'])
  assert.deepEqual(await refused({ ...person, kpp: FIRM.kpp, ogrn: '304500116000157' }), [
    'common.validation',
    'kpp',
  ])
  assert.deepEqual(await refused({ timezone: 'Europe/Atlantis' }), [
    'common.validation',
    'timezone',
  ])
  assert.deepEqual(await refused({ settings: { modules: ['act', 'supplier'] } }), [
    'module.dependency',
    'settings.modules',
  ])
  const main = { ...YARD, is_default: true }
  assert.deepEqual(await refused({ sites: [main, main] }), ['common.validation', 'sites'])
  assert.deepEqual(await refused({ inn: '7707083893' }), ['company.duplicate-inn'])
  const left = await services.q.selectFrom('company').where('inn', '=', '500100732259').execute()
  assert.deepEqual(left, [])
})

test('a company without a site is not started, and a client_id makes one company', async () => {
  const client_id = randomUUID()
  const body = { ...FIRM, inn: '7710140679', client_id }
  const taken = await root.refused(company.create, { body })
  assert.equal(taken.code, 'company.duplicate-inn')
  const free = { ...FIRM, inn: '5024002119', client_id }
  const made = await root.send(company.create, { body: free })
  const reused = await root.refused(company.create, { body: { ...free, name: 'Иная' } })
  assert.equal(reused.code, 'common.id-reused')
  const refused = await root.refused(company.setStatus, {
    body: { id: made.id, new_status: 'active' },
  })
  assert.deepEqual([refused.code, Object.keys(refused.fields!)], ['company.not-ready', ['sites']])
  assert.equal((await move(made.id, 'archived')).status, 'archived')
  const back = await root.refused(company.setStatus, {
    body: { id: made.id, new_status: 'active' },
  })
  assert.equal(back.code, 'common.bad-transition')
})

test('a suspended company can read and not write, an archived one can do neither', async () => {
  await addTrainingBank(own)
  const row = await rowFor(own, await addPayee(own), 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  await move(own.id, 'suspended')
  await own.operator.api.send(supplier.getAll, { query: {} })
  const write = await own.operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal(write.code, 'company.suspended')
  await own.db.q
    .updateTable('payment')
    .set({ status: 'registering', approved_by: own.manager.id })
    .where('id', '=', row.id)
    .execute()
  const running = await root.refused(company.setStatus, {
    body: { id: own.id, new_status: 'archived' },
  })
  assert.equal(running.code, 'company.running-payments')
  await move(own.id, 'active')
  await own.operator.api.send(supplier.getAll, { query: {} })
  await move(other.id, 'suspended')
  await move(other.id, 'archived')
  assert.equal((await other.operator.api.raw({ url: supplier.getAll.path })).statusCode, 401)
  const gone = await services.q
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('u.company_id', '=', other.id)
    .where('s.revoked_at', 'is', null)
    .select('s.jti')
    .execute()
  assert.deepEqual(gone, [])
})

test('only SUPERVISOR makes and moves companies', async () => {
  for (const person of [own.operator, own.manager]) {
    const made = await person.api.refused(company.create, { body: FIRM })
    assert.deepEqual([made.status, made.code], [403, 'access.denied'])
    const moved = await person.api.refused(company.setStatus, {
      body: { id: own.id, new_status: 'suspended' },
    })
    assert.equal(moved.code, 'access.denied')
  }
  const missing = await root.refused(company.setStatus, {
    body: { id: randomUUID(), new_status: 'active' },
  })
  assert.equal(missing.code, 'common.not-found')
  await world.nobody.refused(company.create, { body: FIRM })
})
