import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { product, type Product } from '#contract/price/product.ts'
import { readXlsx } from '#server/sheets/read-xlsx.ts'
import { writeXlsx } from '#server/sheets/write-xlsx.ts'
import { cellsOf } from '#test/builders/sheet-cells.ts'
import { openWorld, type World } from '#test/support/world.ts'

// Every yes or no of a product, so that one more is carried by every place (docs/recipes, a field on a position of an act).

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const api = () => world.own.operator.api
const make = (name: string) =>
  api().send(product.update, { body: { kind: 'item', metal_class: 'ferrous', name } })

/** What a person answers by yes or no; whether documents use the product is no answer. */
function flagsOf({ used: _used, ...fields }: Product): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    ),
  )
}

const turned = (flags: Record<string, boolean>) =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, !value]))

async function stored(id: string): Promise<Product> {
  const { items } = await api().send(product.getAll, { query: {} })
  return items.find((node) => node.id === id)!
}

test('each flag of a product is stored by a save and answered', async () => {
  const { id, version, ...made } = await make('Лом с флажками')
  const flags = turned(flagsOf({ id, version, ...made }))
  assert.ok(Object.keys(flags).length >= 3)
  const saved = await api().send(product.update, { body: { id, version, ...flags } })
  assert.deepEqual(flagsOf(saved), flags)
  assert.deepEqual(flagsOf(await stored(id)), flags)
})

test('each flag of a product is exported, and changed by an import', async () => {
  const item = await make('Лом из файла')
  const bytes = await (await api().send(product.export)).bytes()
  const bounds = { bytes: 10_000_000, rows: 1000, columns: 50 }
  const [head, ...rows] = cellsOf(await readXlsx(bytes, bounds)).map(({ cells }) => cells)
  const row = rows.find((cells) => cells.includes(item.name))!
  const other: Record<string, string> = { да: 'нет', нет: 'да' }
  const changed = row.map((cell) => other[String(cell).toLowerCase()] ?? cell)
  const columns = head!.map((header) => ({ header: String(header), kind: 'text' as const }))
  const file = await writeXlsx({ name: 'x', columns, rows: [changed] })
  const shown = await post(file)
  assert.deepEqual(shown.problems, [])
  await post(file, shown.plan)
  assert.deepEqual(flagsOf(await stored(item.id)), turned(flagsOf(item)))
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
