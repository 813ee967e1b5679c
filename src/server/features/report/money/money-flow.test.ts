import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import {
  moneyFlow,
  moneyGroups,
  moneyStages,
  paymentsBehind,
  placeInRow,
  type MoneyGroup,
  type MoneyStage,
  type StageSums,
} from '#contract/payment/money-flow.ts'
import { payment } from '#contract/payment/payment.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { addPastPayment, addReturn, type PastPayment } from '#test/builders/past/past-payments.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'
import { sumMoneyFlow } from './money-flow-queries.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
const ZONE = 'Asia/Vladivostok'
const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }
// Vladivostok is ten hours ahead of UTC: its May begins on 30 April at 14:00 UTC.
const LAST_OF_APRIL = '2025-04-30T13:59:59Z'
const FIRST_OF_MAY = '2025-04-30T14:00:00Z'
const LAST_OF_MAY = '2025-05-31T13:59:59Z'
const FIRST_OF_JUNE = '2025-05-31T14:00:00Z'
const MOMENTS = [LAST_OF_APRIL, FIRST_OF_MAY, '2025-05-12T03:00:00Z', LAST_OF_MAY, FIRST_OF_JUNE]
const STATUSES = ['saved', 'processing', 'unknown', 'paid', 'rejected', 'cancelled'] as const
const KINDS: readonly MethodKind[] = ['sbp', 'card', 'account']
const banks: string[] = []

before(async () => {
  await world.services.q.updateTable('company').set({ timezone: ZONE }).execute()
  world.services.sessions.forget()
  for (const company of [own, other]) {
    banks.push(await addTrainingBank(company))
    await company.db.q
      .deleteFrom('bank_config_default')
      .where('company_id', '=', company.id)
      .execute()
    banks.push(await addTrainingBank(company))
    await addMoney(company, banks.slice(-2))
  }
  await own.db.q
    .updateTable('bank_config')
    .set({ title: 'Второй банк' })
    .where('id', '=', banks[1]!)
    .execute()
})

/** Payments of each state on both sides of each end of May, through two banks; returns on other days than their payments. */
async function addMoney(company: TestCompany, configs: readonly string[]): Promise<void> {
  const supplier = await addSupplier(company)
  const methodId = (await addMethod(company, supplier)).id
  let n = 0
  const pay = async (
    facts: Partial<PastPayment> & { status: PastPayment['status'] },
    is_test = false,
  ) => {
    const amount_kop = 1_000_00 + (7 ** ++n % 100_003)
    const act = await addPastAct(company, {
      supplier_id: supplier.id,
      date: '2025-04-20',
      net_g: 1_000,
      total_kop: amount_kop,
    })
    const { saved_at = LAST_OF_APRIL, status, finished_at } = facts
    const bankConfigId = configs[n % 2]!
    const common = { act, amount_kop, status, saved_at, methodId, bankConfigId, is_test }
    const kind = KINDS[n % 3]!
    return addPastPayment(company, { ...common, kind, ...(finished_at && { finished_at }) })
  }
  await pay({ status: 'saved', saved_at: FIRST_OF_MAY }, true)
  await pay({ status: 'paid', finished_at: FIRST_OF_MAY }, true)
  for (const status of STATUSES)
    for (const [i, at] of MOMENTS.entries()) {
      const isOver = status === 'paid' || status === 'rejected' || status === 'cancelled'
      const made = await pay(isOver ? { status, finished_at: at } : { status, saved_at: at })
      if (status !== 'paid') continue
      await addReturn(company, made, 300_00 + i, MOMENTS[(i + 1) % MOMENTS.length]!)
      await addReturn(company, made, 7 + i, MOMENTS[(i + 2) % MOMENTS.length]!)
    }
}

const flowOf = (by: MoneyGroup, days: { date_from?: string; date_to?: string } = MAY) =>
  own.operator.api.send(moneyFlow.getMoneyFlow, { query: { filter: { by, ...days } } })

interface Fact {
  readonly stage: MoneyStage
  readonly day: string
  readonly bank: string
  readonly method: string
  readonly kop: bigint
}

const dayIn = (moment: string) => new Date(moment).toLocaleDateString('sv-SE', { timeZone: ZONE })

/** The same facts from bare rows, put together without the product's query. */
async function readFacts(): Promise<Fact[]> {
  const { rows: payments } = await sql<Record<string, string>>`
    select id, status, created_at, finished_at, bank_config_id as bank, method_snapshot->>'kind' as method,
      amount_kop::text as kop from payment where company_id = ${own.id} and is_test is false
  `.execute(own.db.q)
  const { rows: returns } = await sql<Record<string, string>>`
    select payment_id, confirmed_at, amount_kop::text as kop from payment_return where company_id = ${own.id}
  `.execute(own.db.q)
  const factOf = (
    row: Record<string, string>,
    stage: MoneyStage,
    at: string,
    kop: string,
  ): Fact => ({
    stage,
    day: dayIn(at),
    bank: row['bank']!,
    method: row['method']!,
    kop: BigInt(kop),
  })
  const stages: Record<string, MoneyStage> = {
    saved: 'saved',
    processing: 'in_bank',
    unknown: 'unknown',
    paid: 'paid',
    rejected: 'rejected',
  }
  return [
    ...payments.flatMap((row) => {
      const stage = stages[row['status']!]
      return stage
        ? [factOf(row, stage, row['finished_at'] ?? row['created_at']!, row['kop']!)]
        : []
    }),
    ...returns.map((row) => {
      const paid = payments.find(({ id }) => id === row['payment_id'])!
      return factOf(paid, 'returned', row['confirmed_at']!, row['kop']!)
    }),
  ]
}

function sumFacts(facts: readonly Fact[]): StageSums {
  const sums = moneyStages.map((stage) => {
    const own = facts.filter((fact) => fact.stage === stage)
    const amount_kop = Number(own.reduce((sum, { kop }) => sum + kop, 0n))
    return [stage, { count: own.length, amount_kop }] as const
  })
  return Object.fromEntries(sums) as StageSums
}

const isOpen = ({ stage }: Fact) => ['saved', 'in_bank', 'unknown'].includes(stage)

test('each sum of a day, a bank and a method is what its payments and returns add up to', async () => {
  const facts = await readFacts()
  const within = facts.filter(({ day }) => day >= MAY.date_from && day <= MAY.date_to)
  const earlier = facts.filter((fact) => isOpen(fact) && fact.day < MAY.date_from)
  assert.ok(within.length > 20 && earlier.length > 2)
  for (const by of moneyGroups) {
    const flow = await flowOf(by)
    const groups = Map.groupBy(within, (fact) => fact[by])
    for (const { key, sums } of flow.rows)
      assert.deepEqual(sums, sumFacts(groups.get(key) ?? []), `${by} ${key}`)
    for (const key of groups.keys()) assert.ok(flow.rows.some((row) => row.key === key))
    assert.deepEqual(flow.earlier, sumFacts(earlier))
    assert.deepEqual(flow.totals, sumFacts([...within, ...earlier]))
  }
})

test('days stand in their order, also empty ones; agreements have their titles and stand by them', async () => {
  const days = (await flowOf('day')).rows.map(({ key }) => key)
  assert.deepEqual([days.length, days[0], days.at(-1)], [31, '2025-05-01', '2025-05-31'])
  const titles = (await flowOf('bank')).rows.map(({ title }) => title)
  assert.deepEqual(titles, ['Второй банк', 'Учебный банк'])
})

test('behind each sum stands the list of exactly its payments', async () => {
  for (const by of moneyGroups) {
    const flow = await flowOf(by)
    for (const row of flow.rows)
      for (const stage of moneyStages) {
        if (row.sums[stage].count === 0) continue
        const filter = paymentsBehind(placeInRow(flow, row, stage))
        const { items } = await own.operator.api.send(payment.getAll, {
          query: { filter: { ...filter, limit: 200 } },
        })
        if (stage === 'returned') {
          assert.ok(items.length > 0 && items.every(({ returned_kop }) => returned_kop > 0))
          continue
        }
        const sum = items.reduce((total, one) => total + one.amount_kop, 0)
        assert.deepEqual(
          { count: items.length, amount_kop: sum },
          row.sums[stage],
          `${by} ${stage}`,
        )
      }
  }
  const { earlier } = await flowOf('day')
  const filter = paymentsBehind({ stage: 'unknown', date_to: '2025-04-30' })
  const list = await own.operator.api.send(payment.getAll, { query: { filter } })
  assert.equal(list.total, earlier.unknown.count)
})

test('without days it is today; a period that runs backwards or over a year is refused', async () => {
  const flow = await flowOf('day', {})
  const today = dayIn(flow.as_of)
  assert.deepEqual([flow.date_from, flow.date_to, flow.rows.length], [today, today, 1])
  assert.equal(flow.earlier.saved.count, MOMENTS.length)
  for (const days of [
    { date_from: '2025-05-02', date_to: '2025-05-01' },
    { date_from: '2024-01-01', date_to: '2025-01-02' },
  ]) {
    const refused = await own.operator.api.refused(moneyFlow.getMoneyFlow, {
      query: { filter: { by: 'day', ...days } },
    })
    assert.equal(refused.code, 'filter.invalid')
  }
})

test('limits say what is left of the company and of each active agreement, used or not', async () => {
  const today = dayIn(new Date().toISOString())
  const use = (scope: string, scope_key: string, period: string, used_kop: number) =>
    own.db.q
      .insertInto('payment_limit')
      .values({
        company_id: own.id,
        scope,
        scope_key,
        period,
        // The cap of the counter is that of its last payment: the present one counts.
        cap_kop: used_kop,
        used_kop,
        cap_count: 500,
        used_count: 499,
      })
      .execute()
  await use('company_day', '', today, 299_000_000)
  await use('config_day', banks[1]!, today, 300_000_001)
  await use('config_month', banks[1]!, `${today.slice(0, 7)}-01`, 1)
  const { limits, attention } = await flowOf('day')
  assert.deepEqual(
    limits.map((one) => [one.title, one.period, one.left_kop, one.left_count]),
    [
      ['Компания', 'day', 1_000_000, 1],
      ['Второй банк', 'day', 0, null],
      ['Второй банк', 'month', 2_999_999_999, null],
      ['Учебный банк', 'day', 300_000_000, null],
      ['Учебный банк', 'month', 3_000_000_000, null],
    ],
  )
  assert.deepEqual(
    attention.map(({ kind }) => kind),
    ['unknown', 'rejected', 'waiting', 'limit'],
  )
})

test('who may not read payments reads no money', async () => {
  const query = { filter: { by: 'day' as const } }
  assert.equal(
    (await own.user.api.refused(moneyFlow.getMoneyFlow, { query })).code,
    'access.denied',
  )
  const refused = await world.supervisor.api.refused(moneyFlow.getMoneyFlow, { query })
  assert.equal(refused.code, 'access.denied')
})

test('what ended is read from an index by its day; by day and by bank from that index alone', async () => {
  const planOf = (by: MoneyGroup) =>
    own.db.q.transaction().execute(async (q) => {
      for (const way of ['seqscan', 'bitmapscan'])
        await sql.raw(`set local enable_${way} = off`).execute(q)
      const query = sumMoneyFlow(own.db, { by, ...MAY })
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(q)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  for (const by of ['day', 'bank'] as const)
    assert.match(await planOf(by), /Index Only Scan using payment_ended_in_time /)
  assert.match(await planOf('method'), /Index Scan using payment_ended_in_time /)
})
