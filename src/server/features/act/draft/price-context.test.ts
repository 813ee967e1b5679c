import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { act } from '#contract/act/act.ts'
import { price } from '#contract/price/price.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addProduct, addProducts, addSupplier, setPrice } from '#test/builders/builders.ts'
import { openWorld, type World } from '#test/support/world.ts'
import type { ActForm } from '../act-form.ts'

let world: World
let columns: string[]
/** Two kinds of paper by weight and one thing by piece: they may stand in one act, which needs no marks. */
let goods: string[]
before(async () => {
  world = await openWorld()
  const { paper, pallet } = await addProducts(world.own)
  const board = await addProduct(world.own, { name: 'Картон' })
  goods = [paper.id, board, pallet.id]
  const { id } = await world.own.manager.api.send(price.updateColumn, {
    body: { title: 'Оптовая' },
  })
  columns = [world.own.columnId, id]
})
after(() => world.close())

/** Far apart from each other, so that no price is within the free share of another. */
const PRICES = [800_000, 900_000, 1_000_000, 1_200_000]
const FREE_BP = 300n

interface Row {
  /** 0…2 a visit, 3 pieces. */
  source: number
  product: number
  qty: number
  price: 'kept' | 'taken' | 'typed' | 'typed with a reason'
  kop: number
}

type Step =
  | { do: 'list'; product: number; column: number; kop: number }
  | { do: 'card'; supplier: number; column: number }
  | { do: 'save'; supplier: number; rows: Row[]; silent: boolean }

const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const kop = fc.oneof(
  fc.constantFrom(...PRICES),
  fc.constantFrom(...PRICES).map((price) => price + 20_000),
)
const row = fc.record({
  source: index(4),
  product: index(2),
  qty: fc.integer({ min: 1, max: 4 }),
  price: fc.constantFrom('kept', 'kept', 'kept', 'taken', 'typed', 'typed with a reason'),
  kop,
}) as fc.Arbitrary<Row>
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('list'),
      product: index(3),
      column: index(2),
      kop: fc.constantFrom(...PRICES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('card'), supplier: index(2), column: index(2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('save'),
      supplier: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.constant(1) },
      ),
      rows: fc.uniqueArray(row, { selector: ({ source }) => source, minLength: 1, maxLength: 4 }),
      silent: fc.boolean(),
    }),
  },
) as fc.Arbitrary<Step>

/** What the model knows of a position: the list prices of its own context since it was added to the act. */
interface Known {
  prices: number[]
  qty: number | null
}

class Draft {
  list = new Map<string, number>()
  cards = [0, 1]
  known = new Map<string, Known>()
  form: ActForm | undefined
  savedColumn = -1
  readonly suppliers: string[]
  readonly visits: string[]
  constructor(suppliers: string[], visits: string[]) {
    this.suppliers = suppliers
    this.visits = visits
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'list') return this.setList(step.product, step.column, step.kop)
    if (step.do === 'save') return this.save(step)
    this.cards[step.supplier] = step.column
    await world.own.db.q
      .updateTable('supplier')
      .set({ price_column_id: columns[step.column]! })
      .where('company_id', '=', world.own.id)
      .where('id', '=', this.suppliers[step.supplier]!)
      .execute()
  }

  async setList(product: number, column: number, price: number): Promise<void> {
    this.list.set(`${goods[product]} ${columns[column]}`, price)
    await setPrice(world.own, goods[product]!, columns[column]!, price)
  }

  /** As a screen saves: every line, and every position or none of them. */
  async save({ supplier, rows, silent }: Extract<Step, { do: 'save' }>): Promise<void> {
    const weighed = rows.filter(({ source }) => source < 3)
    const pieces = rows.some(({ source }) => source === 3)
    const answer = await post({
      command: 'save',
      ...(this.form && { id: this.form.id, version: this.form.version }),
      supplier_id: this.suppliers[supplier],
      lines: weighed.map(({ source, product }) => ({
        transaction_id: this.visits[source],
        drop_no: 1,
        product_id: goods[product],
        zasor_mode: 'percent',
        zasor_bp: 0,
      })),
      ...((pieces || !silent) && {
        positions: rows.map((one) => ({
          ...(one.source === 3
            ? { product_id: goods[2], qty: one.qty }
            : { line: weighed.indexOf(one) }),
          ...priceOf(one),
        })),
      }),
    })
    if (answer.statusCode !== 200) return isRefusalOfPrice(answer.body)
    this.form = JSON.parse(answer.body) as ActForm
    this.savedColumn = this.cards[supplier]!
    const present = await cardsOf(this.form)
    const next = new Map<string, Known>()
    for (const { key, product_id, qty } of present) {
      const place = `${this.suppliers[supplier]} ${columns[this.savedColumn]} ${key}`
      const before = this.known.get(place)
      const stays = before && (qty === null || qty <= before.qty!)
      const now = this.list.get(`${product_id} ${columns[this.savedColumn]}`)!
      next.set(place, { prices: [...(stays ? before.prices : []), now], qty })
    }
    this.known = next
  }

  /** True when it was issued without a PIN. */
  async issue(): Promise<'issued' | 'kept' | 'refused'> {
    if (!this.form) return 'refused'
    const { id, version, supplier_id } = this.form
    const answer = await post({ command: 'issue', id, version })
    const column = this.cards[this.suppliers.indexOf(supplier_id)]!
    if (answer.statusCode !== 200) {
      const { code } = JSON.parse(answer.body) as { code: string }
      assert.ok(['approval.required', 'act.price-unproven'].includes(code), answer.body)
      assert.equal(code === 'act.price-unproven', column !== this.savedColumn)
      return 'refused'
    }
    const issued = JSON.parse(answer.body) as ActForm
    let kept = false
    for (const { key, price_kop, product_id } of await cardsOf(issued)) {
      const known = this.known.get(`${supplier_id} ${columns[column]} ${key}`)!
      assert.ok(
        known.prices.some((list) => isFree(price_kop!, list)),
        `${price_kop} of ${key}: ${known.prices.join(', ')}`,
      )
      kept ||= !isFree(price_kop!, this.list.get(`${product_id} ${columns[column]}`)!)
    }
    return kept ? 'kept' : 'issued'
  }
}

function priceOf({ price, kop: price_kop }: Row): object {
  if (price === 'kept') return {}
  if (price === 'taken') return { take_price: true }
  return { price_kop, ...(price === 'typed with a reason' && { override_reason: 'Договорились' }) }
}

function isFree(price: number, list: number): boolean {
  const off = BigInt(Math.abs(price - list))
  return off * 10_000n <= FREE_BP * BigInt(list)
}

function isRefusalOfPrice(body: string): void {
  const { fields } = JSON.parse(body) as { fields?: Record<string, string> }
  for (const field of Object.keys(fields ?? { none: '' }))
    assert.match(field, /^positions\.\d+\.override_reason$/, body)
}

function post(payload: object) {
  const { api } = world.own.operator
  return api.raw({ method: 'POST', url: act.update.path, payload })
}

/** Positions named by the load that they are of, which the answer of a save does not tell. */
async function cardsOf({ id }: ActForm) {
  const card = await world.own.operator.api.send(act.get, { query: { id } })
  const lines = card.weight_acts.flatMap((one) => one.lines)
  return card.positions.map((one) => {
    const line = lines.find(({ id: lineId }) => lineId === one.line_id)
    return { ...one, key: `${line?.transaction_id ?? 'pieces'} ${one.product_id}` }
  })
}

const kept: Row = { source: 0, product: 0, qty: 1, price: 'kept', kop: 0 }
const save = (supplier: number, source: number): Step => ({
  do: 'save',
  supplier,
  rows: [{ ...kept, source }],
  silent: false,
})
const fall: Step = { do: 'list', product: 0, column: 0, kop: 800_000 }

test('after any changes of a draft, an act issued without a PIN has a list price of its own supplier and load', async () => {
  const outcomes: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const suppliers = [await addSupplier(world.own), await addSupplier(world.own)]
      const load = () => addClosedVisit(world.own, { in_g: 12_480_000, out_g: 4_260_000 })
      const visits = [await load(), await load(), await load()]
      const draft = new Draft(
        suppliers.map(({ id }) => id),
        visits.map(({ id }) => id),
      )
      await draft.take({ do: 'card', supplier: 0, column: 0 })
      await draft.take({ do: 'card', supplier: 1, column: 1 })
      for (const product of [0, 1, 2])
        for (const column of [0, 1])
          await draft.setList(product, column, 1_000_000 + column * 200_000)
      for (const one of steps) await draft.take(one)
      const outcome = await draft.issue()
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }),
    {
      numRuns: 40,
      examples: [
        [[save(0, 0), fall, save(0, 0)]],
        [[save(0, 0), fall, save(0, 1)]],
        [[save(1, 0), save(0, 0)]],
        [[save(0, 0), { do: 'card', supplier: 0, column: 1 }, save(0, 0)]],
        [[save(0, 0)]],
        [[save(0, 0), { do: 'card', supplier: 0, column: 1 }]],
      ],
    },
  )
  for (const outcome of ['issued', 'kept', 'refused']) assert.ok(outcomes[outcome]! > 0, outcome)
})
