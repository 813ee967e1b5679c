import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import type { Flag, FlagCode } from '#contract/core/flags.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addDeal, addDraft, steelLine, type ActSave, type Deal } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openWorld, type Person, type TestCompany, type World } from '#test/support/world.ts'
import type { ActForm } from '../act-form.ts'

let world: World
let own: TestCompany
let deal: Deal

before(async () => {
  world = await openWorld()
  own = world.own
  deal = await addDeal(own)
})
after(() => world.close())
// Each test begins with nothing bought yet and a supplier of its own.
beforeEach(async () => {
  deal = { ...deal, supplier: await addSupplier(own) }
  await sql`update act set status = 'void', voided_at = now() where status in ('issued', 'signed')`.execute(
    own.db.q,
  )
})

const issue = ({ id, version }: ActForm, by: Person = own.operator) =>
  by.api.send(act.update, { body: { command: 'issue', id, version } })

const markOf = ({ flags }: { flags: readonly Flag[] }, code: FlagCode) =>
  flags.find((flag) => flag.code === code)

/** Pallets at 150 ₽ a piece, issued. */
async function pieces(qty: number, more: Partial<ActSave> = {}, by: Person = own.operator) {
  const body: ActSave = {
    command: 'save',
    supplier_id: deal.supplier.id,
    positions: [{ product_id: deal.products.pallet.id, qty }],
    ...more,
  }
  return markOf(await issue(await by.api.send(act.update, { body }), by), 'pieces_unweighed')
}

test('pieces that nobody weighed are told in roubles above what the company lets pass', async () => {
  assert.equal(await pieces(66), undefined)
  const mark = (await pieces(1))!
  assert.equal(mark.kop, 1_005_000, 'what no mark told of before is told with it')
  assert.match(
    mark.why!,
    /^Поддон деревянный, 1 шт\. \(товар заведён \d\d\.\d\d\): у поставщика за 30 дней на 10.050,00 ₽/,
  )
  assert.equal((await pieces(2))!.kop, 30_000)
})

test('pieces of one supplier add up over people, those of one person over suppliers', async () => {
  assert.equal(await pieces(40, {}, own.manager), undefined)
  assert.equal((await pieces(40))!.kop, 1_200_000)
  const stranger = { supplier_id: (await addSupplier(own)).id }
  assert.equal(await pieces(20, stranger, own.manager), undefined)
  assert.equal((await pieces(30, stranger))!.kop, 30 * 15_000 + 20 * 15_000)
})

test('pieces of a person in other days, and of a supplier in other months, do not add up', async () => {
  const long = (days: number) =>
    sql`update act set sort_at = sort_at - make_interval(days => ${days}) where status = 'issued'`.execute(
      own.db.q,
    )
  await pieces(60)
  await long(2)
  assert.equal(await pieces(60, { supplier_id: (await addSupplier(own)).id }), undefined)
  await long(31)
  assert.equal(await pieces(60), undefined)
})

test('the month of a supplier and the day of a person are two sums', async () => {
  await pieces(40)
  await sql`update act set sort_at = sort_at - interval '2 days' where status = 'issued'`.execute(
    own.db.q,
  )
  assert.equal(await pieces(20, { supplier_id: (await addSupplier(own)).id }), undefined)
  assert.equal(await pieces(10), undefined)
})

test('a tenth of what was weighed with pictures comes with it by the piece', async () => {
  const from = async (photos: string[], qty: number) => {
    const visit = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000, photos })
    // 8 220 kg at 9 000 ₽ are 73 980 ₽: 7 398 ₽ of pieces come with them.
    const line = { ...steelLine(deal, visit.id), product_id: deal.products.paper.id, zasor_bp: 0 }
    const product_id = deal.products.pallet.id
    return pieces(qty, { lines: [line], positions: [{ line: 0 }, { product_id, qty }] })
  }
  assert.equal(await from([uuidv7()], 115), undefined)
  assert.equal((await from([uuidv7()], 115))!.kop, 2 * (1_725_000 - 739_800))
  assert.equal(await from([uuidv7()], 10), undefined, 'a few on a truck are never told')
  deal = { ...deal, supplier: await addSupplier(own) }
  await sql`update act set sort_at = sort_at - interval '2 days'`.execute(own.db.q)
  assert.equal((await from([], 115))!.kop, 1_725_000)
})

type Load = Partial<Parameters<typeof addClosedVisit>[1]>

/** A whole load, weighed and issued. */
async function bought(productId: string, load: Load = {}, of: Deal = deal) {
  const visit = await addClosedVisit(own, { in_g: 5_260_000, out_g: 4_260_000, ...load })
  const line = { ...steelLine(of, visit.id), product_id: productId, zasor_bp: 0 }
  return issue(await addDraft(own, of, own.operator, { lines: [line] }))
}

const unnamed = async (...load: Parameters<typeof bought>) =>
  markOf(await bought(...load), 'product_unnamed')

test('a load without a name that is bought far dearer than what the company buys is told in roubles', async () => {
  const { steel, castIron, copper } = deal.products
  for (let n = 0; n < 2; n++) assert.equal(await unnamed(steel.id), undefined)
  const mark = (await unnamed(copper.id))!
  assert.equal(mark.kop, copper.priceKop! - steel.priceKop!)
  assert.equal(
    mark.why?.replaceAll('\u00a0', ' '),
    'Медь, кусок по 780 000 ₽/т, обычно до 24 500 ₽/т',
  )
  assert.equal((await unnamed(copper.id))!.kop, mark.kop, 'what was told makes nothing usual')
  assert.equal(await unnamed(castIron.id), undefined)
  assert.equal(await unnamed(copper.id, { product_id: copper.id }), undefined)
})

test('before the first purchase a load without a name is compared with the list', async () => {
  assert.equal(await unnamed(deal.products.steel.id), undefined)
  deal = { ...deal, supplier: await addSupplier(own) }
  await sql`update act set status = 'void', voided_at = now() where status = 'issued'`.execute(
    own.db.q,
  )
  assert.ok((await unnamed(deal.products.copper.id))!.kop! > 0)
})

test('what a supplier usually brings needs no name, of others it does', async () => {
  const { steel, copper } = deal.products
  const usual = deal
  const other = { ...deal, supplier: await addSupplier(own) }
  for (let n = 0; n < 5; n++) await bought(steel.id, {}, other)
  for (let n = 0; n < 5; n++) await bought(copper.id, { product_id: copper.id }, usual)
  assert.equal(await unnamed(copper.id, {}, usual), undefined)
  assert.ok(
    await unnamed(copper.id, {}, other),
    'others who bring copper make it usual of nobody else',
  )
})

test('what a post usually takes counts before what the company does', async () => {
  const { steel, copper } = deal.products
  const of = async () => ({ ...deal, supplier: await addSupplier(own) })
  const load = { product_id: copper.id, in_g: 44_260_000 }
  for (let n = 0; n < 5; n++) await bought(copper.id, load, await of())
  await sql`update visit set post_id = ${own.posts[1]!.id}`.execute(own.db.q)
  for (let n = 0; n < 5; n++) await bought(steel.id, {}, await of())
  assert.ok(await unnamed(copper.id, {}, await of()))
})

test('a pack that was weighed with its load and is bought with it is told in roubles, by all lines of the load', async () => {
  const { steel } = deal.products
  const bag = async (...packs: (number | undefined)[]) => {
    const { id } = await addClosedVisit(own, { in_g: 5_260_000, out_g: 4_260_000 })
    await own.db.q.updateTable('visit').set({ pack_g: 25_000 }).where('id', '=', id).execute()
    const line = { ...steelLine(deal, id), zasor_bp: 0 }
    const lines = packs.map((pack_g, n) => ({
      ...line,
      ...(pack_g !== undefined && { pack_g }),
      ...(n > 0 && { phys_g: 300_000 }),
    }))
    const positions = lines.map((_, n) => ({ line: n }))
    const draft = await addDraft(own, deal, own.operator, { lines, positions })
    return markOf(await issue(draft), 'pack_less')
  }
  for (const packs of [[undefined], [25_000], [30_000], [5_000, 20_000]])
    assert.equal(await bag(...packs), undefined)
  assert.equal((await bag(0))!.kop, Math.round((25 * steel.priceKop!) / 1000))
  const divided = (await bag(5_000, 10_000))!
  assert.equal(divided.kop, Math.round((10 * steel.priceKop!) / 1000))
  assert.match(divided.why!, /^Заезд .+: взвешена 25 кг, снято 15 кг$/)
})

test('four purchases make nothing usual of a supplier, five do', async () => {
  const { steel, copper } = deal.products
  const of = { ...deal, supplier: await addSupplier(own) }
  for (let n = 0; n < 5; n++)
    await bought(steel.id, {}, { ...deal, supplier: await addSupplier(own) })
  for (const expected of [4, 5]) {
    const had = await own.db.q
      .selectFrom('act')
      .where('supplier_id', '=', of.supplier.id)
      .select('id')
      .execute()
    for (let n = had.length; n < expected; n++) await bought(copper.id, {}, of)
    await forgetMarks()
    const mark = await unnamed(copper.id, {}, of)
    assert.equal(mark === undefined, expected === 5, `${expected}`)
  }
})

const fresh = async () => ({ ...deal, supplier: await addSupplier(own) })
const forgetMarks = () => sql`update act set flags = '[]' where flags <> '[]'`.execute(own.db.q)

/** So many loads of steel, twenty make a company's history. */
async function steelBought(loads: number, of: Deal = deal) {
  for (let n = 0; n < loads; n++)
    await bought(deal.products.steel.id, { product_id: deal.products.steel.id }, of)
}

/** Copper that is called so before it is weighed. */
const copperOf = (kg: number, of: Deal) =>
  unnamed(
    deal.products.copper.id,
    { product_id: deal.products.copper.id, in_g: 4_260_000 + kg * 1000 },
    of,
  )

test('a load that is called copper before it is weighed is told where its post takes no such one', async () => {
  const { steel, copper } = deal.products
  await steelBought(19)
  assert.equal(await copperOf(400, await fresh()), undefined, 'a new company has nothing usual')
  await steelBought(1)
  assert.equal(await copperOf(1200, await fresh()), undefined, 'three times the heaviest before')
  const supplier = await fresh()
  const mark = (await copperOf(4000, supplier))!
  assert.match(mark.why!, /^Медь, кусок по 780.000 ₽\/т, обычно до /)
  assert.ok(mark.kop! > 2 * (copper.priceKop! - steel.priceKop!), `${mark.kop}`)
  assert.ok(await copperOf(4000, supplier), 'what was told makes nothing usual')
  const seen = JSON.stringify({ reviewed_at: new Date().toISOString() })
  await sql`update act set flags = (select jsonb_agg(f || ${seen}::jsonb) from jsonb_array_elements(flags) f)
    where flags <> '[]'`.execute(own.db.q)
  assert.equal(await copperOf(4000, await fresh()), undefined, 'what was looked at does')
})

test('a dear load that a post takes of a third supplier is usual there', async () => {
  await steelBought(20)
  for (let n = 0; n < 3; n++) assert.ok(await copperOf(600, await fresh()))
  assert.equal(await copperOf(1700, await fresh()), undefined)
  assert.ok(await copperOf(6000, await fresh()))
})

test('a dear load in many positions is as heavy as in one', async () => {
  const { copper } = deal.products
  await steelBought(20)
  await forgetMarks()
  await copperOf(100, await fresh())
  await forgetMarks()
  const visit = await addClosedVisit(own, {
    in_g: 5_260_000,
    out_g: 4_260_000,
    product_id: copper.id,
  })
  const line = { ...steelLine(deal, visit.id), product_id: copper.id, zasor_bp: 0 }
  const lines = [1, 2, 3, 4].map(() => ({ ...line, phys_g: 250_000, pack_g: 0 }))
  const positions = lines.map((_, n) => ({ line: n }))
  const act = await issue(await addDraft(own, deal, own.operator, { lines, positions }))
  assert.ok(markOf(act, 'product_unnamed'))
})

test('a supplier of much copper may bring it called so, one of a few kilograms a few', async () => {
  const { copper } = deal.products
  const [many, few] = [await fresh(), await fresh()]
  for (let n = 0; n < 5; n++) await copperOf(300, many)
  for (let n = 0; n < 5; n++) await copperOf(3, few)
  await sql`update visit set post_id = ${own.posts[1]!.id}`.execute(own.db.q)
  await steelBought(20)
  assert.ok(await copperOf(400, few))
  assert.ok(await unnamed(copper.id, { in_g: 4_660_000 }, few), 'without a name too')
  assert.equal(await copperOf(14, few), undefined)
  assert.equal(await copperOf(1400, many), undefined)
})

test('what a mark of the visit tells of is not told again of its act, more than that is', async () => {
  const { copper } = deal.products
  await steelBought(20)
  const of = async (kop: number) => {
    const visit = await addClosedVisit(own, {
      in_g: 8_260_000,
      out_g: 4_260_000,
      product_id: copper.id,
    })
    const flags = [{ code: 'product_changed', at: new Date().toISOString(), kop }]
    await sql`update visit set flags = ${JSON.stringify(flags)} where id = ${visit.id}`.execute(
      own.db.q,
    )
    const line = { ...steelLine(deal, visit.id), product_id: copper.id, zasor_bp: 0 }
    return issue(await addDraft(own, await fresh(), own.operator, { lines: [line] }))
  }
  assert.equal(markOf(await of(4 * copper.priceKop!), 'product_unnamed'), undefined)
  assert.ok(markOf(await of(100_00), 'product_unnamed'))
})
