import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { price } from '#contract/price/price.ts'
import { addDeal, addDraft, steelLine, type Deal } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type Person, type TestCompany, type World } from '#test/support/world.ts'

let world: World
let own: TestCompany
let deal: Deal
let date: string

before(async () => {
  world = await openWorld()
  own = world.own
  deal = await addDeal(own)
  await own.db.q
    .updateTable('product')
    .set({ default_zasor_bp: 500, zasor_step_g: 1 })
    .where('id', '=', deal.products.steel.id)
    .execute()
  await holdReports(world)
})
after(() => world.close())

/** 8 220 kg of steel bought, in kopecks. */
async function buy(
  by: Person,
  last_name: string,
  zasor_bp: number,
  reason = 'Так было на осмотре',
) {
  const supplier = await addSupplier(own, { last_name })
  const of = { ...deal, supplier }
  const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  const lines = [{ ...steelLine(of, visit.id), zasor_bp }]
  const { id, version } = await addDraft(own, of, by, { lines })
  const issued = await by.api.send(act.update, { body: { command: 'issue', id, version, reason } })
  date = issued.date!
  return issued
}

const lossesOf = async (more: object = {}) => {
  const [, ...rows] = await orderCsv(world, own.manager, 'losses', {
    date_from: date,
    date_to: date,
    ...more,
  })
  return rows.filter(([who]) => who !== 'Итого')
}
const roubles = (kop: bigint) => `${kop / 100n},${String(kop % 100n).padStart(2, '0')}`
/** Grams at a price per tonne, half up. */
const worth = (grams: bigint, kop: bigint) => (grams * kop + 500_000n) / 1_000_000n

test('dirt below and above the norm and prices above the list of the day are in roubles, by who issued and from whom, the dearest first', async () => {
  const base = 8_220_000n
  const usual = base - (base * 500n) / 10_000n
  const steel = 2_450_000n
  await buy(own.operator, 'Чистов', 200)
  await buy(own.manager, 'Нулевой', 0)
  await buy(own.operator, 'Грязнов', 1000)
  await buy(own.operator, 'Обычнов', 500)
  const { rows: cells } = await own.manager.api.send(price.get)
  const { version } = cells.find(({ product }) => product.id === deal.products.steel.id)!.cells[
    own.columnId
  ]!
  await own.manager.api.send(price.updateCell, {
    body: {
      product_id: deal.products.steel.id,
      column_id: own.columnId,
      price_kop: 3_000_000,
      version,
    },
  })
  await buy(own.operator, 'Дорогов', 500)
  const atOf = (bp: bigint) => base - (base * bp) / 10_000n
  const below = (bp: bigint) => roubles(worth(atOf(bp), steel) - worth(usual, steel))
  const rows = await lossesOf()
  assert.deepEqual(
    rows.map(([who, whom, acts, ...sums]) => [
      who!.split(' ')[1],
      whom!.split(' ')[0],
      acts,
      ...sums,
    ]),
    [
      [
        'operator-a',
        'Дорогов',
        '1',
        '0,00',
        roubles(worth(usual, 550_000n)),
        roubles(worth(usual, 550_000n)),
        '0,00',
      ],
      ['manager-a', 'Нулевой', '1', below(0n), '0,00', below(0n), '0,00'],
      ['operator-a', 'Чистов', '1', below(200n), '0,00', below(200n), '0,00'],
      [
        'operator-a',
        'Грязнов',
        '1',
        '0,00',
        '0,00',
        '0,00',
        roubles(worth(usual, steel) - worth(atOf(1000n), steel)),
      ],
    ],
  )
  const his = await lossesOf({ user_id: own.manager.id })
  assert.deepEqual(
    his.map(([, whom]) => whom!.split(' ')[0]),
    ['Нулевой'],
  )
})

test('the norm of the day of issue stays, whatever the product says later', async () => {
  const before = await lossesOf()
  await own.db.q
    .updateTable('product')
    .set({ default_zasor_bp: 0 })
    .where('id', '=', deal.products.steel.id)
    .execute()
  assert.deepEqual(await lossesOf(), before)
})

test('a void act loses nothing', async () => {
  const { id } = await buy(own.manager, 'Пустов', 0)
  const names = async () => (await lossesOf()).map(([, whom]) => whom!.split(' ')[0])
  await own.db.q
    .updateTable('act_position')
    .set({ usual_zasor_bp: 500 })
    .where('act_id', '=', id)
    .execute()
  assert.ok((await names()).includes('Пустов'))
  await own.db.q
    .updateTable('act')
    .set({ status: 'void', void_reason: 'Ошибка' })
    .where('id', '=', id)
    .execute()
  assert.ok(!(await names()).includes('Пустов'))
})

test('a step of the product that takes the share to nothing hides no loss', async () => {
  const setStep = (zasor_step_g: number) =>
    own.db.q
      .updateTable('product')
      .set({ zasor_step_g, default_zasor_bp: 500 })
      .where('id', '=', deal.products.steel.id)
      .execute()
  await setStep(1_000_000)
  const { supplier_id, positions } = await buy(own.operator, 'Шагов', 500)
  await setStep(1)
  const price_kop = BigInt(positions[0]!.price_kop!)
  const rows = await lossesOf({ supplier_id })
  assert.equal(rows.length, 1)
  const hidden = worth(8_220_000n, price_kop) - worth(7_809_000n, price_kop)
  assert.ok(rows[0]!.includes(roubles(hidden)), rows[0]!.join('; '))
})
