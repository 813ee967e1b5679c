import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { price } from '#contract/price/price.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import {
  actCommands,
  addDeal,
  addDraft,
  change,
  PSA_FORM,
  steelLine,
} from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addSupplier, setPrice } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'
import type { ActForm } from '../act-form.ts'

const world = await openWorld()
after(() => world.close())
const deal = await addDeal(world.own)
const ownColumn = await addColumn('Оптовая')
await setPrice(world.own, deal.products.steel.id, ownColumn, 1_850_000)
/** Buys and sells by a column of his own, where steel costs less. */
const wholesaler = await addSupplier(world.own, { price_column_id: ownColumn })
const { send, refused } = actCommands(world.own.operator)

const issue = ({ id, version }: { id: string; version: number }) => ({
  command: 'issue' as const,
  id,
  version,
})
const pricesOf = (form: ActForm) => form.positions.map((row) => row.price_kop)
const reasonsOf = (form: ActForm) =>
  form.positions.map((row) => [row.previous_price_kop, row.reprice_reason])

async function addColumn(title: string): Promise<string> {
  const { api } = world.own.manager
  return (await api.send(price.updateColumn, { body: { title } })).id
}

async function setOfCompany(productId: string, kop: number): Promise<void> {
  await setPrice(world.own, productId, world.own.columnId, kop)
}

async function visit(): Promise<string> {
  return (await addClosedVisit(world.own, { in_g: 12_480_000, out_g: 4_260_000 })).id
}

/** What a screen sends with every save: each weight and each position of the draft. */
function asScreen(visits: readonly string[], fields: (i: number) => object = () => ({})) {
  return {
    weight_act_ids: [],
    lines: visits.map((id) => ({ ...steelLine(deal, id), pack_g: 0 })),
    positions: visits.map((_, i) => ({ line: i, ...fields(i) })),
  }
}

test('another supplier gets the prices of his own column, also when the screen sends every position', async () => {
  const draft = await addDraft(world.own, deal)
  const moved = await send(
    change(draft, { supplier_id: wholesaler.id, ...asScreen(draft.transaction_ids) }),
  )
  const [row] = moved.positions
  assert.deepEqual(
    [row!.price_kop, row!.base_price_kop, row!.column_id, row!.price_source],
    [1_850_000, 1_850_000, ownColumn, 'list'],
  )
  assert.equal(moved.total_kop, 14_446_650)
  assert.deepEqual(reasonsOf(moved), [[2_450_000, 'supplier']])
  assert.equal((await send(issue(moved))).total_kop, 14_446_650)
})

test('the price of the former supplier, typed again, needs a reason, and above the limit a PIN', async () => {
  const draft = await addDraft(world.own, deal)
  const named = (fields: object) =>
    change(draft, {
      supplier_id: wholesaler.id,
      ...asScreen(draft.transaction_ids, () => ({ price_kop: 2_450_000, ...fields })),
    })
  const bare = await refused(named({}))
  assert.deepEqual(Object.keys(bare.fields!), ['positions.0.override_reason'])
  const moved = await send(named({ override_reason: 'Договорились' }))
  assert.deepEqual(
    moved.flags.map((flag) => flag.code),
    ['price_override'],
  )
  assert.equal((await refused(issue(moved))).approval!.action, 'act.price_over_limit')
})

test('a visit that replaces another is bought at the price of its own day', async () => {
  const [first, second] = [await visit(), await visit()]
  const draft = await addDraft(world.own, deal, world.own.operator, asScreen([first]))
  await setOfCompany(deal.products.steel.id, 2_000_000)
  const swapped = await send(change(draft, asScreen([second])))
  assert.deepEqual(pricesOf(swapped), [2_000_000])
  const named = await refused(
    change(
      swapped,
      asScreen([first], () => ({ price_kop: 2_450_000 })),
    ),
  )
  assert.deepEqual(Object.keys(named.fields!), ['positions.0.override_reason'])
  await setOfCompany(deal.products.steel.id, 2_450_000)
})

test('a kept price stays with its load when loads are reordered', async () => {
  const [first, second] = [await visit(), await visit()]
  const draft = await addDraft(world.own, deal, world.own.operator, asScreen([first]))
  await setOfCompany(deal.products.steel.id, 2_000_000)
  const both = await send(change(draft, asScreen([first, second])))
  assert.deepEqual(pricesOf(both), [2_450_000, 2_000_000])
  const turned = await send(change(both, asScreen([second, first])))
  assert.deepEqual(pricesOf(turned), [2_000_000, 2_450_000])
  const alone = await send(change(turned, asScreen([second])))
  assert.deepEqual(pricesOf(alone), [2_000_000])
  await setOfCompany(deal.products.steel.id, 2_450_000)
})

test('a draft saved again without changes keeps its prices and the fields of its positions', async () => {
  const draft = await addDraft(world.own, deal)
  const described = await send(
    change(draft, {
      positions: [{ line_id: draft.positions[0]!.line_id!, description: 'Обрезь листа' }],
    }),
  )
  await setOfCompany(deal.products.steel.id, 2_000_000)
  const again = await send(change(described, asScreen(draft.transaction_ids)))
  const [row] = again.positions
  assert.deepEqual(
    [row!.price_kop, row!.price_now_kop, row!.description, row!.line_id],
    [2_450_000, 2_000_000, 'Обрезь листа', draft.positions[0]!.line_id],
  )
  assert.deepEqual(reasonsOf(again), [[null, null]])
  await setOfCompany(deal.products.steel.id, 2_450_000)
})

test('goods by piece keep their price up to the quantity for which it was taken, in each position separately', async () => {
  const { pallet } = deal.products
  const saved = (of: ActForm | undefined, positions: object[]) =>
    send(
      of
        ? change(of, { positions })
        : { command: 'save', supplier_id: deal.supplier.id, positions },
    )
  const made = await saved(undefined, [{ product_id: pallet.id, qty: 10 }])
  await setOfCompany(pallet.id, 9_000)
  const fewer = await saved(made, [{ product_id: pallet.id, qty: 4 }])
  assert.deepEqual(pricesOf(fewer), [15_000])
  const more = await saved(fewer, [{ product_id: pallet.id, qty: 5 }])
  assert.deepEqual([pricesOf(more), reasonsOf(more)], [[9_000], [[15_000, 'quantity']]])
  const twice = await saved(more, [
    { product_id: pallet.id, qty: 5 },
    { product_id: pallet.id, qty: 5 },
  ])
  assert.deepEqual(pricesOf(twice), [9_000, 9_000])
  await setOfCompany(pallet.id, 15_000)
})

test('one position of pieces gives its kept price to one position, not to its copy', async () => {
  const { pallet } = deal.products
  const positions = [{ product_id: pallet.id, qty: 10 }]
  const made = await send({ command: 'save', supplier_id: deal.supplier.id, positions })
  await setOfCompany(pallet.id, 9_000)
  const doubled = await send(change(made, { positions: [...positions, ...positions] }))
  assert.deepEqual(pricesOf(doubled), [15_000, 9_000])
  await setOfCompany(pallet.id, 15_000)
})

test('when the supplier has got another column, the act is saved with its price and is not issued with the old one', async () => {
  const seller = await addSupplier(world.own)
  const draft = await addDraft(world.own, deal, world.own.operator, { supplier_id: seller.id })
  await world.own.manager.api.send(supplier.update, {
    body: { id: seller.id, version: 1, price_column_id: ownColumn },
  })
  const card = await world.own.operator.api.send(act.get, { query: { id: draft.id } })
  assert.ok(card.missing.some(({ field }) => field === 'positions.0.price_kop'))
  assert.deepEqual(
    card.positions.map((row) => [row.price_kop, row.price_now_kop]),
    [[2_450_000, 1_850_000]],
  )
  const refusal = await refused(issue(draft))
  assert.equal(refusal.code, 'act.price-unproven')
  assert.deepEqual(Object.keys(refusal.fields!), ['positions.0.price_kop'])
  const anew = await send(change(draft, asScreen(draft.transaction_ids)))
  assert.deepEqual([pricesOf(anew), reasonsOf(anew)], [[1_850_000], [[2_450_000, 'column']]])
  assert.equal((await send(issue(anew))).total_kop, 14_446_650)
})

test('when the default column was changed, a draft saved again takes the prices of the new one', async () => {
  const draft = await addDraft(world.own, deal)
  const { api } = world.own.manager
  await api.send(price.setDefaultColumn, { query: { id: ownColumn } })
  assert.equal((await refused(issue(draft))).code, 'act.price-unproven')
  const anew = await send(change(draft, asScreen(draft.transaction_ids)))
  assert.deepEqual([pricesOf(anew), reasonsOf(anew)], [[1_850_000], [[2_450_000, 'column']]])
  await api.send(price.setDefaultColumn, { query: { id: world.own.columnId } })
})

test('a product that was replaced and chosen again has the present price', async () => {
  const [load] = [await visit()]
  const of = (product_id: string) => ({
    ...asScreen([load]),
    lines: [{ ...steelLine(deal, load), product_id }],
  })
  const { steel, castIron } = deal.products
  const draft = await addDraft(world.own, deal, world.own.operator, of(steel.id))
  await setOfCompany(steel.id, 2_000_000)
  const other = await send(change(draft, of(castIron.id)))
  assert.deepEqual(pricesOf(other), [2_100_000])
  const back = await send(change(other, of(steel.id)))
  assert.deepEqual(pricesOf(back), [2_000_000])
  await setOfCompany(steel.id, 2_450_000)
})

test('a price typed for one load is not used for another', async () => {
  const [first, second] = [await visit(), await visit()]
  const typed = { price_kop: 2_500_000, override_reason: 'Чистый лист' }
  const made = await addDraft(
    world.own,
    deal,
    world.own.operator,
    asScreen([first], () => typed),
  )
  const kept = await send(change(made, asScreen([first])))
  assert.deepEqual(
    kept.positions.map((row) => [row.price_kop, row.override_reason]),
    [[2_500_000, 'Чистый лист']],
  )
  const swapped = await send(change(kept, asScreen([second])))
  assert.deepEqual([pricesOf(swapped), swapped.flags], [[2_450_000], []])
})

test('a draft of a release that stored no context gets the present price and the reason for it', async () => {
  const draft = await addDraft(world.own, deal, world.own.operator, PSA_FORM)
  await world.own.db.q
    .updateTable('act_position')
    .set({ base_price_at: null, base_price_supplier_id: null })
    .where('company_id', '=', world.own.id)
    .where('act_id', '=', draft.id)
    .execute()
  await setOfCompany(deal.products.steel.id, 2_000_000)
  assert.equal((await refused(issue(draft))).code, 'act.price-unproven')
  const anew = await send(change(draft, asScreen(draft.transaction_ids)))
  assert.deepEqual([pricesOf(anew), reasonsOf(anew)], [[2_000_000], [[2_450_000, 'unproven']]])
  await setOfCompany(deal.products.steel.id, 2_450_000)
})
