import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { report } from '#contract/report/report.ts'
import {
  addDeal,
  addDraft,
  addIssued,
  openCorrections,
  type Deal,
} from '#test/builders/act-forms.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

const TYPE = 'purchases_by_product'
const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const WEEK = { date_from: dayFromNow(-3), date_to: dayFromNow(3) }

let world: World
let deal: Deal
let strange: Deal
const bought: ActForm[] = []
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  deal = await addDeal(world.own)
  bought.push(await addIssued(world.own, deal), await addIssued(world.own, deal))
  const { addGoods, addIssued: addOther } = await openCorrections(world.own)
  bought.push(await addOther(await addGoods()))
  await addDraft(world.own, deal)
  const voided = await addIssued(world.own, deal)
  await world.own.db.q
    .updateTable('act')
    .set({ status: 'void' })
    .where('company_id', '=', world.own.id)
    .where('id', '=', voided.id)
    .execute()
  strange = await addDeal(world.other)
  await addIssued(world.other, strange)
})
after(() => world.close())

/** Sums of the cards of acts, reckoned apart from the query: grams and kopecks by product. */
async function sumCards() {
  const sums = new Map<string, { acts: number; phys: bigint; net: bigint; kop: bigint }>()
  for (const { id } of bought) {
    const card = await world.own.operator.api.send(act.get, { query: { id } })
    for (const { name, phys_g, net_g, amount_kop } of card.positions) {
      const sum = sums.get(name) ?? { acts: 0, phys: 0n, net: 0n, kop: 0n }
      sums.set(name, {
        acts: sum.acts + 1,
        phys: sum.phys + BigInt(phys_g!),
        net: sum.net + BigInt(net_g!),
        kop: sum.kop + BigInt(amount_kop),
      })
    }
  }
  return sums
}

const decimals = (value: bigint, digits: number) => {
  const text = String(value).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)},${text.slice(-digits)}`
}

test('the file has the sums of issued acts, without drafts and void acts', async () => {
  const [heads, ...rows] = await orderCsv(world, world.own.operator, TYPE, WEEK)
  assert.deepEqual(heads!.slice(1, 6), [
    'Товар',
    'Актов',
    'Физический вес, кг',
    'Засор и вычеты, кг',
    'Нетто, кг',
  ])
  const sums = await sumCards()
  assert.equal(sums.size, 2)
  assert.equal(rows.length, sums.size + 1)
  for (const [name, { acts, phys, net, kop }] of sums) {
    const row = rows.find((cells) => cells[1] === name)!
    // Half a kopeck counts as one.
    const price = (2n * kop * 1_000_000n + net) / (2n * net)
    assert.deepEqual(row.slice(2), [
      String(acts),
      decimals(phys, 3),
      decimals(phys - net, 3),
      decimals(net, 3),
      '',
      decimals(kop, 2),
      decimals(price, 2),
      'т',
    ])
  }
  const all = [...sums.values()]
  const total = (field: 'phys' | 'net' | 'kop') => all.reduce((sum, row) => sum + row[field], 0n)
  const last = rows.at(-1)!
  assert.equal(last[0], 'Итого')
  assert.deepEqual(
    [last[3], last[5], last[7]],
    [decimals(total('phys'), 3), decimals(total('net'), 3), decimals(total('kop'), 2)],
  )
})

test('the screen shows the rows, the sums and the bars of the same figures', async () => {
  const query = { type: TYPE, params: WEEK }
  const shown = await world.own.operator.api.send(report.preview, { query })
  const sums = await sumCards()
  assert.deepEqual([shown.rows.length, shown.total, shown.more], [2, 2, false])
  const kop = new Map([...sums].map(([name, sum]) => [name, Number(sum.kop)]))
  assert.deepEqual(new Map(shown.chart!.bars.map(({ name, value }) => [name, value])), kop)
  const [first, second] = shown.chart!.bars
  assert.ok(first!.value >= second!.value)
  assert.equal(
    shown.totals!.at(7),
    [...kop.values()].reduce((sum, value) => sum + value, 0),
  )
})

test('a product and a period narrow the report', async () => {
  const { steel } = deal.products
  const rows = await orderCsv(world, world.own.operator, TYPE, { ...WEEK, product_id: steel.id })
  assert.equal(rows.length, 3)
  const past = { date_from: '2020-01-01', date_to: '2020-12-31' }
  assert.equal((await orderCsv(world, world.own.operator, TYPE, past)).length, 1)
})

test('a report of another company has only its own figures', async () => {
  const rows = await orderCsv(world, world.other.operator, TYPE, WEEK, world.other.id)
  assert.equal(rows.length, 3)
  assert.equal(rows[1]![2], '1')
})
