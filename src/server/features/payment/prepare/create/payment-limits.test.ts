import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { approval } from '#test/support/approve.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { addIssuedAct, moneyOf } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, register, rowFor, type Payee } from '#test/builders/payouts.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { workPayment } from '../../send/worker/worker.ts'
import { workerEffects } from '../../send/worker/worker-steps.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, peer, world, configId, visit } = payouts
const { other } = world

test('of two concurrent payments that exceed an act together one is saved', async () => {
  const payee = await addPayee(own)
  for (let i = 0; i < sweepSize(50, 1000); i++) {
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

test('the limit of a day holds for concurrent payments, and the refusal names what is left', async () => {
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

test('a limit that was lowered after saving keeps what was not handed over yet', async () => {
  const rows = []
  for (let i = 0; i < 2; i++) rows.push(await rowFor(own, await addPayee(own), 10_000))
  const ids = rows.map(({ id }) => id)
  await own.operator.api.send(payment.save, { body: { payments: rows } })
  const { rows: used } = await sql<{ kop: number }>`select max(used_kop) as kop from payment_limit
    where scope = 'config_day' and period >= current_date`.execute(own.db.q)
  const set = (values: { per_day_kop?: number; per_payment_kop?: number }) =>
    own.db.q.updateTable('bank_config').set(values).execute()
  const told = (outcomes: readonly { status: string | null; message?: string | undefined }[]) =>
    outcomes.map(({ status, message }) => [status, message])
  await set({ per_day_kop: used[0]!.kop - 5000 })
  const left = ['saved', 'Дневной предел по банку: осталось 50,00 ₽']
  assert.deepEqual(told(await register(own.operator, own.manager, ids)), [left, left])
  await set({ per_day_kop: 300_000_000, per_payment_kop: 5000 })
  const above = ['saved', 'Предел одной выплаты: 50,00 ₽']
  const asked = await own.operator.api.send(payment.register, { body: { ids } })
  assert.deepEqual(told(asked), [above, above])
  await set({ per_payment_kop: 50_000_000 })
  const gone = await register(own.operator, own.manager, ids)
  assert.deepEqual(
    gone.map(({ status }) => status),
    ['registering', 'registering'],
  )
})

test('a test payment is allowed once a day with its own PIN and is not counted in sums', async () => {
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

test('a small payout to a known payee needs one person, the same sum in parts needs two', async () => {
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

test('neither another way of the supplier, nor another day, nor a merged record splits a sum below the threshold', async () => {
  const known = async () => {
    const payee = await addPayee(own)
    const [id] = await pay(own, [await rowFor(own, payee, 1000)])
    assert.equal(await visit(id!), 'paid')
    return payee
  }
  const needsTwo = async (payee: Payee) => {
    const row = await rowFor(own, payee, 60_000)
    const [saved] = await own.operator.api.send(payment.save, { body: { payments: [row] } })
    return { id: row.id, two: saved!.four_eyes }
  }
  const byWays = await known()
  await sql`update payment_method set is_default = false where id = ${byWays.methodId}`.execute(
    own.db.q,
  )
  const seller = { id: byWays.supplierId, name: 'Иванов Иван Иванович' }
  const phone = await addMethod(own, seller, { phone: '+79170000150' })
  assert.equal((await needsTwo(byWays)).two, false)
  assert.equal((await needsTwo({ ...byWays, methodId: phone.id })).two, true)

  const byDays = await known()
  const first = await needsTwo(byDays)
  await sql`alter table payment disable trigger payment_guard`.execute(own.db.q)
  await sql`update payment set created_at = created_at - interval '3 days' where id = ${first.id}`.execute(
    own.db.q,
  )
  await sql`alter table payment enable trigger payment_guard`.execute(own.db.q)
  const waiting = await needsTwo(byDays)
  await own.operator.api.send(payment.cancel, { body: { ids: [waiting.id] } })
  await register(own.operator, own.operator, [first.id])
  assert.deepEqual([waiting.two, (await needsTwo(byDays)).two], [true, true])

  const [kept, dropped] = [await known(), await known()]
  assert.equal((await needsTwo(dropped)).two, false)
  await sql`update supplier set merged_into = ${kept.supplierId}, merged_at = now(), status = 'archived' where id = ${dropped.supplierId}`.execute(
    own.db.q,
  )
  assert.equal((await needsTwo(kept)).two, true)
})

test('a payment whose payee or way changed after saving is not handed over', async () => {
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  const codeWhen = async (table: 'supplier' | 'payment_method', values: object, back: object) => {
    const id = table === 'supplier' ? payee.supplierId : payee.methodId
    const set = (next: object) =>
      own.db.q.updateTable(table).set(next).where('id', '=', id).execute()
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

test('a payment is saved for the payee on the screen alone', async () => {
  const payee = await addPayee(own)
  const row = await rowFor(own, payee, 10_000)
  const { methods } = await own.operator.api.send(supplier.get, {
    query: { id: payee.supplierId },
  })
  const { label } = methods[0]!
  const body = (expected_payee: string) => ({ payments: [{ ...row, expected_payee }] })
  const refusal = await own.operator.api.refused(payment.save, { body: body('•••• 9001') })
  assert.equal(refusal.code, 'payment.payee-changed')
  const field = refusal.fields?.['payments.0.payment_method_id']
  assert.match(field ?? '', /«•••• 9001», а сейчас «\+7\s917/)
  const [saved] = await own.operator.api.send(payment.save, { body: body(label) })
  assert.equal(saved!.payment_method_id, payee.methodId)
})

test('a card number is decrypted to be sent and not for the questions that follow', async () => {
  await peer.control('PUT', 'settings', { pending_polls: 2 })
  await own.db.q.updateTable('bank_config').set({ raw_card_allowed: true }).execute()
  const { id: supplierId, name } = await addSupplier(own)
  const card = { kind: 'card', pan: '2200117996077364', holder_name: name } as const
  const body = { supplierId, ...card }
  const method = await own.operator.api.send(supplier.createMethod, { body })
  await own.db.q
    .updateTable('payment_method')
    .set({ status: 'active' })
    .where('id', '=', method.id)
    .execute()
  const row = await rowFor(own, { supplierId, methodId: method.id }, 10_000)
  await pay(own, [row])
  const opened: string[] = []
  const { seal } = own.db.services
  const open: typeof seal.open = (place, bytes) => {
    opened.push(place.table)
    return seal.open(place, bytes)
  }
  const services = { ...own.db.services, seal: { ...seal, open } }
  const spied = workerEffects({ ...own.db, services }, 'test')
  const vaultOpenings = async () => {
    await sql`update payment set next_check_at = now() where id = ${row.id}`.execute(own.db.q)
    await workPayment(spied, row.id)
    return opened.splice(0).filter((table) => table === 'card_vault').length
  }
  assert.ok((await vaultOpenings()) > 0)
  assert.equal(await vaultOpenings(), 0)
  await peer.control('PUT', 'settings', { pending_polls: 0 })
})
