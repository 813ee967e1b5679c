import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import { addDeal, type Deal } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addSite } from '#test/builders/past/past-acts.ts'
import {
  addPastPurchase,
  steelAmount,
  type PastPallets,
  type PastSteel,
  type PurchaseOfDay,
} from '#test/builders/past/past-positions.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }

let world: World
let deal: Deal
let port: string
let acts: PurchaseOfDay[]
/** The kept record and its alias. */
let payees: [string, string]

const steelAt = (net_g: number, price_kop: number, base_price_kop: number | null): PastSteel => ({
  net_g,
  phys_g: net_g + 77_000,
  price_kop,
  base_price_kop,
})
const palletsAt = (qty: number, price_kop: number) => ({ qty, price_kop, base_price_kop: 150_00 })
const OF_ANOTHER_TIME = steelAt(9_000_000, 1_00, 1_00)

before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own, other } = world
  // Ten hours ahead of UTC.
  await world.services.q
    .updateTable('company')
    .set({ timezone: 'Asia/Vladivostok' })
    .where('id', '=', own.id)
    .execute()
  world.services.sessions.forget()
  deal = await addDeal(own)
  const alias = { ...deal, supplier: await addSupplier(own) }
  payees = [deal.supplier.id, alias.supplier.id]
  port = await addSite(own, 'Порт')
  const buy = (date: string, steel: PastSteel, pallets?: PastPallets) =>
    addPastPurchase(own, { deal, date, steel, ...(pallets && { pallets }) })
  acts = [
    await buy('2025-05-01', steelAt(1_234_567, 24_500_01, 24_500_01), palletsAt(7, 140_00)),
    await buy('2025-05-31', steelAt(7_000_333, 23_900_00, 24_700_00), palletsAt(5, 155_00)),
    await addPastPurchase(own, {
      deal: alias,
      site_id: port,
      date: '2025-05-15',
      steel: steelAt(501_003, 25_000_00, null),
    }),
  ]
  await buy('2025-04-01', steelAt(3_333_333, 20_000_07, 20_000_07))
  await buy('2025-04-30', steelAt(999_999, 21_111_11, 20_000_07))
  // Neither of May nor of the month before it.
  for (const date of ['2025-03-31', '2025-06-01']) await buy(date, OF_ANOTHER_TIME)
  const dead = { deal, date: '2025-05-20', steel: OF_ANOTHER_TIME }
  await addPastPurchase(own, { ...dead, status: 'void' })
  await own.db.q
    .updateTable('supplier')
    .set({ status: 'archived', merged_into: payees[0], merged_at: '2025-06-01T00:00:00Z' })
    .where('id', '=', payees[1])
    .execute()
  await addPastPurchase(other, { ...dead, deal: await addDeal(other) })
})
after(() => world.close())

const order = (type: string, params: object) => orderCsv(world, world.own.manager, type, params)
const preview = (type: string, params: object) =>
  world.own.manager.api.send(report.preview, { query: { type, params } })

const decimals = (value: number, digits: number) => {
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)},${text.slice(-digits)}`
}
/** A quotient by size half up, in whole numbers. */
const quotient = (n: bigint, d: bigint) => {
  const size = n < 0n ? -n : n
  const whole = (2n * size + d) / (2n * d)
  return Number(n < 0n ? -whole : whole)
}
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const TONNE = 1_000_000n

/** The figures of steel from its positions, one by one. */
function steelFigures() {
  const may = [
    steelAt(1_234_567, 24_500_01, 24_500_01),
    steelAt(7_000_333, 23_900_00, 24_700_00),
    steelAt(501_003, 25_000_00, null),
  ]
  const april = [steelAt(3_333_333, 20_000_07, 0), steelAt(999_999, 21_111_11, 0)]
  const listed = may.filter(({ base_price_kop }) => base_price_kop !== null)
  const of = (rows: typeof may) => ({
    net: BigInt(sum(rows.map(({ net_g }) => net_g))),
    kop: BigInt(sum(rows.map(steelAmount))),
  })
  const listSum = listed.reduce((all, one) => all + BigInt(one.net_g * one.base_price_kop!), 0n)
  const now = of(may)
  const former = of(april)
  return {
    now,
    price: quotient(now.kop * TONNE, now.net),
    list: quotient(listSum, of(listed).net),
    deviation: quotient((of(listed).kop * TONNE - listSum) * 10_000n, listSum),
    former: quotient(former.kop * TONNE, former.net),
    change: quotient((now.kop * former.net - former.kop * now.net) * 10_000n, former.kop * now.net),
  }
}

test('average prices stand beside the list by quantity and beside the month before', async () => {
  const [heads, ...rows] = await order('average_prices', MAY)
  assert.equal(
    heads!.join(';'),
    'Товар;Нетто, кг;Штук;Сумма, ₽;Цена за;Средняя цена, ₽;Цена прайса, ₽;От прайса;' +
      'Месяцем раньше, ₽;Изменение',
  )
  const { now, price, list, deviation, former, change } = steelFigures()
  assert.ok(deviation < 0 && change > 0)
  const cells = [price, list, deviation, former, change].map((value) => decimals(value, 2))
  const kop = Number(now.kop)
  const steel = [
    deal.products.steel.name,
    decimals(Number(now.net), 3),
    '',
    decimals(kop, 2),
    'т',
    ...cells,
  ]
  const pallets = 7 * 140_00 + 5 * 155_00
  const share = quotient(BigInt(pallets - 12 * 150_00) * 10_000n, BigInt(12 * 150_00))
  assert.deepEqual(rows, [
    steel,
    [
      deal.products.pallet.name,
      '',
      '12',
      decimals(pallets, 2),
      'шт.',
      decimals(quotient(BigInt(pallets), 12n), 2),
      '150,00',
      decimals(share, 2),
      '',
      '',
    ],
    ['Итого', steel[1], '', decimals(kop + pallets, 2), '', '', '', '', '', ''],
  ])
  const atPort = await order('average_prices', { ...MAY, site_id: port })
  assert.deepEqual(
    atPort.slice(1, -1).map((row) => row.slice(5)),
    [[decimals(quotient(BigInt(acts[2]!.total_kop) * TONNE, 501_003n), 2), '', '', '', '']],
  )
})

test('rows of purchases lead to the acts that they add up, aliases of a supplier among them', async () => {
  const numbersAt = async (link: string | null | undefined) => {
    const address = new URL(link!, 'http://priyomka').searchParams
    const many = (name: string) => address.get(name)?.split(',')
    const filter = {
      date_from: address.get('from')!,
      date_to: address.get('to')!,
      status: address.getAll('status') as ('issued' | 'signed')[],
      product_id: many('product_id'),
      supplier_id: many('supplier_id'),
      site_id: address.get('site_id') ?? undefined,
    }
    const { items } = await world.own.manager.api.send(act.getAll, { query: { filter } })
    return items.map(({ number }) => number).toSorted()
  }
  const numbersOf = (list: readonly PurchaseOfDay[]) => list.map(({ number }) => number).toSorted()
  const withPallets = acts.slice(0, 2)
  for (const type of ['average_prices', 'purchases_by_product']) {
    const { links } = await preview(type, MAY)
    assert.deepEqual(await numbersAt(links[0]), numbersOf(acts), type)
    assert.deepEqual(await numbersAt(links[1]), numbersOf(withPallets), type)
  }
  const lost = await preview('contamination_losses', { ...MAY, site_id: port })
  assert.deepEqual(await numbersAt(lost.links[0]), numbersOf(acts.slice(2)))
  const { links } = await preview('purchases_by_supplier', MAY)
  assert.equal(links.length, 1)
  assert.deepEqual(await numbersAt(links[0]), numbersOf(acts))
  const sites = await preview('purchases_by_site', MAY)
  assert.deepEqual(await numbersAt(sites.links[0]), numbersOf(withPallets))
  assert.deepEqual(await numbersAt(sites.links[1]), numbersOf(acts.slice(2)))
})

test('purchases by site add up the acts of each, a supplier and its alias as one', async () => {
  const rows = (await order('purchases_by_site', MAY)).slice(1)
  const line = (list: readonly PurchaseOfDay[], suppliers: number) => [
    String(list.length),
    String(suppliers),
    decimals(sum(list.map(({ net_g }) => net_g)), 3),
    decimals(sum(list.map(({ total_kop }) => total_kop)), 2),
  ]
  assert.deepEqual(
    rows.slice(0, 2).map((row) => row.slice(1)),
    [line(acts.slice(0, 2), 1), line(acts.slice(2), 1)],
  )
  assert.equal(rows[1]![0], 'Порт')
  assert.equal(rows[2]![4], decimals(sum(acts.map(({ total_kop }) => total_kop)), 2))
})

test('losses by contamination are what was weighed without what was paid for, pieces left out', async () => {
  const rows = (await order('contamination_losses', MAY)).slice(1)
  assert.equal(rows.length, 2)
  const { net } = steelFigures().now
  const phys = Number(net) + 3 * 77_000
  const share = quotient(BigInt(3 * 77_000) * 10_000n, BigInt(phys))
  assert.deepEqual(rows[0], [
    deal.products.steel.name,
    '3',
    decimals(phys, 3),
    '231,000',
    decimals(share, 2),
    decimals(Number(net), 3),
  ])
})
