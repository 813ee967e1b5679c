import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { supplier } from '#contract/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approval } from '#test/approve.ts'
import { addMethod, addSupplier, type TestSupplier } from '#test/supplies.ts'
import { openWorld, type TestCompany, type World } from '#test/world.ts'

let world: World
let own: TestCompany
let phones = 9_160_000_000

before(async () => {
  world = await openWorld()
  own = world.own
})
after(() => world.close())

const api = () => own.operator.api
const phone = () => `+7${++phones}`

const sbp = (who: TestSupplier, fields: object = {}) => ({
  supplierId: who.id,
  kind: 'sbp',
  holder_name: who.name,
  sbp_phone: phone(),
  sbp_bank_id: '100000000111',
  ...fields,
})
const create = (body: object) => api().send(supplier.createMethod, { body } as never)
const update = (body: object) => api().send(supplier.updateMethod, { body } as never)
const refusedUpdate = async (body: object) =>
  (await api().refused(supplier.updateMethod, { body } as never)).code
const at = (who: { id: string }, id: string) => ({ supplierId: who.id, paymentMethodId: id })
const statusInput = (who: { id: string }, id: string, new_status: string, reason?: string) =>
  ({ query: at(who, id), body: { new_status, ...(reason && { reason }) } }) as never
const setStatus = (who: { id: string }, id: string, new_status: string) =>
  api().send(supplier.setMethodStatus, statusInput(who, id, new_status))
const cardOf = (who: { id: string }) => api().send(supplier.get, { query: { id: who.id } } as never)

test('a method of the seller himself becomes active, a foreign name needs a reason and a second person', async () => {
  const who = await addSupplier(own)
  const mine = await create(sbp(who, { holder_name: 'КУЗНЕЦОВ  андрей Сергеевич' }))
  assert.equal((await setStatus(who, mine.id, 'active')).status, 'active')
  const foreign = await create(sbp(who, { holder_name: 'Кузнецова Анна' }))
  assert.equal(foreign.holder_match, 'mismatch')
  const bare = await api().refused(supplier.setMethodStatus, statusInput(who, foreign.id, 'active'))
  assert.equal(bare.code, 'method.holder-mismatch')
  const input = statusInput(who, foreign.id, 'active', 'жена по доверенности')
  const asked = await api().refused(supplier.setMethodStatus, input)
  assert.equal(asked.code, 'approval.required')
  const token = await approval(own.operator, asked, own.manager)
  const made = await api().send(supplier.setMethodStatus, input, token)
  assert.equal(made.status, 'active')
})

test('other requisites make a method new again, a title does not', async () => {
  const who = await addSupplier(own)
  const { id } = await addMethod(own, who)
  const base = { ...at(who, id), version: 1 }
  const titled = await update({ ...base, title: 'Основной' })
  assert.deepEqual([titled.status, titled.recently_changed], ['active', false])
  const moved = await update({ ...base, version: titled.version, sbp_phone: phone() })
  assert.deepEqual([moved.status, moved.recently_changed], ['new', true])
  assert.equal(await refusedUpdate({ ...base, title: 'x' }), 'common.stale')
  const renamed = await update({ ...base, version: moved.version, holder_name: 'Чужая Мария' })
  assert.deepEqual([renamed.status, renamed.holder_match], ['new', 'mismatch'])
  assert.equal(
    await refusedUpdate({
      ...base,
      version: renamed.version,
      account: '40817810900000000017',
      bik: '044525974',
    }),
    'common.validation',
  )
})

test('a supplier who changes his name is compared with his holders again', async () => {
  const who = await addSupplier(own)
  const method = await create(sbp(who))
  await api().send(supplier.update, {
    body: { id: who.id, version: 1, last_name: 'Новиков' },
  } as never)
  assert.equal(
    (await cardOf(who)).methods.find(({ id }) => id === method.id)!.holder_match,
    'mismatch',
  )
})

test('payments under way hold a method where it is, and a used one is archived', async () => {
  const who = await addSupplier(own)
  const { id, payeeKey } = await addMethod(own, who)
  const payment = await pay(who.id, id, payeeKey, 'saved')
  const running = async () => [
    (await api().refused(supplier.deleteMethod, { query: at(who, id) } as never)).code,
    (await api().refused(supplier.setMethodStatus, statusInput(who, id, 'archived'))).code,
  ]
  assert.deepEqual(await running(), ['method.running-payments', 'method.running-payments'])
  const [stuck] = await api().send(supplier.setStatus, {
    body: { ids: [who.id], new_status: 'archived' },
  } as never)
  assert.equal(stuck!.code, 'supplier.running-payments')
  await own.db.q
    .updateTable('payment')
    .set({ status: 'cancelled', version: 2 })
    .where('id', '=', payment)
    .execute()
  const gone = await api().send(supplier.deleteMethod, { query: at(who, id) } as never)
  assert.equal(gone.archived, true)
  const back = await api().refused(supplier.setMethodStatus, statusInput(who, id, 'active'))
  assert.equal(back.code, 'common.bad-transition')
  const fresh = await create(sbp(who))
  const removed = await api().send(supplier.deleteMethod, { query: at(who, fresh.id) } as never)
  assert.equal(removed.archived, false)
})

test('a method is disabled and brought back, and other steps do not exist', async () => {
  const who = await addSupplier(own)
  const { id } = await addMethod(own, who)
  assert.equal((await setStatus(who, id, 'active')).version, 1)
  assert.equal((await setStatus(who, id, 'disabled')).status, 'disabled')
  const back = await api().refused(supplier.setMethodStatus, statusInput(who, id, 'new'))
  assert.equal(back.code, 'common.bad-transition')
  assert.equal((await setStatus(who, id, 'active')).status, 'active')
  assert.equal((await setStatus(who, id, 'archived')).status, 'archived')
})

async function bankConfig(raw: boolean): Promise<string> {
  const [bankId, id] = [uuidv7(), uuidv7()]
  await own.db.q
    .insertInto('bank')
    .values({ id: bankId, code: bankId, name: 'Учебный банк', adapter: 'sandbox' })
    .execute()
  await own.db.q
    .insertInto('bank_config')
    .values({
      company_id: own.id,
      id,
      bank_id: bankId,
      title: 'Основная',
      per_payment_kop: 1,
      per_day_kop: 1,
      per_month_kop: 1,
      payee_day_count: 1,
      payee_month_kop: 1,
      raw_card_allowed: raw,
      status: 'active',
    })
    .execute()
  return id
}

async function pay(
  supplierId: string,
  methodId: string,
  payeeKey: Buffer,
  status: string,
): Promise<string> {
  const id = uuidv7()
  await own.db.q
    .insertInto('payment')
    .values({
      company_id: own.id,
      id,
      supplier_id: supplierId,
      payment_method_id: methodId,
      bank_config_id: await bankConfig(false),
      method_snapshot: '{}',
      payee_key: payeeKey,
      amount_kop: 100,
      purpose: 'Оплата',
      vat_clause: 'НДС не облагается',
      marker: 'ABC123',
      save_hash: Buffer.alloc(32),
      four_eyes: true,
      is_test: true,
      created_by: own.operator.id,
      status,
    })
    .execute()
  return id
}
