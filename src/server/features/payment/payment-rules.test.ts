import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment.ts'
import { approval } from '#test/approve.ts'
import { openBankPeer } from '#test/bank-peer.ts'
import { addIssuedAct, moneyOf } from '#test/issued-acts.ts'
import { addPayee, addTrainingBank, pay, register, rowFor } from '#test/payouts.ts'
import { addPerson, openWorld } from '#test/world.ts'
import { sweepPayments } from './payment-jobs.ts'
import { workPayment } from './worker.ts'
import { workerEffects } from './worker-steps.ts'

const peer = await openBankPeer({ pending_polls: 0, hold_ms: 20 })
const world = await openWorld({ config: { sandboxUrl: peer.bank.api } })
after(async () => {
  await world.close()
  await peer.bank.close()
})
const { own, other } = world
// Nobody works by himself here: the tests decide when.
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
const configId = await addTrainingBank(own)
const fx = workerEffects(own.db, 'test')

async function due(id: string): Promise<void> {
  await sql`update payment set next_check_at = now() where id = ${id} and next_check_at is not null`.execute(
    own.db.q,
  )
}

async function visit(id: string): Promise<string> {
  await due(id)
  await workPayment(fx, id)
  return stateOf(id)
}

async function stateOf(id: string): Promise<string> {
  const row = await own.db.q
    .selectFrom('payment')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow()
  return row.status
}

async function moneyMoved(id: string): Promise<number> {
  const { body } = await peer.control<{ payment_id: string }[]>('GET', 'ledger')
  return body.filter((line) => line.payment_id === id).length
}

async function going(amountKop = 10_000, phone?: string): Promise<string> {
  const row = await rowFor(own, await addPayee(own, phone), amountKop)
  await pay(own, [row])
  return row.id
}

test('a refusal of a repeat after a lost answer never gives the money up', async () => {
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
  assert.equal(await moneyMoved(id), 1)
})

test('a first refusal ends the payment and frees its act', async () => {
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

test('with an old key nothing is sent again, however often it is asked', async () => {
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
  assert.equal(await moneyMoved(id), 0)
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
    .where('user_id', '=', own.manager.id)
    .select('title')
    .execute()
  assert.equal(alerted.length, 1)
  await peer.faults()
  await own.db.q.updateTable('bank_config').set({ circuit: 'closed' }).execute()
  for (const id of ids) assert.equal(await visit(id), 'paid')
})

test('what was not sent may be withdrawn with a second PIN, what was sent may not', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [row])
  const body = { ids: [row.id], reason: 'Ошиблись суммой' }
  const [denied] = await own.operator.api.send(payment.cancel, { body })
  assert.equal(denied!.code, 'common.bad-transition')
  const asked = await own.manager.api.refused(payment.cancel, { body })
  assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
  await peer.faults({ fault: '500_before', on: ['create'], times: 1 })
  await visit(row.id)
  await peer.faults()
  const [late] = await own.manager.api.send(payment.cancel, { body })
  assert.equal(late!.code, 'common.bad-transition')
  assert.equal(await visit(row.id), 'paid')
})

test('a withdrawn payment frees its act and is never sent', async () => {
  const second = await addPerson(world.app, world.services, own.id, 'manager-c', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
  const row = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [row])
  const body = { ids: [row.id] }
  const asked = await own.manager.api.refused(payment.cancel, { body })
  const [outcome] = await own.manager.api.send(
    payment.cancel,
    { body },
    await approval(own.manager, asked, second),
  )
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

test('of two people who pay more than an act together holds one wins', async () => {
  const payee = await addPayee(own)
  for (let i = 0; i < 25; i++) {
    const actId = await addIssuedAct(own, payee.supplierId, 10_000)
    const save = (person: typeof own.operator) =>
      person.api.raw({
        method: 'POST',
        url: payment.save.path,
        payload: {
          payments: [
            {
              supplier_id: payee.supplierId,
              payment_method_id: payee.methodId,
              acts: [{ act_id: actId, amount_kop: 6000 }],
              amount_kop: 6000,
            },
          ],
        },
        headers: { authorization: `Bearer ${person.api.token}` },
      })
    await own.db.q.deleteFrom('payment_limit_use').execute()
    await own.db.q.deleteFrom('payment_limit').execute()
    const answers = await Promise.all([save(own.operator), save(own.manager)])
    assert.deepEqual(answers.map((answer) => answer.statusCode).toSorted(), [200, 409])
    assert.equal((await moneyOf(own, actId)).reserved_kop, 6000)
  }
})

test('three workers at one payment make one payout and one event', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await going()
    await Promise.all([1, 2, 3].map(() => workPayment(fx, id)))
    assert.equal(await stateOf(id), 'paid')
    assert.equal(await moneyMoved(id), 1)
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

test('the limit of a day holds against many at once and says what is left', async () => {
  await own.db.q.deleteFrom('payment_limit_use').execute()
  await own.db.q.deleteFrom('payment_limit').execute()
  await own.db.q.updateTable('bank_config').set({ per_day_kop: 50_000 }).execute()
  const rows = []
  for (let i = 0; i < 8; i++) rows.push(await rowFor(own, await addPayee(own), 10_000))
  const answers = await Promise.all(
    rows.map((row) =>
      own.operator.api.raw({
        method: 'POST',
        url: payment.save.path,
        payload: { payments: [row] },
      }),
    ),
  )
  const codes = answers.map((answer) => answer.statusCode)
  assert.equal(codes.filter((code) => code === 200).length, 5)
  const refused = answers
    .find((answer) => answer.statusCode === 409)!
    .json<{
      code: string
      message: string
    }>()
  assert.deepEqual(refused, {
    ...refused,
    code: 'payment.limit',
    message: 'Дневной предел по банку: осталось 0,00 ₽',
  })
  await own.db.q.updateTable('bank_config').set({ per_day_kop: 300_000_000 }).execute()
})

test('a payment saved yesterday counts today', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  await sql`with old as (insert into payment_limit (company_id, scope, scope_key, period, cap_kop, used_kop, cap_count, used_count)
    select company_id, scope, scope_key, period - 40, cap_kop, 10000, cap_count, 1 from payment_limit
    where (scope, scope_key, period) in (select scope, scope_key, period from payment_limit_use where payment_id = ${row.id}) returning 1)
    select 1 from old`.execute(own.db.q)
  await sql`update payment_limit_use set period = period - 40 where payment_id = ${row.id}`.execute(
    own.db.q,
  )
  await register(own.operator, own.manager, [row.id])
  const { rows } = await sql<{ fresh: boolean; used: number }>`
    select u.period >= current_date - 31 as fresh, min(l.used_kop) as used from payment_limit_use u
    join payment_limit l using (company_id, scope, scope_key, period) where u.payment_id = ${row.id} group by 1
  `.execute(own.db.q)
  assert.deepEqual(rows, [{ fresh: true, used: rows[0]!.used }])
  assert.ok(rows[0]!.used >= 10_000)
  const { rows: left } = await sql<{ used: number }>`select used_kop as used from payment_limit
    where scope = 'payee_day' and period < current_date - 31`.execute(own.db.q)
  assert.deepEqual(left, [{ used: 0 }])
})

test('a lost wake-up is found by the sweep, and half an hour of silence is told', async () => {
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
    .where('user_id', '=', own.manager.id)
    .select('href')
    .execute()
  assert.deepEqual(told, [{ href: `/operator/payments?id=${id}` }])
  const shown = await own.operator.api.send(payment.getAll, {
    query: { filter: { flag: ['unknown_long'], attention: true } },
  })
  assert.deepEqual(
    shown.items.map((item) => item.id),
    [id],
  )
})

test('a test payment goes once a day with its own PIN and stays out of the sums', async () => {
  const payee = await addPayee(own)
  const body = { bank_config_id: configId, payment_method_id: payee.methodId }
  assert.equal((await own.operator.api.refused(payment.createTest, { body })).status, 403)
  const asked = await own.manager.api.refused(payment.createTest, { body })
  const made = await own.manager.api.send(
    payment.createTest,
    { body },
    await approval(own.manager, asked),
  )
  assert.deepEqual([made.status, made.is_test, made.amount_kop], ['registering', true, 100])
  assert.equal(await visit(made.id), 'paid')
  const again = await own.manager.api.refused(
    payment.createTest,
    { body },
    await approval(own.manager, asked),
  )
  assert.equal(again.code, 'payment.test-today')
  const theirs = await other.manager.api.refused(payment.createTest, { body })
  assert.equal(theirs.status, 404)
})

test('the directory of the fast payment system is filled at the first question', async () => {
  const banks = await own.operator.api.send(payment.getSbpBanks)
  assert.ok(banks.length > 3)
  assert.deepEqual(await other.operator.api.send(payment.getSbpBanks), banks)
})

test('a sum that differs from ours is told to people once and never believed', async () => {
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
})

test('a small payout to a known payee goes with one person, the same sum split does not', async () => {
  const rules = { approval_over_kop: 100_000 }
  await sql`update company set settings = settings || ${JSON.stringify({ rules })}::jsonb where id = ${own.id}`.execute(
    own.db.q,
  )
  const payee = await addPayee(own)
  const first = await rowFor(own, payee, 10_000)
  const [unknown] = await own.operator.api.send(payment.save, { body: { payments: [first] } })
  assert.equal(unknown!.four_eyes, true, 'the first payout of a supplier needs two')
  await register(own.operator, own.manager, [first.id])
  assert.equal(await visit(first.id), 'paid')
  const small = await rowFor(own, payee, 60_000)
  const [alone] = await own.operator.api.send(payment.save, { body: { payments: [small] } })
  assert.equal(alone!.four_eyes, false)
  const [outcome] = await register(own.operator, own.operator, [small.id])
  assert.equal(outcome!.status, 'registering')
  const rest = await rowFor(own, payee, 60_000)
  const [split] = await own.operator.api.send(payment.save, { body: { payments: [rest] } })
  assert.equal(split!.four_eyes, true)
})

test('a payment whose payee or way changed after saving is not handed over', async () => {
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  const codeWhen = async (table: 'supplier' | 'payment_method', values: object, back: object) => {
    const id = table === 'supplier' ? payee.supplierId : payee.methodId
    const set = (next: object) =>
      own.db.q
        .updateTable(table)
        .set(next as never)
        .where('id', '=', id as never)
        .execute()
    await set(values)
    const [outcome] = await own.manager.api.send(payment.register, { body: { ids: [row.id] } })
    await set(back)
    assert.equal(outcome!.status, 'saved')
    return outcome!.code
  }
  const active = { status: 'active' }
  assert.equal(
    await codeWhen('supplier', { status: 'blocked' }, active),
    'payment.supplier-not-active',
  )
  assert.equal(
    await codeWhen('payment_method', { status: 'disabled' }, active),
    'payment.method-not-active',
  )
  assert.equal(
    await codeWhen('payment_method', { payee_key: Buffer.from('elsewhere') }, active),
    'payment.method-changed',
  )
})
