import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { supplier } from '#contract/supplier/supplier.ts'
import { addSupplier, passportOf, type TestSupplier } from '#test/builders/builders.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

let world: World
let own: TestCompany
let lunin: TestSupplier

before(async () => {
  world = await openWorld()
  own = world.own
  lunin = await addSupplier(own, {
    last_name: 'Лунин',
    first_name: 'Артём',
    middle_name: 'Глебович',
    birth_date: '1981-03-09',
    phone: '+79265550101',
    doc: passportOf(888_001),
  })
  await addSupplier(own, { last_name: 'Лунин', first_name: 'Виктор', birth_date: '1990-01-01' })
})
after(() => world.close())

const twins = (body: object, who = own.operator) =>
  who.api.send(supplier.findTwins, { body: { type: 'person', ...body } })
const reasons = async (body: object) =>
  (await twins(body)).map((row) => [row.id, row.reasons] as const)

test('a document, an ИНН and a phone each find their owner in any spelling', async () => {
  const { series, number } = lunin.doc
  assert.deepEqual(await reasons({ document: `${series} № ${number}` }), [[lunin.id, ['document']]])
  assert.deepEqual(await reasons({ inn: lunin.inn }), [[lunin.id, ['inn']]])
  assert.deepEqual(await reasons({ phone: '8 (926) 555-01-01' }), [[lunin.id, ['phone']]])
  assert.deepEqual(await reasons({ inn: lunin.inn.slice(0, 10), type: 'ip' }), [])
})

test('a misspelt name is found with the day of birth, without it only when very similar', async () => {
  const slip = { name: 'Лунен Артем Глебович' }
  assert.deepEqual(await reasons({ ...slip, birth_date: '1981-03-09' }), [
    [lunin.id, ['name_and_birth']],
  ])
  assert.deepEqual(await reasons({ ...slip, birth_date: '1999-09-09' }), [])
  assert.deepEqual(await reasons({ name: 'Лунин Артём Глебович' }), [[lunin.id, ['name']]])
  assert.deepEqual(await reasons({ name: 'Лунин' }), [])
  assert.deepEqual(await reasons({ name: 'Лунин Пётр' }), [])
})

test('matches that forbid saving come first, and the supplier being changed is not among them', async () => {
  const other = await addSupplier(own, { last_name: 'Сомов', phone: lunin.phone })
  const body = { phone: lunin.phone, inn: lunin.inn, name: 'Лунин Артём Глебович' }
  const all = await reasons({ ...body, birth_date: '1981-03-09' })
  assert.deepEqual(
    all.map(([id]) => id),
    [lunin.id, other.id],
  )
  assert.deepEqual(all[0]![1].toSorted(), ['inn', 'name_and_birth', 'phone'])
  assert.deepEqual(await reasons({ ...body, except: lunin.id }), [[other.id, ['phone']]])
})

test('archived suppliers are found too, and an empty question finds nobody', async () => {
  const gone = await addSupplier(own, { last_name: 'Ушедший', status: 'archived' })
  const [found] = await twins({ inn: gone.inn })
  assert.deepEqual([found!.id, found!.status], [gone.id, 'archived'])
  assert.deepEqual(await twins({}), [])
})

test('another company finds none of our suppliers', async () => {
  const { series, number } = lunin.doc
  const body = { document: series + number, inn: lunin.inn, phone: lunin.phone }
  assert.deepEqual(await twins(body, world.other.operator), [])
  const stranger = await world.other.operator.api.refused(supplier.findTwins, {
    body: { type: 'person', except: lunin.id },
  })
  assert.equal(stranger.code, 'common.not-found')
  const refused = await own.user.api.refused(supplier.findTwins, {
    body: { type: 'person' },
  })
  assert.equal(refused.status, 403)
})
