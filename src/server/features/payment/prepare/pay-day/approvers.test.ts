import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { aboveOwnLimit, needsAnother } from '#contract/payment/approvers.ts'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addMethod } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import type { Person } from '#test/support/world.ts'

const world = await openPayoutWorld()
after(() => world.close())
const { own, configId } = world
const { operator, manager } = own
const { q } = own.db
/** A payee whom money reached already: below the threshold the maker's own PIN is enough for him. */
const known = await addPayee(own)
const first = await rowFor(own, known, 1000)
await pay(own, [first])
assert.equal(await world.visit(first.id), 'paid')

const planOf = (person: Person, act_ids: string[]) =>
  person.api.send(payDay.planDay, { query: { filter: { act_ids } } })

async function setRules(rules: object) {
  await q
    .updateTable('company')
    .set({ settings: JSON.stringify({ ...(await settingsOf()), rules }) })
    .where('id', '=', own.id)
    .execute()
}

async function settingsOf(): Promise<object> {
  const row = await q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select('settings')
    .executeTakeFirstOrThrow()
  return row.settings as object
}

const setManager = (values: { status?: 'active' | 'blocked'; pcode_temporary?: boolean }) =>
  q.updateTable('app_user').set(values).where('id', '=', manager.id).execute()

beforeEach(() => setRules({ approval_over_kop: 1_000_000 }))

test('a plan names who may confirm: payments below the threshold need the own PIN, a first payment that of a named colleague', async () => {
  const fresh = await addPayee(own)
  const acts = [
    await addIssuedAct(own, known.supplierId, 1000),
    await addIssuedAct(own, fresh.supplierId, 1000),
  ]
  const { payments, approvers } = await planOf(operator, acts)
  assert.deepEqual(
    payments.map(({ supplier_id: id, second_person: reasons, problem }) => [id, reasons, problem]),
    [
      [known.supplierId, [], null],
      [fresh.supplierId, ['первая выплата поставщику'], null],
    ].toSorted((a, b) => order(payments, a[0] as string) - order(payments, b[0] as string)),
  )
  assert.equal(approvers.own_problem, null)
  assert.equal(approvers.nobody, null)
  assert.equal(approvers.others.length, 1)
  assert.match(approvers.others[0]!, /Оператор, Управляющий|Управляющий/)
})

const order = (payments: readonly { supplier_id: string }[], id: string) =>
  payments.findIndex(({ supplier_id }) => supplier_id === id)

test('what nobody may confirm is no part of the payments that a plan offers, uses no limits and says what to do', async () => {
  const fresh = await addPayee(own)
  const acts = [
    await addIssuedAct(own, known.supplierId, 1000),
    await addIssuedAct(own, fresh.supplierId, 1000),
  ]
  const { payments, approvers, accounts } = await planOf(manager, acts)
  const at = (id: string) => payments.find(({ supplier_id }) => supplier_id === id)!
  assert.deepEqual([at(known.supplierId).problem, at(known.supplierId).held_by], [null, null])
  assert.equal(at(fresh.supplierId).held_by, 'approver')
  assert.match(at(fresh.supplierId).problem!, /Подтвердить некому/)
  assert.match(
    approvers.nobody!,
    /право «Подтверждать выплаты» здесь только у вас\. Пусть такую выплату готовит другой сотрудник с правом «Подготовка выплат»/,
  )
  assert.match(approvers.nobody!, /попросите суперадминистратора завести владельца компании/)
  assert.deepEqual([accounts[0]!.count, accounts[0]!.amount_kop], [1, 1000])
  // Where the company has no holder at all, that is said as well.
  await setManager({ pcode_temporary: true })
  const alone = await planOf(operator, acts).finally(() => setManager({ pcode_temporary: false }))
  assert.deepEqual(alone.approvers.others, [])
  assert.match(alone.approvers.nobody!, /ни у кого нет права «Подтверждать выплаты»/)
})

test('the preview of one payment and the call of a list say the same before anything is pressed', async () => {
  const row = await rowFor(own, await addPayee(own), 1000)
  const [shown] = await manager.api.send(payment.save, { body: { payments: [row], dry_run: true } })
  assert.ok(shown!.preview!.second_person.length > 0)
  assert.match(shown!.preview!.approvers.nobody!, /Подтвердить некому/)
  const listed = await manager.api.send(payment.getApprovers, {})
  assert.deepEqual(listed, shown!.preview!.approvers)
  const forOperator = await operator.api.send(payment.getApprovers, {})
  assert.equal(forOperator.nobody, null)
})

test('the sum of the caller’s own right is told before the press: in the plan, in the preview and by the call', async () => {
  const action = await q
    .selectFrom('action')
    .where('code', '=', 'payment.register')
    .select('id')
    .executeTakeFirstOrThrow()
  const access = { id: randomUUID(), action_id: action.id, company_id: null, subject: 'user' }
  const grant = { subject_code: operator.id, allow: true, confirm: 'self', max_kop: 999_99 }
  await q
    .insertInto('action_access')
    .values({ ...access, ...grant })
    .execute()
  world.world.services.sessions.forget()
  try {
    const acts = [
      await addIssuedAct(own, known.supplierId, 1000_00),
      await addIssuedAct(own, (await addPayee(own)).supplierId, 999_99),
    ]
    const { payments, approvers, accounts } = await planOf(operator, acts)
    assert.equal(approvers.max_kop, 999_99)
    const [large, fits] = payments.toSorted((a, b) => b.amount_kop - a.amount_kop)
    assert.deepEqual([large!.held_by, fits!.held_by], ['approver', null])
    assert.match(large!.problem!, /не больше 999,99/)
    assert.equal(accounts[0]!.amount_kop, 999_99)
    const row = await rowFor(own, known, 1000_00)
    const body = { payments: [row], dry_run: true }
    const [shown] = await operator.api.send(payment.save, { body })
    assert.equal(aboveOwnLimit(shown!.preview!.approvers, row.amount_kop), large!.problem)
    assert.equal((await operator.api.send(payment.getApprovers, {})).max_kop, 999_99)
    assert.equal((await manager.api.send(payment.getApprovers, {})).max_kop, null)
    // What a press would have said says the sum as well.
    await operator.api.send(payment.save, { body: { payments: [row] } })
    const refused = await operator.api.refused(payment.register, { body: { ids: [row.id] } })
    assert.equal(refused.code, 'access.limit')
    assert.match(refused.message, /предел для этого действия: 999,99 ₽/)
  } finally {
    await q.deleteFrom('action_access').where('id', '=', access.id).execute()
    world.world.services.sessions.forget()
  }
})

test('a saved payment for two names who may be the second, to its maker and to the others', async () => {
  const mine = await rowFor(own, await addPayee(own), 1000)
  await operator.api.send(payment.save, { body: { payments: [mine] } })
  const { others } = await operator.api.send(payment.getApprovers, {})
  const wordsFor = async ({ api }: Person) =>
    (await api.send(payment.get, { query: { id: mine.id } })).reason_text
  assert.equal(await wordsFor(operator), `Ждёт второй подписи: подтвердить может ${others[0]}`)
  assert.equal(await wordsFor(manager), await wordsFor(operator))
  const theirs = await rowFor(own, await addPayee(own), 1000)
  await manager.api.send(payment.save, { body: { payments: [theirs] } })
  const card = await manager.api.send(payment.get, { query: { id: theirs.id } })
  assert.match(card.reason_text!, /Ждёт второй подписи\. Подтвердить некому: .*только у вас/)
  assert.match(
    (await operator.api.send(payment.get, { query: { id: theirs.id } })).reason_text!,
    /Подтвердить некому: ни у кого, кроме составителя, нет права/,
  )
})

test('the PIN dialog names who may confirm; a selection is split by the PIN that each part needs, and both parts go', async () => {
  const mine = await rowFor(own, await addPayee(own), 1000)
  const plain = await rowFor(own, known, 1000)
  const saved = await operator.api.send(payment.save, { body: { payments: [mine, plain] } })
  const caller = { userId: operator.id, samePerson: [], isSecond: false }
  const parts = Map.groupBy(saved, (one) => needsAnother(one, caller))
  assert.deepEqual(
    parts.get(true)!.map(({ id }) => id),
    [mine.id],
  )
  assert.deepEqual(
    parts.get(false)!.map(({ id }) => id),
    [plain.id],
  )
  for (const [another, rows] of parts) {
    const body = { ids: rows.map(({ id }) => id) }
    const asked = await operator.api.refused(payment.register, { body })
    assert.equal(asked.approval!.who, another ? 'other' : 'self')
    if (another) {
      const { others } = await operator.api.send(payment.getApprovers, {})
      assert.ok(asked.message.includes(others[0]!), asked.message)
    }
    const pin = await approval(operator, asked, another ? manager : operator)
    const outcomes = await operator.api.send(payment.register, { body }, pin)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['registering'],
    )
  }
})

test('where a limit does not reach, the oldest debt goes first, and what waits is told apart', async () => {
  await setRules({ approval_over_kop: 100_000_000 })
  // By name the younger debt stands first.
  const [young, old] = [await named('Абрамов'), await named('Яковлев')]
  const acts = {
    oldest: await addIssuedAct(own, old.id, 10_000_00, 'issued', '2026-01-01'),
    middle: await addIssuedAct(own, young.id, 50_000_00, 'issued', '2026-01-05'),
    latest: await addIssuedAct(own, old.id, 45_000_00, 'issued', '2026-01-20'),
  }
  const used = await q
    .selectFrom('payment_limit')
    .where('scope', '=', 'config_day')
    .where('scope_key', '=', configId)
    .select('used_kop')
    .executeTakeFirst()
  const config = q.updateTable('bank_config').where('id', '=', configId)
  const reach = (kop: number) => config.set({ per_day_kop: (used?.used_kop ?? 0) + kop }).execute()
  await reach(60_000_00)
  const { payments } = await planOf(operator, Object.values(acts)).finally(() =>
    config.set({ per_day_kop: 300_000_000 }).execute(),
  )
  assert.deepEqual(
    payments.map(({ acts: parts, held_by: by }) => [parts.map(({ act_id }) => act_id), by]),
    [
      [[acts.oldest], null],
      [[acts.middle], null],
      [[acts.latest], 'limit'],
    ],
  )
  assert.match(payments[2]!.problem!, /Дневной предел по банку: осталось 0,00 ₽/)
})

async function named(last_name: string) {
  const supplier = await addSupplier(own, { last_name })
  await addMethod(own, supplier, { phone: `+7917${++phones}50` })
  return supplier
}
let phones = 55_000
