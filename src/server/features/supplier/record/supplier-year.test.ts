import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql, type Updateable } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { changeCompany } from '../../company/save-queries.ts'
import { inTransaction } from '#server/db/handle.ts'
import type { Payment } from '#server/db/schema.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { keptYears, reckonedYears } from '#test/builders/past/supplier-years.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

type Filter = NonNullable<CallInput<typeof supplier.getAll>['query']['filter']>

const world = await openWorld()
const { own } = world
const bankId = await addTrainingBank(own)
after(() => world.close())
const { q } = own.db

// Minutes around the ends of two years in Moscow (UTC+3) and in Vladivostok (UTC+10).
const MOMENTS = [
  '2024-12-31T13:59:59.999Z',
  '2024-12-31T14:00:00Z',
  '2024-12-31T20:59:59.999999Z',
  '2024-12-31T21:00:00Z',
  '2025-06-15T12:00:00Z',
  '2025-12-31T20:59:59Z',
  '2025-12-31T21:00:00Z',
  '2026-02-01T00:00:00Z',
]
const MARKER = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SUPPLIERS = 4

type Step =
  | { do: 'pay'; to: number; kop: number; at: string; ends: 'paid' | 'rejected' | 'cancelled' }
  | { do: 'test'; to: number; kop: number; at: string }
  | { do: 'return'; of: number; at: string; status: 'suggested' | 'confirmed' }
  | { do: 'judge'; of: number; at: string; status: 'confirmed' | 'dismissed' }
  | { do: 'merge'; from: number; into: number }
  | { do: 'zone'; zone: string }

const to = fc.nat(SUPPLIERS - 1)
const of = fc.nat(9)
const at = fc.constantFrom(...MOMENTS)
const kop = fc.integer({ min: 1, max: 1_000_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      to,
      kop,
      at,
      ends: fc.constantFrom('paid' as const, 'paid', 'rejected', 'cancelled'),
    }),
  },
  fc.record({ do: fc.constant('test' as const), to, kop, at }),
  fc.record({
    do: fc.constant('return' as const),
    of,
    at,
    status: fc.constantFrom('suggested' as const, 'confirmed'),
  }),
  fc.record({
    do: fc.constant('judge' as const),
    of,
    at,
    status: fc.constantFrom('confirmed' as const, 'dismissed'),
  }),
  fc.record({ do: fc.constant('merge' as const), from: to, into: to }),
  fc.record({
    do: fc.constant('zone' as const),
    zone: fc.constantFrom('Europe/Moscow', 'Asia/Vladivostok'),
  }),
)

test('the stored sums of years equal those computed anew after any history', async () => {
  const seen = { returns: 0, merges: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await play(steps, seen)
      assert.deepEqual(await keptYears(own), await reckonedYears(own))
    }),
    { numRuns: 25 },
  )
  assert.ok(seen.returns > 0 && seen.merges > 0)
})

test('the list shows the stored sums, sorts by them across pages, and adds them up after a merge', async () => {
  const people = [await person(), await person(), await person(), await person()]
  const sums = [500, 300, 300, 0]
  for (const [i, one] of people.entries())
    if (sums[i]! > 0) await pay(one, sums[i]!, 'now', 'paid', false)
  // Everything was returned: a row of zero takes no place among suppliers who received something.
  const givenBack = await pay(await person(), 400, 'now', 'paid', false)
  await giveBack(givenBack, 400, new Date().toISOString(), 'confirmed')
  const list = (filter: Filter) => own.operator.api.send(supplier.getAll, { query: { filter } })
  for (const direction of ['desc', 'asc'] as const) {
    const sort: Filter['sort'] = [['ytd_paid_kop', direction]]
    const whole = await list({ sort, limit: 200 })
    const expected = [...people]
      .map(({ id }, i) => ({ id, kop: sums[i]! }))
      .filter((row) => row.kop > 0)
      .toSorted((a, b) => a.kop - b.kop || (a.id < b.id ? -1 : 1))
    if (direction === 'desc') expected.reverse()
    const paid = whole.items.filter((row) => expected.some(({ id }) => id === row.id))
    assert.deepEqual(
      paid.map(({ id, ytd_paid_kop }) => ({ id, kop: ytd_paid_kop })),
      expected,
    )
    const pages = []
    for (let offset = 0; offset < whole.items.length; offset += 2)
      pages.push(...(await list({ sort, limit: 2, offset })).items)
    assert.deepEqual(
      pages.map(({ id }) => id),
      whole.items.map(({ id }) => id),
    )
    const firstUnpaid = whole.items.findIndex((row) => row.ytd_paid_kop === 0)
    assert.ok(whole.items.slice(firstUnpaid).every((row) => row.ytd_paid_kop === 0))
  }
  await merge(people[1]!.id, people[0]!.id)
  const [first] = (await list({ sort: [['ytd_paid_kop', 'desc']], limit: 1, ids: [people[0]!.id] }))
    .items
  assert.equal(first!.ytd_paid_kop, 800)
})

test('two payments of one seller that end at once are both counted, a merge between them too', async () => {
  const [one, two] = [await person(), await person()]
  const ends = await Promise.all(
    [one, two, one, two].map((who) => save(who, 1000, new Date().toISOString(), false)),
  )
  await Promise.all([
    ...ends.map((id) => end(id, 'paid', new Date().toISOString())),
    merge(two.id, one.id),
  ])
  assert.deepEqual(await keptYears(own), await reckonedYears(own))
})

interface Payee {
  readonly id: string
  readonly methodId: string
}

async function person(): Promise<Payee> {
  const made = await addSupplier(own)
  return { id: made.id, methodId: (await addMethod(own, made)).id }
}

async function play(
  steps: readonly Step[],
  seen: { returns: number; merges: number },
): Promise<void> {
  const people = await Promise.all(Array.from({ length: SUPPLIERS }, person))
  const paid: { id: string; left: number }[] = []
  const returns: { id: string; left: number }[] = []
  for (const one of steps) {
    if (one.do === 'pay' || one.do === 'test') {
      const isTest = one.do === 'test'
      const ends = isTest ? 'paid' : one.ends
      const id = await pay(people[one.to]!, one.kop, one.at, ends, isTest)
      if (ends === 'paid') paid.push({ id, left: one.kop })
    } else if (one.do === 'return') {
      const payment = paid[one.of % Math.max(1, paid.length)]
      if (!payment || payment.left < 2) continue
      const amount = Math.ceil(payment.left / 2)
      payment.left -= amount
      returns.push({ id: await giveBack(payment.id, amount, one.at, one.status), left: amount })
      seen.returns++
    } else if (one.do === 'judge') {
      const given = returns[one.of % Math.max(1, returns.length)]
      if (given) await judge(given.id, one.at, one.status)
    } else if (one.do === 'merge') {
      const { rows } = await sql<{
        id: string
        merged_into: string | null
      }>`select id, merged_into from supplier
        where id = any(${people.map(({ id }) => id)}::uuid[])`.execute(q)
      const free = (n: number) => rows.find(({ id }) => id === people[n]!.id)!.merged_into === null
      if (one.from === one.into || !free(one.from) || !free(one.into)) continue
      await merge(people[one.from]!.id, people[one.into]!.id)
      seen.merges++
    } else await inTransaction(own.db, (tx) => changeCompany(tx, { timezone: one.zone }))
  }
}

async function pay(
  to: Payee,
  kop: number,
  at: string,
  ends: string,
  isTest: boolean,
): Promise<string> {
  const moment = at === 'now' ? new Date().toISOString() : at
  const id = await save(to, kop, moment, isTest)
  await end(id, ends, moment)
  return id
}

/** Written straight into the tables: a history of years cannot be made by commands. */
async function save(to: Payee, kop: number, at: string, isTest: boolean): Promise<string> {
  const id = randomUUID()
  const act_id = await addIssuedAct(own, to.id, kop)
  await inTransaction(own.db, async (db) => {
    await db.q
      .insertInto('payment')
      .values({
        company_id: own.id,
        id,
        supplier_id: to.id,
        payment_method_id: to.methodId,
        bank_config_id: bankId,
        method_snapshot: JSON.stringify({ kind: 'sbp' }),
        payee_key: randomBytes(32),
        amount_kop: kop,
        purpose: 'Оплата',
        vat_clause: 'Без НДС',
        marker: Array.from(randomBytes(6), (byte) => MARKER[byte % 32]).join(''),
        save_hash: randomBytes(32),
        four_eyes: false,
        is_test: isTest,
        created_at: at,
        created_by: own.operator.id,
      })
      .execute()
    if (isTest) return
    await db.q.updateTable('act').set({ reserved_kop: kop }).where('id', '=', act_id).execute()
    await db.q
      .insertInto('payment_allocation')
      .values({ company_id: own.id, payment_id: id, act_id, amount_kop: kop })
      .execute()
  })
  return id
}

async function end(id: string, ends: string, at: string): Promise<void> {
  const set = (values: Updateable<Payment>) =>
    q.updateTable('payment').set(values).where('id', '=', id).execute()
  if (ends === 'cancelled') return void (await set({ status: 'cancelled', finished_at: at }))
  await set({ status: 'registering', approved_by: own.manager.id })
  await set({ status: ends, status_source: 'status', finished_at: at })
}

async function giveBack(
  paymentId: string,
  kop: number,
  at: string,
  status: string,
): Promise<string> {
  const id = uuidv7()
  await q
    .insertInto('payment_return')
    .values({
      company_id: own.id,
      id,
      payment_id: paymentId,
      amount_kop: kop,
      status,
      ...(status === 'confirmed' && { confirmed_by: own.manager.id, confirmed_at: at }),
    })
    .execute()
  return id
}

async function judge(id: string, at: string, status: string): Promise<void> {
  const by = { confirmed_by: own.manager.id, confirmed_at: at }
  await q
    .updateTable('payment_return')
    .set({ status, ...(status === 'confirmed' && by) })
    .where('id', '=', id)
    // A confirmed return has changed the sums: it never changes any more.
    .where('status', '!=', 'confirmed')
    .execute()
}

/** As the command does it: aliases of the dropped record point at the kept one in the same transaction. */
async function merge(from: string, into: string): Promise<void> {
  await q
    .updateTable('supplier')
    .set({ status: 'archived', merged_into: into, merged_at: sql`now()` })
    .where('id', '=', from)
    .execute()
  await q
    .updateTable('supplier')
    .set({ merged_into: into })
    .where('merged_into', '=', from)
    .execute()
}
