import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Updateable } from 'kysely'
import type { PaymentMethod, Supplier } from '#server/db/schema.ts'
import {
  addMethod,
  addSupplier,
  type SupplierOverrides,
  type TestSupplier,
} from '#test/builders/builders.ts'
import { addServiceAccount } from '#test/builders/service-accounts.ts'
import { addPerson, openWorld } from '#test/support/world.ts'
import { payeeFactsOf } from './payee-queries.ts'

// Each condition of a tie by itself, beside the nearest payee that it does not hold for (domain.md 6.5).
const world = await openWorld()
after(() => world.close())
const { own } = world
const { q } = own.db
const addStaff = async (login: string, full_name: string, phone: string) => {
  const person = await addPerson(world.app, world.services, own.id, login, 'USER', ['OPERATOR'])
  await q.updateTable('app_user').set({ full_name, phone }).where('id', '=', person.id).execute()
  return person
}
const changeSupplier = ({ id }: { id: string }, values: Updateable<Supplier>) =>
  q.updateTable('supplier').set(values).where('id', '=', id).execute()
const changeMethod = ({ id }: { id: string }, values: Updateable<PaymentMethod>) =>
  q.updateTable('payment_method').set(values).where('id', '=', id).execute()

let houses = 0
const newSupplier = (more: SupplierOverrides = {}) =>
  addSupplier(own, {
    last_name: 'Рогов',
    reg_address: `г. Тула, ул. Мира, д. ${++houses}`,
    ...more,
  })
async function payee(more: SupplierOverrides = {}, phone?: string, bankId?: string) {
  const made = await newSupplier(more)
  const way = { ...(phone && { phone }), ...(bankId && { bankId }) }
  return { ...made, method: await addMethod(own, made, way) }
}
const factsOf = async ({ method }: { method: { id: string } }) =>
  (await payeeFactsOf(own.db, [method.id]))[0]!

test('a supplier is new for an hour, unless brought from the legacy database', async () => {
  const made = await payee()
  const isNewAfter = async (minutes: number, legacy_id: string | null = null) => {
    const created_at = new Date(Date.now() - minutes * 60_000).toISOString()
    await changeSupplier(made, { created_at, legacy_id })
    return (await factsOf(made)).is_new
  }
  assert.deepEqual([await isNewAfter(59), await isNewAfter(61)], [true, false])
  assert.equal(await isNewAfter(0, 'СТ-1'), false)
})

test('another supplier has the phone of this one, or of the way of payment; an archived one, or four digits, are none', async () => {
  const made = await payee({ phone: '+79265550001' }, '+79165550002')
  const contact = async () => (await factsOf(made)).same_contact
  const near = await newSupplier({ phone: '+79035550001' })
  assert.equal(await contact(), null)
  await changeSupplier(near, { phone: '+79265550001' })
  assert.equal(await contact(), 'Рогов Андрей')
  await changeSupplier(near, { status: 'archived' })
  assert.equal(await contact(), null)
  await changeSupplier(near, { status: 'active', phone: '+79165550002', last_name: 'Павлов' })
  assert.equal(await contact(), 'Павлов Андрей')
})

test('a destination of another supplier is one, an own second way and an archived one are none', async () => {
  const made = await payee({}, '+79165550010')
  const elsewhere = async () => (await factsOf(made)).same_elsewhere
  const other = await payee({}, '+79165550010', '100000000222')
  assert.equal(await elsewhere(), true)
  await changeMethod(other.method, { status: 'archived', is_default: false })
  assert.equal(await elsewhere(), false)
  await changeMethod(other.method, {
    status: 'active',
    supplier_id: made.id,
    is_default: false,
  })
  assert.equal(await elsewhere(), false)
})

test('so is its account, whoever’s bank, and its card by digits, brand and issuer where one has a token', async () => {
  const [made, other] = [await payee(), await payee()]
  const elsewhere = async () => (await factsOf(made)).same_elsewhere
  const both = async (mine: Updateable<PaymentMethod>, theirs: Updateable<PaymentMethod>) => {
    await changeMethod(made.method, { ...NO_PHONE, ...mine })
    await changeMethod(other.method, { ...NO_PHONE, ...theirs })
    return elsewhere()
  }
  const account = { kind: 'account', account: '40817810500000000123', bik: '044525225' }
  assert.equal(await both(account, { ...account, bik: '044525974' }), true)
  assert.equal(await both(account, { ...account, account: '40817810500000000124' }), false)
  await both(account, { ...account, supplier_id: made.id, is_default: false })
  assert.equal(await elsewhere(), false)
  await changeMethod(other.method, { supplier_id: other.id })

  const none = { account: null, bik: null }
  const card = { kind: 'card', ...none, card_last4: '9001', card_brand: 'mir', card_issuer: 'Банк' }
  const token = { card_token: Buffer.from('token') }
  assert.equal(await both({ ...card, ...token }, { ...card, card_token: null }), true)
  assert.equal(await both({ ...card, card_token: null }, { ...card, ...token }), true)
  for (const [field, value] of [
    ['card_last4', '9002'],
    ['card_brand', 'visa'],
    ['card_issuer', 'Другой'],
  ] as const)
    assert.equal(await both({ ...card, ...token }, { ...card, [field]: value }), false, field)
  assert.equal(await both({ ...card, card_token: null }, { ...card, card_token: null }), false)
})

const NO_PHONE = { sbp_phone: null, sbp_bank_id: null, sbp_bank_name: null }

test('a payee is tied to active employees, by surname and phone', async () => {
  const { id } = await addStaff('ties', 'Жилина Ольга Юрьевна', '+79260007701')
  const staff = async (more: SupplierOverrides, phone?: string) =>
    (await factsOf(await payee(more, phone))).staff
  // First, while no supplier has the phone: such a one would be the employee's own record.
  const tied = await payee({}, '+79260007701')
  assert.equal((await factsOf(tied)).staff, 'Жилина Ольга Юрьевна: телефон')
  assert.equal(await staff({ last_name: 'Жилин' }), 'Жилина Ольга Юрьевна: фамилия')
  assert.equal(await staff({ phone: '+79260007701' }), 'Жилина Ольга Юрьевна: телефон')
  assert.equal(await staff({}), null)
  await q.updateTable('app_user').set({ status: 'blocked' }).where('id', '=', id).execute()
  assert.equal((await factsOf(tied)).staff, null)
})

test('a program is no employee', async () => {
  await addServiceAccount(world, own, ['acts.read'], { title: 'Обменов' })
  assert.equal((await factsOf(await payee({ last_name: 'Обменов' }))).staff, null)
})

test('what is known of an employee as a supplier ties too: phones, destinations and address', async () => {
  const name = 'Третьяк Анна Юрьевна'
  await addStaff('third', name, '+79260008801')
  const address = 'г. Тёплый Стан, д. 1'
  const names = { last_name: 'Третьяк', first_name: 'Анна', middle_name: 'Юрьевна' }
  const employee = await payee(
    { ...names, phone: '+79260008802', reg_address: address },
    '+79160008803',
  )
  const staff = async (one: { method: { id: string } }) => (await factsOf(one)).staff
  // The own record is the employee by the name alone.
  assert.equal(await staff(employee), `${name}: фамилия`)
  assert.equal(await staff(await payee({ phone: '+79260008802' })), `${name}: телефон`)
  const byPhone = await payee({}, '+79260008802')
  assert.equal(await staff(byPhone), `${name}: телефон`)
  await changeMethod(byPhone.method, { status: 'archived', is_default: false })
  const byDestination = await payee({}, '+79160008803', '100000000222')
  assert.equal(await staff(byDestination), `${name}: реквизиты`)
  const house = { reg_address: 'Г. ТЕПЛЫЙ СТАН, Д. 1' }
  assert.equal(await staff(await payee(house)), `${name}: адрес`)

  const accounts = { kind: 'account', ...NO_PHONE, account: '40817810500000000321' }
  await changeMethod(employee.method, { ...accounts, bik: '044525225' })
  const byAccount = await payee()
  await changeMethod(byAccount.method, { ...accounts, bik: '044525974' })
  assert.equal(await staff(byAccount), `${name}: реквизиты`)

  const cards = { kind: 'card', ...NO_PHONE, account: null, bik: null, card_brand: 'mir' }
  const card = { ...cards, card_last4: '9001', shared: true, card_token: Buffer.from('token') }
  const byCard = await payee()
  await changeMethod(employee.method, { ...card, payee_key: employee.method.payeeKey })
  await changeMethod(byCard.method, { ...card, payee_key: employee.method.payeeKey })
  assert.equal(await staff(byCard), `${name}: реквизиты`)

  // Under another name the phone says whose record it is, all of it.
  const rename = (phone: string) =>
    changeSupplier(employee, { phone, last_name: 'Иная', name_search: 'иная анна юрьевна' })
  const neighbour = await payee(house)
  await rename('+79260008801')
  assert.equal(await staff(neighbour), `${name}: адрес`)
  await rename('+79030008801')
  assert.equal(await staff(neighbour), null)
})

test('a record that became an alias of another says nothing of an employee', async () => {
  const name = 'Щукин Олег Юрьевич'
  await addStaff('alias', name, '+79260009901')
  const address = { reg_address: 'г. Тула, ул. Старая, д. 1' }
  const names = { last_name: 'Щукин', first_name: 'Олег', middle_name: 'Юрьевич' }
  const former: TestSupplier = await newSupplier({ ...names, ...address })
  const neighbour = await payee(address)
  assert.equal((await factsOf(neighbour)).staff, `${name}: адрес`)
  const merged_at = new Date().toISOString()
  const into = await newSupplier()
  await changeSupplier(former, { status: 'archived', merged_into: into.id, merged_at })
  assert.equal((await factsOf(neighbour)).staff, null)
})
