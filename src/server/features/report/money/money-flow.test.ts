import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import {
  moneyFlow,
  moneyGroups,
  moneyStages,
  paymentsBehind,
  placeInRow,
  type MoneyGroup,
  type PlatformMoneyGroup,
  type StageSums,
} from '#contract/payment/money-flow.ts'
import { payment } from '#contract/payment/payment.ts'
import {
  addMoney,
  dayIn,
  MAY,
  MOMENTS,
  readFacts,
  sumFacts,
  ZONE,
  type Fact,
} from '#test/builders/past/money-days.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'
import { recountSums } from '../../../kept-sums/recount-sums.ts'
import { sumMoneyFlow } from './money-flow-queries.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
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

const flowOf = (by: MoneyGroup, days: { date_from?: string; date_to?: string } = MAY) =>
  own.operator.api.send(moneyFlow.getMoneyFlow, { query: { filter: { by, ...days } } })

const isOpen = ({ stage }: Fact) => ['saved', 'in_bank', 'unknown'].includes(stage)

test('each sum of a day, a bank and a method is what its payments and returns add up to', async () => {
  const facts = await readFacts(own)
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

test('what ended is read by its days alone, however many payments they have', async () => {
  for (const by of moneyGroups) {
    const plan = await own.db.q.transaction().execute(async (q) => {
      await sql`set local enable_seqscan = off`.execute(q)
      const query = sumMoneyFlow(own.db, { by, ...MAY })
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(q)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    assert.match(plan, /Scan (?:using|on) money_day_pkey/)
    assert.doesNotMatch(plan, /payment_ended_in_time|on payment_return/)
  }
})

const platformFlow = (by: PlatformMoneyGroup, company_id?: string) =>
  world.supervisor.api.send(moneyFlow.getPlatformMoney, {
    query: { filter: { by, ...MAY, ...(company_id && { company_id }) } },
  })

test('over all companies each sum is that of the companies together, each by its own days', async () => {
  // Ten hours behind: what the other company paid at the ends of May falls on other days.
  await other.db.q
    .updateTable('company')
    .set({ timezone: 'Europe/London' })
    .where('id', '=', other.id)
    .execute()
  await recountSums(other.db)
  world.services.sessions.forget()
  const theirs = await other.operator.api.send(moneyFlow.getMoneyFlow, {
    query: { filter: { by: 'day', ...MAY } },
  })
  const ours = await flowOf('day')
  const { rows, earlier, totals } = await platformFlow('day')
  const add = (a: StageSums, b: StageSums) =>
    Object.fromEntries(
      moneyStages.map((stage) => [
        stage,
        {
          count: a[stage].count + b[stage].count,
          amount_kop: a[stage].amount_kop + b[stage].amount_kop,
        },
      ]),
    )
  assert.notDeepEqual(theirs.totals, ours.totals)
  for (const [i, row] of rows.entries())
    assert.deepEqual(row.sums, add(ours.rows[i]!.sums, theirs.rows[i]!.sums), row.key)
  assert.deepEqual(earlier, add(ours.earlier, theirs.earlier))
  assert.deepEqual(totals, add(ours.totals, theirs.totals))
  const byCompany = await platformFlow('company')
  assert.deepEqual(byCompany.totals, totals)
  assert.deepEqual(
    new Map(byCompany.rows.map(({ key, sums }) => [key, sums.paid])),
    new Map([
      [own.id, ours.totals.paid],
      [other.id, theirs.totals.paid],
    ]),
  )
  const titles = (await platformFlow('bank')).rows.map(({ title }) => title)
  assert.equal(titles.length, 4)
  assert.equal(new Set(titles.map((title) => title!.split(' · ')[0])).size, 2)
  assert.deepEqual((await platformFlow('method')).totals, totals)
})

test('agreements of one title carry the last digits of their accounts, where one is paid through too', async () => {
  const title = 'Второй банк'
  const [first, second] = banks
    .slice(0, 2)
    .map((id, i) => ({ id, account: `4070281020000000000${i + 1}` }))
  const rename = (to: { id: string }, set: { title: string; account?: string }) =>
    own.db.q.updateTable('bank_config').set(set).where('id', '=', to.id).execute()
  await rename(second!, { title, account: second!.account })
  const before = await flowOf('bank')
  assert.ok(before.rows.some((row) => row.title === title))
  await rename(first!, { title, account: first!.account })
  const flow = await flowOf('bank')
  const told = ['Второй банк · …0001', 'Второй банк · …0002']
  assert.deepEqual(
    flow.rows.map((row) => row.title),
    told,
  )
  assert.deepEqual([...new Set(flow.limits.map((limit) => limit.title))], ['Компания', ...told])
  const { items } = await own.operator.api.send(payment.getAll, {
    query: { filter: { limit: 200 } },
  })
  for (const { bank_config_id: id, bank_config_title } of items)
    assert.equal(bank_config_title, told[id === first!.id ? 0 : 1])
  const left = { title: 'Учебный банк', account: null }
  await own.db.q.updateTable('bank_config').set(left).where('id', '=', first!.id).execute()
})

test('one company is seen as its own people see it, with places that a super administrator has', async () => {
  for (const by of moneyGroups) {
    const theirs = await flowOf(by)
    const { company, attention, as_of: _, ...flow } = await platformFlow(by, own.id)
    assert.equal(company?.id, own.id)
    const { attention: matters, as_of: _own, ...same } = theirs
    assert.deepEqual(flow, same)
    assert.deepEqual(
      attention.map(({ kind, count, text }) => [kind, count, text]),
      matters.map(({ kind, count, text }) => [kind, count, text]),
    )
    assert.ok(attention.every(({ href }) => href.startsWith('/super/') && href.includes(own.id)))
  }
})

test('matters of all companies are one of a kind, which names them and leads to their money', async () => {
  const { attention, limits } = await platformFlow('company')
  assert.deepEqual(limits, [])
  const unknown = attention.find(({ kind }) => kind === 'unknown')!
  assert.equal(unknown.count, MOMENTS.length * 2)
  assert.match(unknown.text, /: 5, .+: 5$/)
  assert.equal(unknown.href, '/super/money?by=company')
  const limit = attention.find(({ kind }) => kind === 'limit')!
  assert.equal(limit.href, `/super/money?company=${own.id}`)
})

test('only a super administrator reads over companies, and a company that is none does not exist', async () => {
  const query = { filter: { by: 'company' as const } }
  const refused = await own.manager.api.refused(moneyFlow.getPlatformMoney, { query })
  assert.equal(refused.code, 'access.denied')
  const none = await world.supervisor.api.refused(moneyFlow.getPlatformMoney, {
    query: { filter: { by: 'day', company_id: banks[0]! } },
  })
  assert.equal(none.code, 'common.not-found')
})
