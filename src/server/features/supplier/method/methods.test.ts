import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { UncheckedInput } from '#test/support/api.ts'
import type { Call } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approval } from '#test/support/approve.ts'
import {
  methodAt,
  methodHands,
  newPhone,
  sbpForm,
  stepInput,
  type MethodOf,
} from '#test/builders/method-forms.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { addMethod, addSupplier, type TestSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own } = world
after(() => world.close())
const { api, create, refusedCreate, cardOf } = methodHands(own)

const PAN = '2200111753579001'
const card = (who: TestSupplier, fields: MethodOf<'card'> = {}) => ({
  supplierId: who.id,
  kind: 'card' as const,
  holder_name: who.name,
  ...fields,
})
const account = (who: TestSupplier, fields: MethodOf<'account'> = {}) => ({
  supplierId: who.id,
  kind: 'account' as const,
  holder_name: who.name,
  account: '40817810900000000017',
  bik: '044525974',
  ...fields,
})

test('the first method is the default until another one is chosen', async () => {
  const who = await addSupplier(own)
  const first = await create(sbpForm(who))
  assert.deepEqual(
    [first.status, first.is_default, first.holder_match, first.recently_changed],
    ['new', true, 'match', true],
  )
  const second = await create(sbpForm(who, { is_default: true }))
  const third = await create(sbpForm(who))
  assert.deepEqual([second.is_default, third.is_default], [true, false])
  const { methods } = await cardOf(who)
  assert.deepEqual(
    methods.filter(({ is_default }) => is_default).map(({ id }) => id),
    [second.id],
  )
  await api.send(supplier.deleteMethod, { query: methodAt(who, second.id) })
  assert.equal((await cardOf(who)).methods[0]!.id, first.id)
})

test('a card tells which kinds the working agreements pay, of those that the company pays at all', async () => {
  const who = await addSupplier(own)
  const payable = async () => (await cardOf(who)).payable_kinds
  assert.deepEqual(await payable(), [])
  const id = await addTrainingBank(own)
  assert.deepEqual(await payable(), ['card', 'sbp', 'account'])
  const banks = own.db.q.updateTable('bank')
  await banks.set({ adapter: 'tbank' }).execute()
  assert.deepEqual(await payable(), ['account'])
  await banks.set({ status: 'disabled' }).execute()
  assert.deepEqual(await payable(), [])
  await own.db.q.deleteFrom('bank_config_default').where('bank_config_id', '=', id).execute()
  await own.db.q.deleteFrom('bank_config').where('id', '=', id).execute()
})

test('requisites are shown ready for the screen', async () => {
  const who = await addSupplier(own)
  const token = {
    card_token: 'tok-1',
    card_last4: '9001',
    card_brand: 'mir' as const,
    card_config_id: await addTrainingBank(own),
  }
  assert.equal((await create(card(who, token))).label, '••••\u00a09001\u00a0МИР')
  const body = account(who, { bank_name: 'АО «ТБанк»' })
  assert.equal((await create(body)).label, '40817810900000000017, АО «ТБанк»')
})

test('wrong requisites are refused at their fields', async () => {
  const who = await addSupplier(own)
  const cases: [object, string][] = [
    [account(who, { account: '40817810900000000018' }), 'account'],
    [sbpForm(who, { sbp_phone: '84951234567' }), 'sbp_phone'],
    [card(who, { card_last4: '9001' }), 'card_token'],
    [card(who, { pan: '2200111753579002' }), 'pan'],
  ]
  for (const [body, field] of cases) {
    const answer = await refusedCreate(body)
    assert.ok(answer.fields?.[field], `${field}: ${JSON.stringify(answer)}`)
  }
  const cash = await refusedCreate({ supplierId: who.id, kind: 'cash', holder_name: who.name })
  assert.equal(cash.status, 400)
})

test('a bank outside the directory of the fast payment system is refused once there is one', async () => {
  const who = await addSupplier(own)
  await own.db.q
    .insertInto('sbp_bank')
    .values({ bank_id: '100000000111', name: 'Сбербанк' })
    .execute()
  const body = sbpForm(who, { sbp_bank_id: '100000000999' })
  const answer = await refusedCreate(body)
  assert.ok(answer.fields?.['sbp_bank_id'])
  assert.equal((await create(sbpForm(who))).sbp_bank_name, 'Сбербанк')
})

test('a card number needs an agreement that allows it and is never answered', async () => {
  const who = await addSupplier(own)
  const off = await refusedCreate(card(who, { pan: PAN }))
  assert.equal(off.code, 'method.raw-card-off')
  await allowRawCards()
  const answer = await api.raw({
    method: 'POST',
    url: supplier.createMethod.path,
    payload: card(who, { pan: PAN }),
  })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.body.includes(PAN), false)
  const made = answer.json<{ id: string; card_last4: string; card_brand: string }>()
  assert.deepEqual([made.card_last4, made.card_brand], ['9001', 'mir'])
  const row = await own.db.q
    .selectFrom('card_vault')
    .where('payment_method_id', '=', made.id)
    .select(['pan', 'pan_hmac'])
    .executeTakeFirstOrThrow()
  const place = { companyId: own.id, table: 'card_vault', id: made.id, field: 'pan' }
  assert.equal(world.services.seal.open(place, row.pan), PAN)
  assert.throws(() => world.services.seal.open({ ...place, id: uuidv7() }, row.pan))
  const events = await own.db.q.selectFrom('audit_event').select(['before', 'after']).execute()
  assert.equal(JSON.stringify(events).includes(PAN), false)
  const again = await addSupplier(own, { last_name: 'Чужой' })
  const used = await refusedCreate(card(again, { pan: PAN }))
  assert.equal(used.code, 'method.used-by-other')
})

test('requisites of another supplier are refused, or shared with the PIN of a second person', async () => {
  const who = await addSupplier(own)
  const other = await addSupplier(own, { last_name: 'Второй' })
  const first = await create(sbpForm(who))
  const same = sbpForm(other, { sbp_phone: first.sbp_phone! })
  const twice = await refusedCreate(sbpForm(who, { sbp_phone: first.sbp_phone! }))
  assert.equal(twice.code, 'method.used-by-other')
  const used = await refusedCreate(same)
  assert.equal(used.code, 'method.used-by-other')
  const bare = await refusedCreate({ ...same, shared: true })
  assert.ok(bare.fields?.['reason'])
  const body = { ...same, shared: true as const, reason: 'муж и жена, один счёт' }
  const asked = await refusedCreate(body)
  assert.equal(asked.code, 'approval.required')
  const token = await approval(own.operator, asked, own.manager)
  const made = await api.send(supplier.createMethod, { body }, token)
  assert.equal(made.shared, true)
  assert.equal((await cardOf(who)).methods[0]!.shared, true)
})

test('the same requisites sent twice at once are stored once', async () => {
  const [a, b] = [await addSupplier(own), await addSupplier(own)]
  const sbp_phone = newPhone()
  const send = (who: TestSupplier) =>
    api.raw({
      method: 'POST',
      url: supplier.createMethod.path,
      payload: sbpForm(who, { sbp_phone }),
    })
  const codes = (await Promise.all([send(a), send(b)])).map((answer) => answer.statusCode)
  assert.deepEqual(codes.toSorted(), [200, 409])
})

test('a repeated create makes one method', async () => {
  const who = await addSupplier(own)
  const body = sbpForm(who, { client_id: uuidv7() })
  assert.equal((await create(body)).id, (await create(body)).id)
  const other = { ...body, sbp_phone: newPhone() }
  const answer = await refusedCreate(other)
  assert.equal(answer.code, 'common.id-reused')
})

test('another company and people without the role are refused', async () => {
  const who = await addSupplier(own)
  const { id } = await addMethod(own, who)
  const mine = await addSupplier(world.other)
  const foreign = world.other.operator.api
  const inputs: [Call, UncheckedInput][] = [
    [supplier.createMethod, { body: sbpForm(who) }],
    [supplier.updateMethod, { body: { ...methodAt(who, id), version: 1, title: 'x' } }],
    [supplier.updateMethod, { body: { ...methodAt(mine, id), version: 1, title: 'x' } }],
    [supplier.setMethodStatus, stepInput(who, id, 'disabled')],
    [supplier.deleteMethod, { query: methodAt(mine, id) }],
  ]
  for (const [call, input] of inputs) {
    assert.equal((await foreign.refused(call, input)).code, 'common.not-found')
    assert.equal((await world.nobody.refused(call, input)).status, 401)
    assert.equal((await own.user.api.refused(call, input)).status, 403)
  }
  assert.equal((await cardOf(who)).methods[0]!.status, 'active')
})

async function allowRawCards(): Promise<void> {
  await own.db.q.updateTable('bank_config').set({ raw_card_allowed: true }).execute()
}
