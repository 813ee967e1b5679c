import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { allCalls } from '#contract/calls.ts'
import { listMeanings, type SumMeaning } from '#contract/core/sum-meanings.ts'
import type { ListColumn } from '#contract/lists/column.ts'
import { actColumns } from '#contract/lists/act-columns.ts'
import { paymentColumns } from '#contract/lists/payment-columns.ts'
import { moneyFlow, stageMeanings, type MoneyStage } from '#contract/payment/money-flow.ts'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry, registryMeanings } from '#contract/payment/registry.ts'
import { report } from '#contract/report/report.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { add, dayIn, expectedSums, type SumScope } from '#test/builders/past/expected-sums.ts'
import { addRandomMoney, randomOf, type MoneyFacts } from '#test/builders/past/random-money.ts'
import { addTrainingBank, register } from '#test/builders/payouts.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { reportKinds } from './kinds/all.ts'
import { exportedLists } from './lists/exported-lists.ts'

// Every place that shows a sum of money names its meaning (the compiler asks columns, this test the rest), and each is compared with a
// sum of what the builder wrote down. Two companies in two zones, so that each end of a day stands elsewhere.

const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }
const ZONES = { own: 'Europe/Moscow', other: 'Asia/Vladivostok' } as const
const seed = Number(process.env['SUM_SEED'] ?? Date.now() % 1_000_000)

let world: World
let own: MoneyFacts
let both: MoneyFacts[]

before(async () => {
  world = await openWorld()
  const random = randomOf(seed)
  both = []
  for (const key of ['own', 'other'] as const) {
    const company = world[key]
    const { q } = company.db
    await q
      .updateTable('company')
      .set({ timezone: ZONES[key] })
      .where('id', '=', company.id)
      .execute()
    const configId = await addTrainingBank(company)
    const { products } = await addDeal(company)
    const of = { zone: ZONES[key], configId, productId: products.pallet.id }
    both.push(await addRandomMoney(company, of, random))
  }
  own = both[0]!
})
after(() => world.close())

/** Over the bound a list has no sums; this world is below it. */
const sumsOf = (list: { totals?: unknown }) => list.totals as Record<string, number>

const told = (place: string) => `${place}, SUM_SEED=${seed}`

test('the sums under the lists are what their meanings say, in the answer and added up row by row as a file does', async () => {
  const { api } = world.own.manager
  const lists = { 'act/getAllActs': act.getAll, 'payment/getAllPayments': payment.getAll } as const
  const summed = [...exportedLists].filter(([, { columns }]) =>
    Object.values(columns).some(({ sums }) => sums),
  )
  assert.deepEqual(summed.map(([path]) => path).toSorted(), Object.keys(lists).toSorted())
  for (const [path, columns] of [
    ['act/getAllActs', actColumns],
    ['payment/getAllPayments', paymentColumns],
  ] as const) {
    const list = await api.send(lists[path], {
      query: { filter: { ...MAY, limit: 200 } },
    })
    const want = expectedSums(own, { from: MAY.date_from, to: MAY.date_to })
    for (const [id, column] of Object.entries<ListColumn<never>>(columns)) {
      if (!column.sums) continue
      assert.ok(Object.hasOwn(listMeanings, column.sums), `${id} says what it adds up`)
      const shown = sumsOf(list)[column.total!]
      assert.equal(shown, want[column.sums], told(`${path} ${id}`))
      const sum = exportedLists.get(path)!.columns[id]!.sum!
      assert.equal(add(list.items, sum), want[column.sums], told(`file of ${path} ${id}`))
    }
  }
})

test('what the sums of lists leave out is told beside them', async () => {
  const { api } = world.own.manager
  const query = { query: { filter: { ...MAY, with: ['totals' as const] } } }
  const acts = sumsOf(await api.send(act.getAll, query))
  const money = sumsOf(await api.send(payment.getAll, query))
  const inMay = own.acts.filter(({ date }) => date >= MAY.date_from && date <= MAY.date_to)
  for (const status of ['draft', 'void'] as const) {
    const left = inMay.filter((one) => one.status === status)
    assert.deepEqual(
      [acts[`${status}_count`], acts[`${status}_kop`]],
      [left.length, add(left, ({ total_kop: kop }) => kop)],
      told(status),
    )
  }
  const tests = own.payments.filter(({ is_test: isTest, saved_at: at }) => {
    const day = dayIn(own.zone, at)
    return isTest && day >= MAY.date_from && day <= MAY.date_to
  })
  assert.deepEqual(
    [money['test_count'], money['test_kop']],
    [tests.length, add(tests, ({ amount_kop: kop }) => kop)],
    told('tests'),
  )
})

/** What a form of a report asks for, and over which days its sums then are. */
function askedOf(
  type: string,
  names: readonly string[],
): { params: Record<string, string>; scope: SumScope } {
  if (type === 'unsigned_acts') return { params: {}, scope: { unsigned: true } }
  if (names.includes('date_from'))
    return { params: { ...MAY }, scope: { from: MAY.date_from, to: MAY.date_to } }
  if (names.includes('year'))
    return { params: { year: '2025' }, scope: { from: '2025-01-01', to: '2025-12-31' } }
  if (names.includes('date')) return { params: { date: MAY.date_to }, scope: { to: MAY.date_to } }
  return { params: {}, scope: {} }
}

for (const kind of reportKinds.filter(({ columns }) =>
  Object.values(columns).some(({ sums }) => sums),
))
  test(`the report «${kind.title}» adds up what its columns say`, async () => {
    const isPlatform = kind.type === 'platform_turnover'
    const { api }: Person = isPlatform ? world.supervisor : world.own.manager
    const { params, scope } = askedOf(kind.type, Object.keys(kind.params))
    const shown = await api.send(report.preview, { query: { type: kind.type, params } })
    const facts = isPlatform ? both : [own]
    for (const [place, [id, { sums }]] of Object.entries(kind.columns).entries()) {
      if (!sums) continue
      const want = add(facts, (one) => expectedSums(one, scope)[sums])
      assert.equal(shown.totals?.[place] ?? 0, want, told(`${kind.type} ${id}`))
    }
    assert.ok(shown.totals === null || shown.meanings.length > 0)
  })

test('every figure and chart of money on both overviews names its meaning and shows it', async () => {
  const boards = [
    ['operator', world.own.manager, [own]],
    ['super', world.supervisor, both],
  ] as const
  for (const [scope, { api }, facts] of boards) {
    const board = await api.send(report.getDashboard, { query: { filter: { scope, ...MAY } } })
    const sumOf = (meaning: SumMeaning, days: SumScope) =>
      add(facts, (one) => expectedSums(one, days)[meaning])
    for (const { key, unit, sums, value, period } of board.tiles) {
      if (unit === 'kop') assert.ok(sums, told(`tile ${key} names its meaning`))
      if (!sums) continue
      const day = period === 'сейчас' ? {} : { from: MAY.date_to, to: MAY.date_to }
      assert.equal(value, sumOf(sums, day), told(`${scope} tile ${key}`))
    }
    for (const { key, unit, sums, lines } of board.series) {
      if (unit !== 'kop') continue
      assert.ok(sums, told(`chart ${key} names its meaning`))
      const shown = add(lines[0]!.points, ({ y }) => y)
      const want = sumOf(sums, { from: MAY.date_from, to: MAY.date_to })
      assert.equal(shown, want, told(`${scope} chart ${key}`))
    }
  }
})

test('each stage of «Деньги» shows its meaning, of a company and of the platform', async () => {
  const filter = { by: 'day' as const, ...MAY }
  const flows = [
    [await world.own.manager.api.send(moneyFlow.getMoneyFlow, { query: { filter } }), [own]],
    [await world.supervisor.api.send(moneyFlow.getPlatformMoney, { query: { filter } }), both],
  ] as const
  for (const [{ totals, earlier }, facts] of flows)
    for (const [stage, meaning] of Object.entries(stageMeanings) as [MoneyStage, SumMeaning][]) {
      const want = add(
        facts,
        (one) => expectedSums(one, { from: MAY.date_from, to: MAY.date_to })[meaning],
      )
      const shown = totals[stage].amount_kop - earlier[stage].amount_kop
      assert.equal(shown, want, told(stage))
    }
})

test('the card of a supplier, the acts to be paid and the plan of a day owe the same', async () => {
  const { api } = world.own.manager
  const want = expectedSums(own, {})
  const { items } = await api.send(supplier.getAll, { query: { filter: { limit: 200 } } })
  const cards = await Promise.all(items.map(({ id }) => api.send(supplier.get, { query: { id } })))
  const balance = (key: keyof (typeof cards)[number]['balance']) =>
    add(cards, (card) => card.balance[key])
  assert.deepEqual(
    [balance('total_kop'), balance('paid_kop'), balance('reserved_kop')],
    [want.purchases, want.actsPaid, want.reserved],
    told('balance'),
  )
  assert.deepEqual(
    [balance('payable_kop'), balance('unpaid_acts')],
    [want.payable, want.unpaidActs],
    told('balance'),
  )
  const plan = await api.send(payDay.planDay, { query: {} })
  assert.equal(
    add(plan.payments, ({ amount_kop: kop }) => kop),
    want.payable,
    told('plan'),
  )
})

// It changes what is saved, so the sums above come first.
test('a registry holds what was handed over in it, whatever became of it later', async () => {
  const { own: company, services } = world
  // Wake-ups of the worker go nowhere.
  await services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
  const rows = await company.db.q
    .selectFrom('payment')
    .where('company_id', '=', company.id)
    .where('status', '=', 'saved')
    .select('id')
    .execute()
  await register(
    company.operator,
    company.manager,
    rows.map(({ id }) => id),
  )
  const query = { query: { filter: {} } }
  const { items } = await company.manager.api.send(paymentRegistry.getRegistries, query)
  const want = expectedSums(own, {})
  for (const [sum, meaning] of Object.entries(registryMeanings))
    assert.equal(
      add(items, (one) => one[sum as keyof typeof registryMeanings]),
      want[meaning],
      told(sum),
    )
})

/** Where an answer holds money that is no value of one record, and what compares it: a place that is not here has no meaning yet. */
const SUMMED_ANSWERS: readonly string[] = [
  'supplier.get balance',
  'act.getAll totals',
  'payment.getAll totals',
  'payment.planDay payments',
  'payment.planDay accounts',
  ...['rows', 'earlier', 'totals'].flatMap((part) => [
    `payment.getMoneyFlow ${part}`,
    `payment.getPlatformMoney ${part}`,
  ]),
  // Each held against its overview in company-days.test.ts.
  'report.getCompanyDays companies',
  'report.getCompanyDays together',
  // In month-sums.test.ts.
  ...['days', 'metals'].map((part) => `report.getMonth ${part}`),
]
/** Bounds, settings, prices, single payments, and parts of one record: nothing is added up. */
const NO_SUM =
  /(^|\.)(limits?|settings|modules_cfg|acts|repeated_in|line|before|by_hand|payee_left|prices)\.|^price\.|^left_kop$|(^|\.)max_kop$/

test('no answer holds a sum of money that is not named here', () => {
  const found = allCalls.flatMap(({ key, call }) =>
    key.startsWith('price.')
      ? []
      : kopecksOf(call.result as Node).map((path) => [key, path] as const),
  )
  const places = found
    .filter(([, path]) => !NO_SUM.test(path))
    .map(([key, path]) => `${key} ${path.split('.')[0]}`)
  assert.deepEqual([...new Set(places)].toSorted(), SUMMED_ANSWERS.toSorted())
})

/** As much of a schema as leads to its fields. */
interface Node {
  readonly _zod?: {
    readonly def: {
      readonly shape?: Readonly<Record<string, Node>>
      readonly element?: Node
      readonly innerType?: Node
      readonly valueType?: Node
      readonly options?: readonly Node[]
    }
  }
}

/** Paths of money outside records, which have an id; a tree that holds itself is walked once. */
function kopecksOf(
  node: Node | undefined,
  path = '',
  above: ReadonlySet<Node | undefined> = new Set(),
): string[] {
  if (above.has(node)) return []
  const seen = new Set([...above, node])
  const { shape, element, innerType, valueType, options = [] } = node?._zod?.def ?? {}
  const own = Object.keys(shape ?? {}).filter((key) => key.endsWith('_kop') && !shape!['id'])
  return [
    ...own.map((key) => path + key),
    ...Object.entries(shape ?? {}).flatMap(([key, part]) =>
      kopecksOf(part, `${path}${key}.`, seen),
    ),
    ...[element, innerType, valueType, ...options].flatMap((part) => kopecksOf(part, path, seen)),
  ]
}
