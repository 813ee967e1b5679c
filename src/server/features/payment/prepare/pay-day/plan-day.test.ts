import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payDay, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, register } from '#test/builders/payouts.ts'
import { assertWithin, promisedSize } from '#test/support/promised-speed.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
const configId = await addTrainingBank(own)
await addTrainingBank(other)
const { operator, manager } = own
const { q } = own.db

const planOf = (ids: readonly string[]) =>
  operator.api.send(payDay.planDay, { query: { filter: { act_ids: [...ids] } } })

/** As the screen makes a body of it. */
const rowOf = (planned: PlannedPayment) => ({
  id: randomUUID(),
  supplier_id: planned.supplier_id,
  payment_method_id: planned.payment_method_id!,
  acts: planned.acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop })),
  amount_kop: planned.amount_kop,
})

/** Each payment that a plan refuses is refused by a save, in the same words. */
async function assertSaveSaysTheSame(payments: readonly PlannedPayment[]) {
  const refused = payments.filter(({ problem, payment_method_id: id }) => problem && id)
  assert.ok(refused.length > 0)
  for (const row of refused) {
    const { message } = await operator.api.refused(payment.save, {
      body: { payments: [rowOf(row)] },
    })
    assert.equal(row.problem!.slice(0, message.length), message)
  }
}

async function payeeWith(kops: readonly number[]) {
  const payee = await addPayee(own)
  const acts: string[] = []
  for (const kop of kops) acts.push(await addIssuedAct(own, payee.supplierId, kop))
  return { ...payee, acts }
}

test('due acts become payments by supplier, which save and hand over as they were planned', async () => {
  const many = await payeeWith(Array.from({ length: 23 }, (_, i) => 1000 + i))
  const one = await payeeWith([500_000])
  const plan = await planOf([...many.acts, ...one.acts])
  assert.deepEqual(
    plan.payments.map(({ problem }) => problem),
    [null, null, null],
  )
  const parts = plan.payments.filter(({ supplier_id: id }) => id === many.supplierId)
  assert.deepEqual(parts.map(({ acts }) => acts.length).toSorted(), [20, 3])
  const sum = 23 * 1000 + (22 * 23) / 2 + 500_000
  assert.deepEqual(
    plan.accounts.map(({ bank_config_id: id, count, amount_kop }) => [id, count, amount_kop]),
    [[configId, 3, sum]],
  )
  const body = { payments: plan.payments.map(rowOf) }
  const saved = await operator.api.send(payment.save, { body })
  const outcomes = await register(
    operator,
    manager,
    saved.map(({ id }) => id),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['registering', 'registering', 'registering'],
  )
  const left = await planOf([...many.acts, ...one.acts])
  assert.deepEqual([left.payments, left.accounts, left.more], [[], [], false])
})

test('what is wrong is told beside each, and the others can be paid', async () => {
  const bare = await addSupplier(own)
  const withoutMethod = await addIssuedAct(own, bare.id, 1000)
  const blocked = await payeeWith([1000])
  await q
    .updateTable('supplier')
    .set({ status: 'blocked' })
    .where('id', '=', blocked.supplierId)
    .execute()
  const large = await payeeWith([50_000_001])
  const small = await payeeWith([50])
  const fine = await payeeWith([1000])
  const acts = [withoutMethod, ...blocked.acts, ...large.acts, ...small.acts, ...fine.acts]
  const { payments } = await planOf(acts)
  const problemOf = (id: string) => payments.find((row) => row.supplier_id === id)!.problem
  assert.match(problemOf(bare.id)!, /Нет действующего способа/)
  assert.match(problemOf(blocked.supplierId)!, /он не действует/)
  assert.match(problemOf(large.supplierId)!, /Предел одной выплаты: 500 000,00 ₽/)
  assert.match(problemOf(small.supplierId)!, /Наименьшая сумма/)
  assert.equal(problemOf(fine.supplierId), null)
  await assertSaveSaysTheSame(payments)
  const [ok] = payments.filter(({ problem }) => problem === null)
  await operator.api.send(payment.save, { body: { payments: [rowOf(ok!)] } })
})

test('the plan counts what it would use itself: limits of the day hold over all of it', async () => {
  const [first, second] = [await payeeWith([30_000_00]), await payeeWith([30_000_00])]
  const used = await q
    .selectFrom('payment_limit')
    .where('scope', '=', 'config_day')
    .where('scope_key', '=', configId)
    .select('used_kop')
    .executeTakeFirst()
  const per_day_kop = (used?.used_kop ?? 0) + 50_000_00
  await q.updateTable('bank_config').set({ per_day_kop }).where('id', '=', configId).execute()
  const act_ids = [...first.acts, ...second.acts]
  const { payments, accounts } = await planOf(act_ids)
  const going = payments.find(({ problem }) => problem === null)!
  const left_out = [going.acts[0]!.act_id]
  const without = await operator.api.send(payDay.planDay, {
    query: { filter: { act_ids, left_out } },
  })
  await q
    .updateTable('bank_config')
    .set({ per_day_kop: 300_000_000 })
    .where('id', '=', configId)
    .execute()
  assert.equal(payments.filter(({ problem }) => problem === null).length, 1)
  assert.match(
    payments.find(({ problem }) => problem)!.problem!,
    /Дневной предел по банку: осталось 20 000,00 ₽/,
  )
  assert.deepEqual(
    accounts.map(({ count, left_kop }) => [count, left_kop]),
    [[1, 50_000_00]],
  )
  // Who is not paid today leaves the room to the others, and may still be chosen instead of them.
  assert.deepEqual(
    without.payments.map(({ problem }) => problem),
    [null, null],
  )
})

test('an act whose signed sheet is due stands apart, and what a PIN’s giver should see is told', async () => {
  const payee = await payeeWith([1000, 2000])
  await q.updateTable('act').set({ status: 'signed' }).where('id', '=', payee.acts[0]!).execute()
  await q
    .updateTable('supplier')
    .set({ doc_expires_on: '2020-01-01' })
    .where('id', '=', payee.supplierId)
    .execute()
  await q
    .updateTable('payment_method')
    .set({ shared: true, requisites_changed_at: new Date().toISOString() })
    .where('id', '=', payee.methodId)
    .execute()
  const settings = { rules: { pay_requires: 'signed' } }
  const { settings: before } = await q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select('settings')
    .executeTakeFirstOrThrow()
  await q
    .updateTable('company')
    .set({ settings: JSON.stringify({ ...(before as object), ...settings }) })
    .where('id', '=', own.id)
    .execute()
  const plan = await planOf(payee.acts)
  // Two acts of one day and one millisecond stand in any order.
  const payments = plan.payments.toSorted((a, b) => a.amount_kop - b.amount_kop)
  await q
    .updateTable('company')
    .set({ settings: JSON.stringify(before) })
    .where('id', '=', own.id)
    .execute()
  assert.deepEqual(
    payments.map(({ amount_kop, problem }) => [amount_kop, problem !== null]),
    [
      [1000, false],
      [2000, true],
    ],
  )
  assert.match(payments[1]!.problem!, /Нет подписанного акта/)
  for (const words of [/реквизиты недавно менялись/, /общие с другим/])
    assert.match(payments[0]!.second_person.join('; '), words)
  // A save asks nobody's PIN for an expired document, so the plan does not announce one.
  assert.doesNotMatch(payments[0]!.second_person.join('; '), /документ/)
  assert.deepEqual(payments[0]!.warnings, [
    'Документ поставщика просрочен',
    'Банк о получателе не спрошен',
  ])
})

test('a stopped bank is told in the words of who stopped it, and a refused save names its row', async () => {
  const payees = [await payeeWith([1000]), await payeeWith([1000])]
  const [reason, config] = [
    'Ключи отозваны',
    q.updateTable('bank_config').where('id', '=', configId),
  ]
  await config.set({ circuit: 'stopped', stopped_reason: reason, stopped_at: sql`now()` }).execute()
  try {
    const { payments, accounts } = await planOf(payees.flatMap(({ acts }) => acts))
    for (const { problem } of payments)
      assert.equal(problem, `Выплаты через «Учебный банк» остановлены: ${reason}`)
    assert.deepEqual(
      accounts.map(({ count, amount_kop }) => [count, amount_kop]),
      [[0, 0]],
    )
    await assertSaveSaysTheSame(payments)
    const body = { payments: payments.map(rowOf) }
    const refused = await operator.api.refused(payment.save, { body })
    assert.deepEqual(Object.keys(refused.fields ?? {}), ['payments.0.id'])
  } finally {
    await config.set({ circuit: 'closed', stopped_reason: null, stopped_at: null }).execute()
  }
})

test('an account whose bank nobody knows is told before it is saved', async () => {
  const supplier = await addSupplier(own)
  await q
    .insertInto('payment_method')
    .values({
      company_id: own.id,
      id: randomUUID(),
      supplier_id: supplier.id,
      kind: 'account',
      account: '40817810099910004312',
      bik: '044525999',
      holder_name: supplier.name,
      holder_match: 'match',
      payee_key: randomBytes(32),
      is_default: true,
      status: 'active',
    })
    .execute()
  const { payments } = await planOf([await addIssuedAct(own, supplier.id, 1000)])
  assert.match(payments[0]!.problem!, /Реквизитов счёта не хватает.*корреспондентский счёт банка/)
  await assertSaveSaysTheSame(payments)
})

test('acts of another company do not exist for a plan, and its days are those of the acts', async () => {
  const { acts } = await payeeWith([1000])
  const query = { filter: { act_ids: acts } }
  assert.deepEqual((await other.operator.api.send(payDay.planDay, { query })).payments, [])
  const later = { filter: { date_from: '2199-01-01', date_to: '2199-01-02' } }
  assert.deepEqual((await operator.api.send(payDay.planDay, { query: later })).payments, [])
  const all = await operator.api.send(payDay.planDay, { query: {} })
  assert.ok(all.payments.some((row) => row.acts.some(({ act_id: id }) => id === acts[0])))
})

test('five hundred payments are planned, saved by hundreds and handed over by one PIN', async () => {
  const size = promisedSize(120, 500)
  for (let i = 0; i < size; i++) {
    const { supplierId } = await addPayee(other)
    await addIssuedAct(other, supplierId, 1000 + i)
  }
  const started = performance.now()
  const plan = await other.operator.api.send(payDay.planDay, { query: {} })
  assertWithin(performance.now() - started, 3000, 'the plan of 500 payments')
  const payable = plan.payments.filter(({ problem }) => problem === null)
  assert.deepEqual([payable.length, plan.more], [size, false])
  assert.equal(plan.accounts[0]!.count, size)
  const rows = payable.map(rowOf)
  for (let from = 0; from < rows.length; from += 100) {
    const body = { payments: rows.slice(from, from + 100) }
    await other.operator.api.send(payment.save, { body })
    // The answer may have been lost on its way: a repeat under the same ids saves nothing more.
    if (from === 0) await other.operator.api.send(payment.save, { body })
  }
  const outcomes = await register(
    other.operator,
    other.manager,
    rows.map(({ id }) => id),
  )
  assert.deepEqual([...new Set(outcomes.map(({ status }) => status))], ['registering'])
  const registries = await other.db.q
    .selectFrom('payment_registry')
    .where('company_id', '=', other.id)
    .select(['payment_count', 'total_kop'])
    .execute()
  const total_kop = payable.reduce((sum, one) => sum + one.amount_kop, 0)
  assert.deepEqual(registries, [{ payment_count: size, total_kop }])
})
