import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FlagCode } from '#contract/core/flags.ts'
import { payment } from '#contract/payment/payment.ts'
import { flagReview, type Exception } from '#contract/report/exceptions.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addAuditEvent } from '#server/db/audit.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addMethod, addSupplier, type SupplierOverrides } from '#test/builders/builders.ts'
import { addTrainingBank, register, rowFor } from '#test/builders/payouts.ts'
import {
  addPerson,
  openWorld,
  type Person,
  type TestCompany,
  type World,
} from '#test/support/world.ts'
import { payeeFactsOf } from './payee-queries.ts'

let world: World
let own: TestCompany
/** A manager who has no part in what the others do. */
let third: Person

before(async () => {
  world = await openWorld()
  const handler = async () => undefined
  await world.services.jobs.start([{ name: 'payment.work', handler }])
  own = world.own
  await addTrainingBank(own)
  third = await addPerson(world.app, world.services, own.id, 'third', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  await nameStaff(own.operator, 'Чащина Мария Олеговна', '+79261112233')
  await nameStaff(own.manager, 'Ежов Фёдор Ильич', '+79261112244')
  await nameStaff(third, 'Третьяк Анна Юрьевна', '+79261112255')
})
after(() => world.close())

async function nameStaff({ id }: Person, full_name: string, phone: string): Promise<void> {
  await own.db.q.updateTable('app_user').set({ full_name, phone }).where('id', '=', id).execute()
}

let houses = 10

async function save(payee: SupplierOverrides, phone?: string) {
  const reg_address = `г. Тула, ул. Мира, д. ${++houses}`
  const made = await addSupplier(own, { last_name: 'Рогов', reg_address, ...payee })
  const method = await addMethod(own, made, phone === undefined ? {} : { phone })
  const row = await rowFor(own, { supplierId: made.id, methodId: method.id }, 45_000_00)
  const [saved] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
  return { ...saved!, supplierId: made.id, methodId: method.id, phone: made.phone }
}

async function exceptionsOf(id: string): Promise<Partial<Record<FlagCode, Exception>>> {
  const filter = { is_reviewed: false, paper: false, limit: 200 }
  const { items } = await third.api.send(flagReview.getExceptions, { query: { filter } })
  return Object.fromEntries(items.flatMap((one) => (one.entity_id === id ? [[one.code, one]] : [])))
}
const tieOf = async ({ id }: { id: string }) => (await exceptionsOf(id)).staff

test('a payee with the surname of an employee is an exception in roubles, whatever its ending and ё', async () => {
  const his = await tieOf(await save({ last_name: 'Чащин' }))
  assert.deepEqual([his?.kop, his?.why], [45_000_00, 'Чащина Мария Олеговна: фамилия'])
  assert.match((await tieOf(await save({ last_name: 'Ёжов' })))!.why!, /^Ежов .*: фамилия$/)
  assert.equal(await tieOf(await save({ last_name: 'Чащинский' })), undefined)
})

test('a phone of an employee, of the supplier or of the payment, is such an exception', async () => {
  assert.match((await tieOf(await save({ phone: '+79261112244' })))!.why!, /Ежов .*: телефон/)
  assert.match((await tieOf(await save({}, '+79261112233')))!.why!, /Чащина .*: телефон/)
})

test('so are the destination and the address of an employee who is a supplier too', async () => {
  const employee = await addSupplier(own, {
    last_name: 'Третьяк',
    first_name: 'Анна',
    middle_name: 'Юрьевна',
    reg_address: 'г. Тула, ул. Мира, д. 1',
  })
  await addMethod(own, employee, { phone: '+79170009950', bankId: '100000000222' })
  const paid = await save({}, '+79170009950')
  assert.match((await tieOf(paid))!.why!, /^Третьяк .*: реквизиты$/)
  assert.ok((await exceptionsOf(paid.id)).same_elsewhere)
  const neighbour = await tieOf(await save({ reg_address: 'г. Тула, ул. Мира, д. 1' }))
  assert.match(neighbour!.why!, /^Третьяк .*: адрес$/)
})

test('an account that another supplier has is told, and not that of a way of payment in the archive', async () => {
  const methods: string[] = []
  for (const bik of ['044525225', '044525974']) {
    const { id } = await addMethod(own, await addSupplier(own, { last_name: 'Рогов' }))
    const account = '40817810500000000123'
    const requisites = {
      kind: 'account' as const,
      account,
      bik,
      sbp_phone: null,
      sbp_bank_id: null,
    }
    await own.db.q.updateTable('payment_method').set(requisites).where('id', '=', id).execute()
    methods.push(id)
  }
  const [theirs, mine] = methods as [string, string]
  const told = async () => (await payeeFactsOf(own.db, [mine]))[0]!.same_elsewhere
  assert.equal(await told(), true)
  await own.db.q
    .updateTable('payment_method')
    .set({ status: 'archived', is_default: false })
    .where('id', '=', theirs)
    .execute()
  assert.equal(await told(), false)
})

test('two suppliers with one phone are named to whoever looks, and a supplier of this hour as well', async () => {
  const first = await save({ last_name: 'Первов' })
  assert.deepEqual(Object.keys(await exceptionsOf(first.id)), ['first_to_method', 'payee_unnamed'])
  const second = await exceptionsOf((await save({ last_name: 'Второв', phone: first.phone })).id)
  assert.deepEqual([second.same_contact?.why, second.new_supplier], ['Первов Андрей', undefined])
  const { id } = await addSupplier(own, { last_name: 'Новый' })
  const now = new Date().toISOString()
  await own.db.q.updateTable('supplier').set({ created_at: now }).where('id', '=', id).execute()
  const method = await addMethod(own, { id, name: 'Новый' })
  const row = await rowFor(own, { supplierId: id, methodId: method.id }, 1_000_00)
  const [fresh] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
  assert.equal((await exceptionsOf(fresh!.id)).new_supplier?.kop, 1_000_00)
})

test('the giver of the PIN reads of a tie and does not end it: only who is concerned by nothing reviews it', async () => {
  const saved = await save({ last_name: 'Чащин' })
  const asked = await own.operator.api.refused(payment.register, { body: { ids: [saved.id] } })
  assert.match(asked.approval!.about!.warnings!.join(), /Связан с сотрудником: .*Чащина/)
  await register(own.operator, own.manager, [saved.id])
  const left = await exceptionsOf(saved.id)
  assert.deepEqual(Object.keys(left), ['staff'])
  const body = {
    items: [{ entity: 'payment' as const, entity_id: saved.id, code: 'staff' as const }],
    note: 'Это однофамилец',
  }
  const refusal = await own.manager.api.refused(flagReview.reviewExceptions, { body })
  assert.equal(refusal.code, 'exception.own')
  assert.deepEqual(await third.api.send(flagReview.reviewExceptions, { body }), { reviewed: 1 })
  const of = await save({ last_name: 'Третьяков' })
  assert.equal(await tieOf(of), undefined)
  const tied = await save({ phone: '+79261112255' })
  const items = [{ ...body.items[0]!, entity_id: tied.id }]
  const employee = await third.api.refused(flagReview.reviewExceptions, {
    body: { ...body, items },
  })
  assert.equal(employee.code, 'exception.own')
})

test('whoever wrote the payee down is concerned by a tie, also when others have written since', async () => {
  const add = (login: string) =>
    addPerson(world.app, world.services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
  const [writer, other, looker] = [await add('writer'), await add('other'), await add('looker')]
  const made = await addSupplier(own, { last_name: 'Рогов' })
  const method = await addMethod(own, made)
  const at = { supplierId: made.id, paymentMethodId: method.id }
  const moved = await writer.api.send(supplier.updateMethod, {
    body: { ...at, version: 1, sbp_phone: '+79261112255' },
  })
  await other.api.send(supplier.updateMethod, {
    body: { ...at, version: moved.version, title: 'Основной' },
  })
  await own.db.q
    .updateTable('payment_method')
    .set({ status: 'active' })
    .where('id', '=', method.id)
    .execute()
  const row = await rowFor(own, { supplierId: made.id, methodId: method.id }, 45_000_00)
  const [saved] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
  assert.match((await tieOf(saved!))!.why!, /Третьяк .*: телефон/)
  const items = [{ entity: 'payment' as const, entity_id: saved!.id, code: 'staff' as const }]
  const body = { items, note: 'Это однофамилец' }
  const refusedTo = async (person: Person) =>
    (await person.api.refused(flagReview.reviewExceptions, { body })).code
  assert.equal(await refusedTo(writer), 'exception.own')
  // Each kind of event that writes a payee down.
  for (const [action, entity, id] of [
    ['supplier.update', 'supplier', made.id],
    ['method.create', 'payment_method', method.id],
    ['method.status', 'payment_method', method.id],
    ['method.share', 'payment_method', method.id],
  ] as const) {
    const person = await add(action.replace('.', '-'))
    const giver = await add(action.replace('.', '-pin-'))
    const db = { ...own.db, caller: { ...own.db.caller, userId: person.id } }
    const event = { action, entity, id, approverId: giver.id }
    await inTransaction(db, async (tx) => addAuditEvent(tx, event))
    for (const one of [person, giver]) assert.equal(await refusedTo(one), 'exception.own', action)
  }
  // The demo and imports write records of which the journal says nothing.
  const [first, second] = [await add('maker-s'), await add('maker-m')]
  await own.db.q
    .updateTable('supplier')
    .set({ created_by: first.id })
    .where('id', '=', made.id)
    .execute()
  await own.db.q
    .updateTable('payment_method')
    .set({ created_by: second.id })
    .where('id', '=', method.id)
    .execute()
  for (const maker of [first, second]) assert.equal(await refusedTo(maker), 'exception.own')
  assert.deepEqual(await looker.api.send(flagReview.reviewExceptions, { body }), { reviewed: 1 })
})
