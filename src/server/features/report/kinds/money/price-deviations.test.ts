import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const WEEK = { date_from: dayFromNow(-3), date_to: dayFromNow(3) }

let world: World
let deal: Deal
let usual: ActForm
let cheaper: ActForm
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own } = world
  deal = await addDeal(own)
  usual = await addIssued(own, deal)
  const { id: draftId, version } = await addDraft(own, deal, own.operator, {
    positions: [{ line: 0, price_kop: priceOf(deal) - 12_345, override_reason: '=Торг' }],
  })
  cheaper = await own.operator.api.send(act.update, {
    body: { command: 'issue', id: draftId, version },
  })
  await addDraft(own, deal)
  await addIssued(world.other, await addDeal(world.other))
})
after(() => world.close())

const priceOf = ({ products }: Deal) => products.steel.priceKop!
const roubles = (kop: number) =>
  `${kop < 0 ? '-' : ''}${Math.trunc(Math.abs(kop) / 100)},${String(Math.abs(kop) % 100).padStart(2, '0')}`

const order = (params: object = {}) =>
  orderCsv(world, world.own.manager, 'price_deviations', { ...WEEK, ...params })

test('prices alone are told unless contamination is asked for, and rounding is no deviation', async () => {
  const { own } = world
  const told = async (params: object) =>
    (await order(params)).slice(1, -1).map(([number, , , other]) => [number, other])
  assert.deepEqual(await told({}), [[cheaper.number, 'Цена и засор']])
  assert.deepEqual(await told({ show: 'price' }), await told({}))
  const both = [
    [usual.number, 'Засор'],
    [cheaper.number, 'Цена и засор'],
  ]
  assert.deepEqual(await told({ show: 'zasor' }), both)
  assert.deepEqual(await told({ show: 'all' }), both)
  const refusal = await own.manager.api.refused(report.preview, {
    query: { type: 'price_deviations', params: { ...WEEK, show: 'some' } },
  })
  assert.deepEqual(refusal.fields, { 'params.show': 'Выберите из списка' })
  // Defaults within half a step of what was written, and the first beyond it on either side.
  const [position] = usual.positions
  const step = await own.db.q
    .selectFrom('weight_act_line')
    .where('id', '=', position!.line_id!)
    .select('zasor_step_g')
    .executeTakeFirstOrThrow()
  const half = (step.zasor_step_g! / 2 / position!.phys_g!) * 10_000
  const contaminated = ((position!.phys_g! - position!.net_g!) / position!.phys_g!) * 10_000
  const set = (default_zasor_bp: number) =>
    own.db.q
      .updateTable('product')
      .set({ default_zasor_bp })
      .where('id', '=', deal.products.steel.id)
      .execute()
  for (const [bp, isTold] of [
    [Math.ceil(contaminated - half), false],
    [Math.floor(contaminated + half), false],
    [Math.floor(contaminated - half) - 1, true],
    [Math.ceil(contaminated + half) + 1, true],
  ] as const) {
    await set(bp)
    assert.equal((await told({ show: 'zasor' })).length, isTold ? 2 : 0, `${bp} bp`)
  }
  await set(300)
})

test('own prices and unusual contamination are listed with their cost, formulas as texts', async () => {
  const [, ...rows] = await order({ show: 'all' })
  assert.equal(rows.length, 3)
  const [first, second, last] = rows
  const base = priceOf(deal)
  // 5 % of contamination where the product has 3 % by itself; the price is that of the list.
  const { phys_g, net_g } = usual.positions[0]!
  const worth = (grams: number) => Math.round((grams * base) / 1_000_000)
  const less = worth(net_g!) - worth(phys_g! * 0.97)
  assert.ok(less < 0)
  assert.deepEqual(first!.slice(4, 13), [
    roubles(base),
    roubles(base),
    'т',
    '0,00',
    '0,00',
    '5,00',
    '3,00',
    roubles(less),
    '',
  ])
  const [position] = cheaper.positions
  const net = BigInt(position!.net_g!)
  const listed = Number((2n * net * BigInt(base) + 1_000_000n) / 2_000_000n)
  const difference = position!.amount_kop - listed
  assert.ok(difference < 0)
  const share = Math.round((12_345 * 10_000) / base)
  assert.deepEqual(second!.slice(4, 9), [
    roubles(base),
    roubles(base - 12_345),
    'т',
    `-${(share / 100).toFixed(2).replace('.', ',')}`,
    roubles(difference),
  ])
  assert.equal(second![12], "'=Торг")
  assert.equal(last![8], roubles(difference))
})

test('a product with this contamination by itself and another person’s acts leave the report', async () => {
  const { own } = world
  assert.equal((await order({ show: 'all', user_id: own.manager.id })).length, 1)
  assert.equal((await order({ show: 'all', user_id: own.operator.id })).length, 4)
  await own.db.q
    .updateTable('product')
    .set({ default_zasor_bp: 500 })
    .where('id', '=', deal.products.steel.id)
    .execute()
  const numbers = (await order({ show: 'all' })).slice(1, -1).map(([number]) => number)
  assert.deepEqual(numbers, [cheaper.number])
  assert.notEqual(usual.number, cheaper.number)
})

test('what cost the company most comes first, whatever its number', async () => {
  const { own } = world
  const { id, version } = await addDraft(own, deal, own.operator, {
    positions: [{ line: 0, price_kop: priceOf(deal) + 20_000, override_reason: 'Чистый' }],
  })
  const dearer = await own.operator.api.send(act.update, {
    body: { command: 'issue', id, version },
  })
  const numbers = (await order()).slice(1, -1).map(([number]) => number)
  assert.deepEqual(numbers, [dearer.number, cheaper.number])
})
