import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { approval } from '#test/support/approve.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import { addIssuedAct, moneyOf } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, pay, register, rowFor } from '#test/builders/payouts.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

// Final at the first answer: polling has a test of its own.
const peer = await openBankPeer({ pending_polls: 0, hold_ms: 200 })
const world = await openWorld({ jobs: true, config: { sandboxUrl: peer.bank.api } })
after(async () => {
  await world.close()
  await peer.bank.close()
})
const { own, other } = world
await addTrainingBank(own)
await addTrainingBank(other)

const settled = (id: string) =>
  until(
    async () => (await own.operator.api.send(payment.getStatuses, { body: { ids: [id] } }))[0]!,
    ({ status }) => ['paid', 'rejected', 'cancelled'].includes(status),
  )

test('an act is paid end to end and its sums follow', async () => {
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 1_234_567)
  const [saved] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
  assert.equal(saved!.status, 'saved')
  assert.equal(saved!.four_eyes, true)
  assert.match(saved!.purpose, /^Оплата по акту №2026-\d+ от .*\[П:[0-9A-Z]{6}\]$/)
  assert.deepEqual(await moneyOf(own, row.acts[0]!.act_id), {
    total_kop: 1_234_567,
    reserved_kop: 1_234_567,
    paid_kop: 0,
  })
  const [going] = await register(own.operator, own.manager, [row.id])
  assert.deepEqual(going, { id: row.id, status: 'registering' })
  assert.equal((await settled(row.id)).status, 'paid')
  assert.deepEqual(await moneyOf(own, row.acts[0]!.act_id), {
    total_kop: 1_234_567,
    reserved_kop: 0,
    paid_kop: 1_234_567,
  })
  const card = await own.operator.api.send(payment.get, { query: { id: row.id } })
  assert.deepEqual(
    card.timeline.map((step) => step.status),
    ['saved', 'registering', 'paid'],
  )
  assert.match(card.registry_number!, /^Р-\d{4}-0001$/)
  const ledger = (await peer.control<{ payment_id: string; amount_kop: number }[]>('GET', 'ledger'))
    .body
  assert.deepEqual(
    ledger.filter((line) => line.payment_id === row.id).map((line) => line.amount_kop),
    [1_234_567],
  )
  const rollup = await own.db.q.selectFrom('daily_rollup').select('paid_kop').execute()
  assert.deepEqual(rollup, [{ paid_kop: 1_234_567 }])
  const list = await own.operator.api.send(payment.getAll, {
    query: { filter: { supplier_id: [payee.supplierId] } },
  })
  assert.deepEqual(list.totals, {
    count: 1,
    amount_kop: 1_234_567,
    test_count: 0,
    test_kop: 0,
    statuses: [{ status: 'paid', count: 1, sum: 1_234_567 }],
    by_status: [{ status: 'paid', waits_for_file: false, count: 1, amount_kop: 1_234_567 }],
  })
})

test('an act names the phone that was paid, whatever its method names later', async () => {
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 10_000)
  await pay(own, [row])
  const paidTo = async () => {
    const card = await own.operator.api.send(act.get, { query: { id: row.acts[0]!.act_id } })
    return card.payments.map(({ method_label }) => method_label)
  }
  const [label] = await paidTo()
  assert.match(label!, /^\+7917\*\*\*/)
  await own.db.q
    .updateTable('payment_method')
    .set({ sbp_phone: '+79260000051' })
    .where('id', '=', payee.methodId)
    .execute()
  assert.deepEqual(await paidTo(), [label])
})

test('a payout that the bank refuses releases the act and shows what to do', async () => {
  const payee = await addPayee(own, '+79160000002')
  const row = await rowFor(own, payee, 500_000)
  await pay(own, [row])
  const end = await settled(row.id)
  assert.deepEqual([end.status, end.reason_code], ['rejected', 'insufficient_funds'])
  assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, 0)
  const card = await own.operator.api.send(payment.get, { query: { id: row.id } })
  assert.equal(card.advice, 'Пополните баланс и повторите')
  assert.ok(card.may.includes('retry'))
  const again = { ...row, id: randomUUID(), retry_of: row.id }
  await own.operator.api.send(payment.save, { body: { payments: [again] } })
  const twice = await own.operator.api.refused(payment.save, {
    body: {
      payments: [{ ...(await rowFor(own, payee, 500_000)), id: randomUUID(), retry_of: row.id }],
    },
  })
  assert.equal(twice.code, 'payment.not-retryable')
})

test('a save is all or nothing, and the same save again is the same payment', async () => {
  const payee = await addPayee(own)
  const good = await rowFor(own, payee, 10_000)
  const bad = await rowFor(own, payee, 20_000)
  bad.acts[0]!.amount_kop = 20_001
  const refused = await own.operator.api.refused(payment.save, {
    body: { payments: [good, { ...bad, amount_kop: 20_001 }] },
  })
  assert.equal(refused.code, 'payment.act-overpaid')
  assert.deepEqual(Object.keys(refused.fields!), ['payments.1.acts.0.amount_kop'])
  assert.equal((await moneyOf(own, good.acts[0]!.act_id)).reserved_kop, 0)
  const body = { payments: [good] }
  const [first] = await own.operator.api.send(payment.save, { body })
  const [second] = await own.operator.api.send(payment.save, { body })
  assert.equal(second!.id, first!.id)
  assert.equal((await moneyOf(own, good.acts[0]!.act_id)).reserved_kop, 10_000)
  const other = await rowFor(own, payee, 10_000)
  const reused = await own.operator.api.refused(payment.save, {
    body: { payments: [{ ...other, id: good.id }] },
  })
  assert.equal(reused.code, 'payment.id-reused')
})

test('each obstacle of a payment has its own refusal', async () => {
  const payee = await addPayee(own)
  const send = (row: object) =>
    own.operator.api.refused(payment.save, { body: { payments: [row] } })
  const row = await rowFor(own, payee, 10_000)
  const draft = await addIssuedAct(own, payee.supplierId, 10_000, 'draft')
  const unissued = { ...row, acts: [{ act_id: draft, amount_kop: 10_000 }] }
  assert.equal((await send(unissued)).code, 'payment.act-not-payable')
  const stranger = await addPayee(own)
  const notHis = { ...row, supplier_id: stranger.supplierId, payment_method_id: stranger.methodId }
  assert.equal((await send(notHis)).code, 'payment.act-not-payable')
  assert.equal((await send({ ...row, payment_method_id: stranger.methodId })).status, 404)
  const setMethod = (status: string) =>
    own.db.q
      .updateTable('payment_method')
      .set({ status })
      .where('id', '=', payee.methodId)
      .execute()
  await setMethod('disabled')
  assert.equal((await send(row)).code, 'payment.method-not-active')
  await setMethod('active')
  const setSupplier = (status: string) =>
    own.db.q.updateTable('supplier').set({ status }).where('id', '=', payee.supplierId).execute()
  await setSupplier('blocked')
  assert.equal((await send(row)).code, 'payment.supplier-not-active')
  await setSupplier('active')
  const large = await rowFor(own, payee, 50_000_001)
  const limit = await send(large)
  assert.deepEqual(
    [limit.code, limit.message],
    ['payment.limit', 'Предел одной выплаты: 500 000,00 ₽'],
  )
})

test('the person who prepared a payment cannot confirm it', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await own.manager.api.send(payment.save, { body: { payments: [row] } })
  const body = { ids: [row.id] }
  const asked = await own.manager.api.refused(payment.register, { body })
  assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
  assert.equal(asked.approval!.about!.suppliers!.length, 1)
  const card = await own.manager.api.send(payment.get, { query: { id: row.id } })
  assert.deepEqual(asked.approval!.about!.destinations, [card.method_label])
  const alone = await own.manager.api.refused(
    payment.register,
    { body },
    await approval(own.manager, asked),
  )
  assert.equal(alone.code, 'approval.required')
  await assert.rejects(
    own.db.q
      .updateTable('payment')
      .set({ approved_by: own.manager.id, status: 'registering' })
      .where('id', '=', row.id)
      .execute(),
    /payment_four_eyes/,
  )
  await own.operator.api.send(payment.cancel, { body }).then(([outcome]) => {
    assert.equal(outcome!.code, 'access.denied')
  })
  const [cancelled] = await own.manager.api.send(payment.cancel, { body })
  assert.equal(cancelled!.status, 'cancelled')
  assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, 0)
  const used = await own.db.q
    .selectFrom('payment_limit_use as u')
    .innerJoin('payment_limit as l', (join) =>
      join
        .onRef('l.company_id', '=', 'u.company_id')
        .onRef('l.scope', '=', 'u.scope')
        .onRef('l.scope_key', '=', 'u.scope_key')
        .onRef('l.period', '=', 'u.period'),
    )
    .where('u.payment_id', '=', row.id)
    .where('u.scope', 'like', 'payee%')
    .select('l.used_kop')
    .execute()
  assert.deepEqual(used, [{ used_kop: 0 }, { used_kop: 0 }])
})

test('the PIN of the person who prepared a payment does not confirm it in another person’s session', async () => {
  const payee = await addPayee(own)
  const prepared = await rowFor(own, payee, 10_000)
  const neighbour = await rowFor(own, payee, 20_000)
  await own.manager.api.send(payment.save, { body: { payments: [prepared] } })
  await own.operator.api.send(payment.save, { body: { payments: [neighbour] } })
  // The operator's screen is open, and the manager who prepared one of them types their own PIN there.
  const [alone] = await register(own.operator, own.manager, [prepared.id])
  assert.deepEqual([alone!.status, alone!.code], ['saved', 'payment.second-person'])
  const both = await register(own.operator, own.manager, [prepared.id, neighbour.id])
  assert.deepEqual(
    both.map(({ status, code }) => [status, code]),
    [
      ['saved', 'payment.second-person'],
      ['registering', undefined],
    ],
  )
  const owner = await addPerson(world.app, world.services, own.id, 'owner-p', 'USER', ['OWNER'])
  const [byOwner] = await register(own.operator, owner, [prepared.id])
  assert.equal(byOwner!.status, 'registering')
})

test('payments of another company are not found', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  const stranger = other.operator.api
  const [missing] = await stranger.send(payment.cancel, { body: { ids: [row.id] } })
  assert.deepEqual([missing!.status, missing!.code], [null, 'common.not-found'])
  const [unregistered] = await stranger.send(payment.register, { body: { ids: [row.id] } })
  assert.equal(unregistered!.code, 'common.not-found')
  assert.deepEqual(await stranger.send(payment.getStatuses, { body: { ids: [row.id] } }), [])
  assert.equal((await stranger.refused(payment.get, { query: { id: row.id } })).status, 404)
  const theirs = await stranger.send(payment.getAll, { query: { filter: { ids: [row.id] } } })
  assert.equal(theirs.items.length, 0)
  assert.equal((await stranger.refused(payment.save, { body: { payments: [row] } })).status, 404)
})

test('the status of a payout in work is read again without an open screen', async () => {
  await peer.control('PUT', 'settings', { pending_polls: 1 })
  const row = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [row])
  const state = async () =>
    (
      await own.db.q
        .selectFrom('payment')
        .where('id', '=', row.id)
        .select(['status', 'provider_ref'])
        .executeTakeFirstOrThrow()
    ).status
  await until(async () => (await state()) === 'processing')
  await peer.advance(120)
  await peer.control('PUT', 'settings', { pending_polls: 0 })
  // The first question comes after five seconds, and the queue looks every two.
  await until(async () => (await state()) === 'paid')
})

test('a card is paid by its number, which is stored only encrypted', async () => {
  const pan = '2200117996077364'
  await own.db.q.updateTable('bank_config').set({ raw_card_allowed: true }).execute()
  const supplierRow = await addSupplier(own)
  const method = await own.operator.api.send(supplier.createMethod, {
    body: { supplierId: supplierRow.id, kind: 'card', pan, holder_name: supplierRow.name },
  })
  await own.db.q
    .updateTable('payment_method')
    .set({ status: 'active' })
    .where('id', '=', method.id)
    .execute()
  const row = await rowFor(own, { supplierId: supplierRow.id, methodId: method.id }, 70_000)
  await pay(own, [row])
  assert.equal((await settled(row.id)).status, 'paid')
  const { rows } = await sql<{ text: string }>`
    select (select jsonb_agg(to_jsonb(p)) from payment p)::text || (select jsonb_agg(to_jsonb(a)) from payment_attempt a)::text
      || (select jsonb_agg(to_jsonb(e)) from payment_event e)::text || (select jsonb_agg(to_jsonb(t)) from audit_event t)::text
      || (select jsonb_agg(to_jsonb(j)) from pgboss.job j)::text as text
  `.execute(own.db.q)
  assert.ok(rows[0]!.text.includes('7364'))
  assert.ok(!rows[0]!.text.includes(pan))
})
