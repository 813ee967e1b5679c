import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { productFields } from '#contract/price/product-record.ts'
import { product, type Product } from '#contract/price/product.ts'
import { startValues, type RecordValues } from '#contract/record/record-field.ts'
import { describedFields, sampleValues } from '#test/builders/record-samples.ts'
import { openWorld, type World } from '#test/support/world.ts'

// Every field that the record of a product describes, so that one more is carried by every place (docs/recipes/record-field.md).

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const api = () => world.own.operator.api
const make = (name: string) =>
  api().send(product.update, { body: { kind: 'item', metal_class: 'none', name } })

const other = sampleValues(productFields, {}) as RecordValues<typeof productFields>
const described = (product: Product) => describedFields(productFields, product)

async function stored(id: string): Promise<Product> {
  const { items } = await api().send(product.getAll, { query: {} })
  return items.find((node) => node.id === id)!
}

test('each field of a product is stored by a save and answered', async () => {
  const { id, version, ...made } = await make('Лом с полями')
  for (const [name, value] of Object.entries(described({ id, version, ...made })))
    assert.notEqual(value, other[name as keyof typeof other], name)
  const saved = await api().send(product.update, { body: { id, version, ...other } })
  assert.deepEqual(described(saved), other)
  assert.deepEqual(described(await stored(id)), other)
})

test('each field of a product is exported, and changed by an import', async () => {
  const item = await make('Лом из файла')
  const save = async (values: object) => {
    const { id, version } = await stored(item.id)
    await api().send(product.update, { body: { id, version, ...values } })
  }
  const { price_step_bp: _ownScreen, ...exported } = other
  await save({ ...exported, name: item.name, code: 'П-1' })
  const file = await (await api().send(product.export)).bytes()
  // The code stays: by it the row of the file finds its product.
  await save({ ...startValues(productFields), name: 'До файла', code: 'П-1' })
  const shown = await post(file)
  assert.deepEqual(shown.problems, [])
  await post(file, shown.plan)
  const expected = { ...exported, name: item.name, code: 'П-1', price_step_bp: null }
  assert.deepEqual(described(await stored(item.id)), expected)
})

async function post(bytes: Uint8Array, plan?: string | null) {
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(bytes)]), 'products.xlsx')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await api().raw({
    method: 'POST',
    url: `${product.import.path}${plan ? `?plan=${plan}` : ''}`,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json() as { plan: string | null; problems: object[] }
}
