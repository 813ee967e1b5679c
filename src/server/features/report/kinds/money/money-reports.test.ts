import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { addMethod, addSupplier, type TestSupplier } from '#test/builders/builders.ts'
import { addPastAct, addSite, type PastAct } from '#test/builders/past/past-acts.ts'
import { addPastPayment, addReturn, type PastPayment } from '#test/builders/past/past-payments.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { reckonedYears } from '#test/builders/past/supplier-years.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

/** What of the payment for the first act of May came back; its act is due again by that. */
const RETURNED = 30_000_00
const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }

let world: World
let port: string
let people: { first: TestSupplier; alias: TestSupplier; other: TestSupplier }
let acts: Record<'opening' | 'ofPort' | 'ofAlias' | 'april' | 'june' | 'wrong' | 'right', PastAct>
const payments: PastPayment[] = []

// Vladivostok is ten hours ahead of UTC: its May begins on 30 April at 14:00 UTC.
const MAY_BEGINS = '2025-04-30T14:00:00Z'
const BEFORE_MAY = '2025-04-30T13:59:59Z'
const MAY_ENDS = '2025-05-31T13:59:59Z'
const AFTER_MAY = '2025-05-31T14:00:00Z'

before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own, other, services } = world
  await services.q
    .updateTable('company')
    .set({ timezone: 'Asia/Vladivostok' })
    .where('id', '=', own.id)
    .execute()
  services.sessions.forget()
  port = await addSite(own, 'Порт')
  const supplier = (last_name: string) => addSupplier(own, { last_name })
  people = {
    first: await supplier('Зимин'),
    alias: await supplier('Зимина'),
    other: await supplier('Орлов'),
  }
  await addActs()
  await addPayments()
  await own.db.q
    .updateTable('supplier')
    .set({ status: 'archived', merged_into: people.first.id, merged_at: '2025-06-01T00:00:00Z' })
    .where('id', '=', people.alias.id)
    .execute()
  const stranger = await addSupplier(other)
  await addPastAct(other, {
    supplier_id: stranger.id,
    date: '2025-05-10',
    net_g: 7_000_000,
    total_kop: 777_00,
  })
})
after(() => world.close())

async function addActs(): Promise<void> {
  const { first, alias, other } = people
  const add = (supplier: TestSupplier, date: string, kop: number, rest: Partial<PastAct> = {}) =>
    addPastAct(world.own, {
      supplier_id: supplier.id,
      date,
      net_g: kop * 3,
      total_kop: kop,
      ...rest,
    })
  const wrong = await add(other, '2025-05-10', 900_000_00, { status: 'void' })
  acts = {
    opening: await add(first, '2025-05-01', 123_456_78),
    ofPort: await add(first, '2025-05-31', 50_000_01, { status: 'signed', site_id: port }),
    ofAlias: await add(alias, '2025-05-15', 10_000_00),
    april: await add(other, '2025-04-30', 33_333_33),
    june: await add(other, '2025-06-01', 44_444_44),
    wrong,
    right: await add(other, '2025-05-10', 90_000_00),
  }
  await world.own.db.q
    .updateTable('act')
    .set({ correction_of: wrong.id })
    .where('id', '=', acts.right.id)
    .execute()
}

async function addPayments(): Promise<void> {
  const { own } = world
  const bankConfigId = await addTrainingBank(own)
  const methods = new Map<string, string>()
  for (const one of Object.values(people)) methods.set(one.id, (await addMethod(own, one)).id)
  const add = async (
    act: PastAct,
    amount_kop: number,
    status: PastPayment['status'],
    saved_at: string,
    rest: { finished_at?: string; is_test?: boolean } = {},
  ) => {
    const methodId = methods.get(act.supplier_id)!
    const facts = { act, amount_kop, status, saved_at, methodId, bankConfigId, ...rest }
    const payment = await addPastPayment(own, facts)
    if (!rest.is_test) payments.push(payment)
    return payment
  }
  await add(acts.april, 33_333_33, 'paid', BEFORE_MAY, { finished_at: BEFORE_MAY })
  const came = await add(acts.opening, 100_000_00, 'paid', MAY_BEGINS, { finished_at: MAY_BEGINS })
  await add(acts.right, 90_000_00, 'rejected', '2025-05-11T00:00:00Z', {
    finished_at: '2025-05-11T00:05:00Z',
  })
  await add(acts.right, 40_000_00, 'cancelled', '2025-05-12T00:00:00Z', {
    finished_at: '2025-05-12T00:05:00Z',
  })
  await add(acts.right, 90_000_00, 'paid', MAY_ENDS, { finished_at: AFTER_MAY })
  await add(acts.ofAlias, 2_500_00, 'unknown', '2025-05-16T00:00:00Z')
  await add(acts.opening, 1_00, 'paid', '2025-05-17T00:00:00Z', {
    finished_at: '2025-05-17T00:00:00Z',
    is_test: true,
  })
  await addReturn(own, came, RETURNED, '2025-05-20T00:00:00Z')
}

const roubles = (kop: number) => `${Math.trunc(kop / 100)},${String(kop % 100).padStart(2, '0')}`
const kilograms = (g: number) => `${Math.trunc(g / 1000)},${String(g % 1000).padStart(3, '0')}`
const order = (type: string, params: object) => orderCsv(world, world.own.manager, type, params)

test('purchases by supplier add up issued acts of the period, aliases with their kept record', async () => {
  const [heads, ...rows] = await order('purchases_by_supplier', MAY)
  assert.equal(heads!.join(';'), 'Поставщик;Вид;ИНН;Актов;Нетто, кг;Сумма, ₽;Выплачено, ₽;Долг, ₽')
  const line = (supplier: TestSupplier, list: PastAct[], paid: number) => {
    const total = list.reduce((sum, { total_kop }) => sum + total_kop, 0)
    const net = list.reduce((sum, { net_g }) => sum + net_g, 0)
    const money = [total, paid, total - paid].map(roubles)
    return [supplier.name, 'Физлицо', supplier.inn, String(list.length), kilograms(net), ...money]
  }
  const { opening, ofPort, ofAlias, right } = acts
  const first = line(people.first, [opening, ofPort, ofAlias], 100_000_00 - RETURNED)
  const second = line(people.other, [right], 90_000_00)
  assert.deepEqual(rows.slice(0, 2), [first, second])
  assert.equal(rows.length, 3)
  assert.deepEqual(rows[2]!.slice(3, 6), ['4', '82037,037', '273456,79'])
  const atPort = await order('purchases_by_supplier', { ...MAY, site_id: port })
  assert.deepEqual(atPort.slice(1, -1), [line(people.first, [ofPort], 0)])
  // The kept record finds what its alias sold too, the alias its own part.
  for (const { id } of [people.first, people.alias]) {
    const one = await order('purchases_by_supplier', { ...MAY, supplier_id: id })
    const own = id === people.first.id ? first : line(people.first, [ofAlias], 0)
    assert.deepEqual(one.slice(1, -1), [own])
  }
})

test('acts of the period are listed with their sums, a void one is shown and not summed', async () => {
  const rows = await order('acts', MAY)
  const last = rows.pop()!
  const { opening, ofPort, ofAlias, wrong, right } = acts
  const inOrder = [opening, wrong, right, ofAlias, ofPort]
  assert.deepEqual(
    rows
      .slice(1)
      .map(([number]) => number)
      .toSorted(),
    inOrder.map(({ number }) => number).toSorted(),
  )
  assert.equal(rows[1]![0], opening.number)
  assert.equal(rows.at(-1)![0], ofPort.number)
  assert.deepEqual(
    rows.filter((row) => row.at(-1) === 'Аннулирован').map(([number]) => number),
    [wrong.number],
  )
  const counted = inOrder.filter(({ status }) => status !== 'void')
  const total = counted.reduce((sum, { total_kop }) => sum + total_kop, 0)
  const net = counted.reduce((sum, { net_g }) => sum + net_g, 0)
  assert.deepEqual(last.slice(4, 9), [
    kilograms(net),
    roubles(total),
    '2500,00',
    roubles(190_000_00 - RETURNED),
    roubles(total - 2_500_00 - 190_000_00 + RETURNED),
  ])
  const numbersOf = async (params: object) =>
    (await order('acts', { ...MAY, ...params })).slice(1, -1).map(([number]) => number)
  assert.deepEqual(await numbersOf({ status: 'void' }), [wrong.number])
  assert.deepEqual(await numbersOf({ payment_state: 'paid' }), [right.number])
  assert.deepEqual(await numbersOf({ payment_state: 'partial' }), [opening.number])
  assert.deepEqual(await numbersOf({ site_id: port }), [ofPort.number])
})

test('unpaid acts of a day take later payments back, with days since the act', async () => {
  const unpaidOn = async (date: string) => {
    const rows = (await order('unpaid_acts', { date })).slice(1, -1)
    return new Map(rows.map((row) => [row[0], row.slice(3)]))
  }
  const { opening, ofPort, ofAlias, april, june, right } = acts
  const left = (total: number, paid: number, days: number) => [
    ...[total, paid, total - paid].map(roubles),
    String(days),
  ]
  // The act of April was paid out a second before May, the right one in the first second of June.
  assert.deepEqual(
    await unpaidOn('2025-05-31'),
    new Map([
      [opening.number, left(opening.total_kop, 100_000_00 - RETURNED, 30)],
      [right.number, left(right.total_kop, 0, 21)],
      [ofAlias.number, left(ofAlias.total_kop, 0, 16)],
      [ofPort.number, left(ofPort.total_kop, 0, 0)],
    ]),
  )
  assert.deepEqual([...(await unpaidOn('2025-04-30')).keys()], [])
  const later = await unpaidOn('2025-06-01')
  assert.deepEqual(later.get(june.number), left(june.total_kop, 0, 0))
  assert.ok(!later.has(right.number) && !later.has(april.number))
  const card = await world.own.manager.api.send(report.preview, {
    query: { type: 'unpaid_acts', params: { date: '2025-05-31' } },
  })
  assert.equal(card.links[0], `/operator/act/${opening.id}`)
})

test('payments of the period are those saved within its days; dead ones are shown and not summed', async () => {
  const rows = await order('payments', MAY)
  const last = rows.pop()!
  const within = payments.filter(
    ({ saved_at }) => Date.parse(saved_at) >= Date.parse(MAY_BEGINS) && saved_at <= MAY_ENDS,
  )
  assert.equal(within.length, 5)
  assert.deepEqual(
    rows.slice(1).map((row) => row[4]),
    within
      .toSorted((a, b) => Date.parse(a.saved_at) - Date.parse(b.saved_at))
      .map(({ amount_kop }) => roubles(amount_kop)),
  )
  const alive = within.filter(({ status }) => status === 'paid' || status === 'unknown')
  assert.equal(last[4], roubles(alive.reduce((sum, { amount_kop }) => sum + amount_kop, 0)))
  assert.equal(rows[1]![0], '01.05.2025 00:00')
  assert.equal(rows[1]![3], 'СБП •••• 4567, Сбербанк')
  const rejected = await order('payments', { ...MAY, status: 'rejected' })
  assert.deepEqual(
    rejected.slice(1, -1).map((row) => row[5]),
    ['Отклонена'],
  )
})

test('payouts of a year are those that the history of payments and returns gives', async () => {
  const years = (await reckonedYears(world.own)) as { year: number; paid_kop: number }[]
  const of2025 = years.filter(({ year }) => year === 2025)
  assert.equal(of2025.length, 2)
  const rows = (await order('supplier_ytd', { year: '2025' })).slice(1)
  const lines = rows.slice(0, -1).map((row) => [row[0], row[2], ...row.slice(3, 6)])
  assert.deepEqual(lines, [
    [people.other.name, '3', '123333,33', '0,00', '123333,33'],
    [people.first.name, '3', '100000,00', '30000,00', '70000,00'],
  ])
  assert.equal(
    of2025.reduce((sum, { paid_kop }) => sum + Number(paid_kop), 0),
    223_333_33,
  )
  assert.equal(rows.at(-1)![3], '223333,33')
  const over = await order('supplier_ytd', { year: '2025', over_kop: '7000001' })
  assert.deepEqual(
    over.slice(1, -1).map(([name]) => name),
    [people.other.name],
  )
  assert.equal((await order('supplier_ytd', { year: '2024' })).length, 1)
})

test('a supplier of another company is refused at its field', async () => {
  const stranger = await addSupplier(world.other)
  const refusal = await world.own.manager.api.refused(report.preview, {
    query: { type: 'purchases_by_supplier', params: { ...MAY, supplier_id: stranger.id } },
  })
  assert.deepEqual(refusal.fields, { 'params.supplier_id': 'Выберите из списка' })
})
