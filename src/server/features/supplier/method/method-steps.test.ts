import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approval } from '#test/support/approve.ts'
import { methodAt, methodHands, newPhone, sbpForm, stepInput } from '#test/builders/method-forms.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own } = world
after(() => world.close())
const { api, create, cardOf } = methodHands(own)

const update = (body: BodyInput<typeof supplier.updateMethod>) =>
  api.send(supplier.updateMethod, { body })
const refusedUpdate = async (body: object) =>
  (await api.refused(supplier.updateMethod, { body })).code
const setStatus = (who: { id: string }, id: string, new_status: Parameters<typeof stepInput>[2]) =>
  api.send(supplier.setMethodStatus, stepInput(who, id, new_status))

test("a method in the supplier's own name becomes active, one in another name needs a reason and a second person", async () => {
  const who = await addSupplier(own)
  const mine = await create(sbpForm(who, { holder_name: 'КУЗНЕЦОВ  андрей Сергеевич' }))
  assert.equal((await setStatus(who, mine.id, 'active')).status, 'active')
  const foreign = await create(sbpForm(who, { holder_name: 'Кузнецова Анна' }))
  assert.equal(foreign.holder_match, 'mismatch')
  const bare = await api.refused(supplier.setMethodStatus, stepInput(who, foreign.id, 'active'))
  assert.equal(bare.code, 'method.holder-mismatch')
  const input = stepInput(who, foreign.id, 'active', 'жена по доверенности')
  const asked = await api.refused(supplier.setMethodStatus, input)
  assert.equal(asked.code, 'approval.required')
  assert.deepEqual(asked.approval!.about, {
    suppliers: [who.name],
    holder: 'Кузнецова Анна',
    note: 'жена по доверенности',
  })
  const forAnother = await approval(own.operator, asked, own.manager)
  const otherWords = stepInput(who, foreign.id, 'active', 'сестра, просил сам')
  const again = await api.refused(supplier.setMethodStatus, otherWords, forAnother)
  assert.equal(again.code, 'approval.required', 'the PIN confirms the words that were shown')
  const token = await approval(own.operator, asked, own.manager)
  const made = await api.send(supplier.setMethodStatus, input, token)
  assert.equal(made.status, 'active')
})

test('changed requisites make a method unchecked again, a changed title does not', async () => {
  const who = await addSupplier(own)
  const { id } = await addMethod(own, who)
  const base = { ...methodAt(who, id), version: 1 }
  const titled = await update({ ...base, title: 'Основной' })
  assert.deepEqual([titled.status, titled.recently_changed], ['active', false])
  const moved = await update({ ...base, version: titled.version, sbp_phone: newPhone() })
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

test("when a supplier's name changes, the holders of his methods are compared again", async () => {
  const who = await addSupplier(own)
  const method = await create(sbpForm(who))
  await api.send(supplier.update, {
    body: { id: who.id, version: 1, last_name: 'Новиков' },
  })
  assert.equal(
    (await cardOf(who)).methods.find(({ id }) => id === method.id)!.holder_match,
    'mismatch',
  )
})

test('a method with open payments cannot be changed, and a used one is archived instead of removed', async () => {
  const who = await addSupplier(own)
  const { id, payeeKey } = await addMethod(own, who)
  const payment = await pay(who.id, id, payeeKey, 'saved')
  const running = async () => [
    (await api.refused(supplier.deleteMethod, { query: methodAt(who, id) })).code,
    (await api.refused(supplier.setMethodStatus, stepInput(who, id, 'archived'))).code,
  ]
  assert.deepEqual(await running(), ['method.running-payments', 'method.running-payments'])
  const [stuck] = await api.send(supplier.setStatus, {
    body: { ids: [who.id], new_status: 'archived' },
  })
  assert.equal(stuck!.code, 'supplier.running-payments')
  await own.db.q
    .updateTable('payment')
    .set({ status: 'cancelled', version: 2 })
    .where('id', '=', payment)
    .execute()
  const gone = await api.send(supplier.deleteMethod, { query: methodAt(who, id) })
  assert.equal(gone.archived, true)
  const back = await api.refused(supplier.setMethodStatus, stepInput(who, id, 'active'))
  assert.equal(back.code, 'common.bad-transition')
  const fresh = await create(sbpForm(who))
  const removed = await api.send(supplier.deleteMethod, { query: methodAt(who, fresh.id) })
  assert.equal(removed.archived, false)
})

test('a method is disabled and enabled again, and other steps are refused', async () => {
  const who = await addSupplier(own)
  const { id } = await addMethod(own, who)
  assert.equal((await setStatus(who, id, 'active')).version, 1)
  assert.equal((await setStatus(who, id, 'disabled')).status, 'disabled')
  const back = await api.refused(supplier.setMethodStatus, stepInput(who, id, 'new'))
  assert.equal(back.code, 'common.bad-transition')
  assert.equal((await setStatus(who, id, 'active')).status, 'active')
  assert.equal((await setStatus(who, id, 'archived')).status, 'archived')
})

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
      bank_config_id: await addTrainingBank(own),
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
