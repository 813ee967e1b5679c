import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { approval } from '#test/support/approve.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { sweepPayments } from '../../payment-jobs.ts'
import { workPayment } from '../../send/worker/worker.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { peer, world, own, fx, visit, stateOf, timesPaid } = payouts
const { other } = world

async function going(amountKop = 10_000, phone?: string): Promise<string> {
  const row = await rowFor(own, await addPayee(own, phone), amountKop)
  await pay(own, [row])
  return row.id
}

test('a refused repeat after a lost answer does not release the sum', async () => {
  const id = await going()
  await peer.faults(
    { fault: '500_after_accept', on: ['create'], calls: [1] },
    { fault: 'search_lag', on: ['search'], times: 1 },
    { fault: '4xx_on_repeat' },
  )
  assert.equal(await visit(id), 'unknown')
  // The search sees nothing yet, so the same key goes again and is refused: that proves nothing.
  assert.equal(await visit(id), 'unknown')
  await peer.faults()
  assert.equal(await visit(id), 'paid')
  assert.equal(await timesPaid(id), 1)
})

test('a refused first send ends the payment and releases its act', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [row])
  const bank = fx.bank
  const refusing = {
    ...fx,
    bank: (link: Parameters<typeof bank>[0]) => ({
      ...bank(link)!,
      send: () =>
        Promise.resolve({ outcome: 'refused', payouts: [], errorCode: 'invalid_request' } as const),
    }),
  }
  await workPayment(refusing, row.id)
  assert.equal(await stateOf(row.id), 'rejected')
  assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, 0)
  const notices = await own.db.q.selectFrom('notice').select(['kind', 'user_id']).execute()
  assert.deepEqual(notices, [{ kind: 'payment_rejected', user_id: own.operator.id }])
})

test("after the key's lifetime nothing is sent again, only the status is read", async () => {
  const id = await going()
  await peer.faults({ fault: '500_before', on: ['create'], times: 1 })
  assert.equal(await visit(id), 'unknown')
  await peer.faults()
  await own.db.q
    .updateTable('payment_attempt')
    .set({ started_at: sql`now() - interval '20 hours 1 minute'` })
    .where('payment_id', '=', id)
    .execute()
  const since = (await peer.requests()).length
  assert.equal(await visit(id), 'unknown')
  const asked = (await peer.requests()).slice(since).map((request) => request.method)
  assert.deepEqual(asked, ['GET'])
  assert.equal(await timesPaid(id), 0)
})

test('rejected keys stop the configuration, refuse new payments, and reject none', async () => {
  const ids = [await going(), await going()]
  await peer.faults({ fault: '401_from_now', on: ['create'] })
  const since = (await peer.requests()).length
  for (const id of ids) assert.equal(await visit(id), 'registering')
  assert.equal((await peer.requests()).length - since, 1)
  const row = await rowFor(own, await addPayee(own), 10_000)
  const refused = await own.operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal(refused.code, 'bank.stopped')
  const alerted = await own.db.q
    .selectFrom('notice')
    .where('kind', '=', 'bank_stopped')
    .where('user_id', 'in', [own.manager.id, world.supervisor.id])
    .select('href')
    .orderBy('href')
    .execute()
  assert.deepEqual(
    alerted.map(({ href }) => href),
    ['/operator/payments', `/super/bank_configurations?company=${own.id}`],
    'each is led to an own screen',
  )
  await peer.faults()
  await own.db.q.updateTable('bank_config').set({ circuit: 'closed' }).execute()
  for (const id of ids) assert.equal(await visit(id), 'paid')
})

test('a payment that was not sent can be withdrawn with a second PIN, a sent one cannot', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [row])
  const body = { ids: [row.id], reason: 'Ошиблись суммой' }
  const alone = await own.manager.api.refused(payment.cancel, { body })
  const { who, nobody } = alone.approval!
  assert.deepEqual([alone.code, who, nobody], ['approval.required', 'other', true])
  assert.match(alone.message, /Подтвердить некому: право «Подтверждать выплаты» здесь только у вас/)
  await peer.faults({ fault: '500_before', on: ['create'], times: 1 })
  await visit(row.id)
  await peer.faults()
  const [late] = await own.manager.api.send(payment.cancel, { body })
  assert.equal(late!.code, 'common.bad-transition')
  assert.equal(await visit(row.id), 'paid')
})

test('with one manager the operator begins a withdrawal and the manager confirms it; it is never sent', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [row])
  const body = { ids: [row.id] }
  const asked = await own.operator.api.refused(payment.cancel, { body })
  assert.match(asked.message, /Нужен пин-код другого сотрудника/)
  const pin = await approval(own.operator, asked, own.manager)
  const [outcome] = await own.operator.api.send(payment.cancel, { body }, pin)
  assert.equal(outcome!.status, 'cancelled')
  assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, 0)
  assert.equal(await visit(row.id), 'cancelled')
  assert.equal((await peer.find(row.id)).body.items.length, 0)
  const registry = await own.db.q
    .selectFrom('payment_registry as r')
    .innerJoin('payment as p', 'p.registry_id', 'r.id')
    .where('p.id', '=', row.id)
    .select('r.status')
    .executeTakeFirstOrThrow()
  assert.equal(registry.status, 'failed')
})

test('three workers at one payment make one payout and one event', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await going()
    await Promise.all([1, 2, 3].map(() => workPayment(fx, id)))
    assert.equal(await stateOf(id), 'paid')
    assert.equal(await timesPaid(id), 1)
    const events = await own.db.q
      .selectFrom('payment_event')
      .where('payment_id', '=', id)
      .select('to_status')
      .orderBy('n')
      .execute()
    assert.deepEqual(
      events.map((event) => event.to_status),
      ['saved', 'registering', 'paid'],
    )
  }
})

test('a payment without a wake-up is found by the sweep, and half an hour without progress is reported', async () => {
  const id = await going()
  await peer.faults({ fault: '500_before', on: ['create', 'search'] })
  assert.equal(await visit(id), 'unknown')
  await peer.faults()
  await sql`alter table payment_event disable trigger all`.execute(own.db.q)
  await sql`update payment_event set at = at - interval '31 minutes' where payment_id = ${id}`.execute(
    own.db.q,
  )
  await sql`alter table payment_event enable trigger all`.execute(own.db.q)
  await sweepPayments(world.services)
  await sweepPayments(world.services)
  const told = await own.db.q
    .selectFrom('notice')
    .where('kind', '=', 'payment_unknown')
    .where('user_id', 'in', [own.manager.id, world.supervisor.id])
    .select('href')
    .orderBy('href')
    .execute()
  assert.deepEqual(told, [
    { href: `/operator/payments?id=${id}` },
    { href: `/super/audit?company=${own.id}&q=${id}` },
  ])
  const shown = await own.operator.api.send(payment.getAll, {
    query: { filter: { flag: ['unknown_long'], attention: true } },
  })
  assert.deepEqual(
    shown.items.map((item) => item.id),
    [id],
  )
})

test('an act with a payment is neither voided nor corrected', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  const { act_id: id } = row.acts[0]!
  const { version } = await own.db.q
    .selectFrom('act')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow()
  for (const command of ['void', 'correct'] as const) {
    const body = { command, id, version, reason: 'Ошиблись весом' }
    const refusal = await own.operator.api.refused(act.update, { body })
    assert.equal(refusal.code, 'act.has-payments', command)
  }
})

test('a right limited to a sum confirms nothing larger', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await own.manager.api.send(payment.save, { body: { payments: [row] } })
  const action = await own.db.q
    .selectFrom('action')
    .where('code', '=', 'payment.register')
    .select('id')
    .executeTakeFirstOrThrow()
  const access = { id: randomUUID(), action_id: action.id, company_id: null, subject: 'user' }
  await own.db.q
    .insertInto('action_access')
    .values({
      ...access,
      subject_code: own.operator.id,
      allow: true,
      confirm: 'self',
      max_kop: 9999,
    })
    .execute()
  const body = { ids: [row.id] }
  const above = await own.operator.api.refused(payment.register, { body })
  assert.deepEqual([above.status, above.code], [403, 'access.limit'])
  const limit = own.db.q.updateTable('action_access').where('id', '=', access.id)
  await limit.set({ max_kop: 10_000 }).execute()
  const within = await own.operator.api.refused(payment.register, { body })
  assert.equal(within.code, 'approval.required')
  await own.db.q.deleteFrom('action_access').where('id', '=', access.id).execute()
})

test('the directory of the fast payment system is filled at the first question that a bank answers', async () => {
  const setBanks = (status: string) => own.db.q.updateTable('bank').set({ status }).execute()
  await setBanks('disabled')
  const alone = await own.operator.api.refused(payment.getSbpBanks)
  assert.deepEqual([alone.status, alone.code], [409, 'payment.no-bank-config'])
  await setBanks('active')
  await peer.faults({ fault: '500_before', on: ['sbp_banks'] })
  const silent = await own.operator.api.refused(payment.getSbpBanks)
  assert.deepEqual([silent.status, silent.code], [503, 'bank.unavailable'])
  await peer.faults()
  const banks = await own.operator.api.send(payment.getSbpBanks)
  assert.ok(banks.length > 3)
  assert.deepEqual(await other.operator.api.send(payment.getSbpBanks), banks)
})

test('a sum of the bank that differs from ours is reported once and not accepted', async () => {
  const id = await going()
  await peer.faults({ fault: 'wrong_amount', on: ['create', 'search'], times: 2 })
  assert.equal(await visit(id), 'unknown')
  assert.equal(await visit(id), 'unknown')
  await peer.faults()
  assert.equal(await visit(id), 'paid')
  const found = await own.db.q
    .selectFrom('payment_discrepancy')
    .where('payment_id', '=', id)
    .select('kind')
    .execute()
  assert.deepEqual(found, [{ kind: 'amount_mismatch' }])
  assert.deepEqual(await noticesOf(id), [
    'Банк назвал другую сумму выплаты. Сверьте её с банком и не платите повторно',
  ])
})

test('an unlisted status of the bank is reported once and does not end the payment', async () => {
  const id = await going()
  await peer.faults({ fault: 'unknown_status', on: ['create', 'status'], times: 2 })
  assert.equal(await visit(id), 'processing')
  assert.equal(await visit(id), 'processing')
  await peer.faults()
  assert.equal(await visit(id), 'paid')
  assert.deepEqual(await noticesOf(id), [
    'Банк назвал неизвестное состояние выплаты. Сверьте её с банком и не платите повторно',
  ])
})

/** The notices of the company's manager about a payment. */
async function noticesOf(id: string): Promise<string[]> {
  const rows = await own.db.q
    .selectFrom('notice')
    .where('href', '=', `/operator/payments?id=${id}`)
    .where('user_id', '=', own.manager.id)
    .select('title')
    .execute()
  return rows.map(({ title }) => title)
}
