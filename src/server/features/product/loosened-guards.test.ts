import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { CallSpec, SendInput } from '#contract/core/call.ts'
import { product, type Product, type ProductImport } from '#contract/price/product.ts'
import { writeXlsx } from '#server/sheets/write-xlsx.ts'
import { addProduct, addProducts } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { denyRight } from '#test/support/access-rows.ts'
import type { RefusedAnswer } from '#test/support/api.ts'
import { approval, approve } from '#test/support/approve.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { manager, operator } = own
const { api } = manager
// The step of the company's own rules: 15 %.
await sql`update company set settings = jsonb_set(settings, '{rules}', '{}') where id = ${own.id}`.execute(
  own.db.q,
)
const second = await addPerson(world.app, world.services, own.id, 'second', 'USER', [
  'OPERATOR',
  'MANAGER',
])
const { groupId, steel, castIron, copper } = await addProducts(own)
await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000, product_id: steel.id })

const tree = async () => (await api.send(product.getAll, { query: {} })).items
const read = async (id: string): Promise<Product> => (await tree()).find((one) => one.id === id)!
const changed = async (id: string, fields: object) => ({
  body: { id, version: (await read(id)).version, ...fields },
})

/** The words that the second person reads; the change is not done without them, and is with the PIN. */
async function asks<C extends CallSpec>(call: C, input: SendInput<C>): Promise<string[]> {
  const asked = await api.refused(call, input)
  assert.deepEqual(
    [asked.code, asked.approval?.action, asked.approval?.who],
    ['approval.required', 'control.loosen', 'other'],
  )
  await api.send(call, input, await approval(manager, asked, second))
  return (asked.approval!.about!.warnings ?? []).map((words) => words.replaceAll('\u00a0', ' '))
}
const free = async (id: string, fields: object) =>
  api.send(product.update, await changed(id, fields))

test('a larger step of prices takes a second person, a smaller one does not', async () => {
  assert.deepEqual(await asks(product.update, await changed(steel.id, { price_step_bp: 1501 })), [
    'Лом стальной 3А: шаг цены без второго человека с 15 % на 15,01 %',
  ])
  assert.equal((await read(steel.id)).price_step_bp, 1501)
  const [event] = await own.db.q
    .selectFrom('audit_event')
    .where('entity_id', '=', steel.id)
    .where('action', '=', 'product.update')
    .select('approver_id')
    .execute()
  assert.equal(event!.approver_id, second.id)
  await free(steel.id, { price_step_bp: 1000 })
  await free(steel.id, { name: 'Лом стальной 3А' })
  assert.deepEqual(await asks(product.update, await changed(steel.id, { price_step_bp: null })), [
    'Лом стальной 3А: шаг цены без второго человека с 10 % на 15 %',
  ])
})

test('so does that of a group, which all below it get, and a new node that comes with one', async () => {
  assert.deepEqual(await asks(product.update, await changed(groupId, { price_step_bp: 2000 })), [
    'Лом чёрный: шаг цены без второго человека с 15 % на 20 %',
  ])
  // What the group allows by now is no more for a product of it.
  await free(castIron.id, { price_step_bp: 2000 })
  const node = { kind: 'group' as const, name: 'Свободные цены', price_step_bp: 100_000 }
  assert.deepEqual(await asks(product.update, { body: node }), [
    'Свободные цены: шаг цены без второго человека с 15 % на 1 000 %',
  ])
  const item = { kind: 'item' as const, name: 'Лом 5А', metal_class: 'ferrous' as const }
  const dear = { ...item, parent_id: groupId, price_step_bp: 2001 }
  assert.equal((await asks(product.update, { body: dear })).length, 1)
  await api.send(product.update, {
    body: { ...item, name: 'Лом 12А', parent_id: groupId, price_step_bp: 2000 },
  })
})

test('so does a place in the tree that brings one', async () => {
  const loose = (await tree()).find(({ name }) => name === 'Свободные цены')!
  const move = (id: string, new_parent_id: string | null) => ({
    body: { id, new_parent_id, position: 0 },
  })
  const words = 'Медь, кусок: шаг цены без второго человека с 15 % на 1 000 %'
  const home = (await read(copper.id)).parent_id
  assert.deepEqual(await asks(product.move, move(copper.id, loose.id)), [words])
  await api.send(product.move, move(copper.id, home))
  assert.deepEqual(await asks(product.update, await changed(copper.id, { parent_id: loose.id })), [
    words,
  ])
  await api.send(product.move, move(copper.id, home))
})

test('the usual contamination of a product that was weighed takes a second person either way', async () => {
  assert.deepEqual(await asks(product.update, await changed(steel.id, { default_zasor_bp: 0 })), [
    'Лом стальной 3А: обычный засор с 3 % на 0 %',
  ])
  assert.deepEqual(
    await asks(product.update, await changed(steel.id, { default_zasor_bp: 4000 })),
    ['Лом стальной 3А: обычный засор с 0 % на 40 %'],
  )
  await free(steel.id, { default_zasor_bp: 4000 })
  // Nothing was bought by it: a new product would have any.
  await free(castIron.id, { default_zasor_bp: 0 })
})

test('a larger step of contamination takes a second person where it is bought, a smaller one does not', async () => {
  assert.deepEqual(
    await asks(product.update, await changed(steel.id, { zasor_step_g: 1_000_000 })),
    ['Лом стальной 3А: шаг засора с 1 кг на 1 000 кг'],
  )
  await free(steel.id, { zasor_step_g: 10 })
  assert.deepEqual(await asks(product.update, await changed(steel.id, { zasor_step_g: 1000 })), [
    'Лом стальной 3А: шаг засора с 0,01 кг на 1 кг',
  ])
})

test('another name of what was bought, or ever had a price, takes a second person', async () => {
  assert.deepEqual(await asks(product.update, await changed(steel.id, { name: 'Лом 3А2' })), [
    'Лом стальной 3А: новое название «Лом 3А2»',
  ])
  assert.deepEqual(
    await asks(product.update, await changed(steel.id, { name: 'Лом стальной 3А' })),
    ['Лом 3А2: новое название «Лом стальной 3А»'],
  )
  const { id: priced } = copper
  const name = 'Лом стальной 3А (склад 2)'
  assert.deepEqual(await asks(product.update, await changed(priced, { name })), [
    'Медь, кусок: новое название «Лом стальной 3А (склад 2)»',
  ])
  await own.db.q
    .updateTable('price_cell')
    .set({ price_kop: null })
    .where('product_id', '=', priced)
    .execute()
  const back = await changed(priced, { name: 'Медь, кусок' })
  assert.equal((await asks(product.update, back)).length, 1)
  // A group is no good, and of what was neither bought nor priced nobody knows the name yet.
  await free(groupId, { name: 'Чёрный лом' })
  await free(groupId, { name: 'Лом чёрный' })
  const node = { kind: 'item' as const, name: 'Лом 17А', metal_class: 'ferrous' as const }
  const fresh = await api.send(product.update, { body: { ...node, parent_id: groupId } })
  await free(fresh.id, { name: 'Лом 17А1', zasor_step_g: 1_000_000 })
})

test('a PIN for one loosening lets no other through', async () => {
  const asked = await api.refused(
    product.update,
    await changed(steel.id, { default_zasor_bp: 100 }),
  )
  const pin = await approval(manager, asked, second)
  const other = await changed(steel.id, { default_zasor_bp: 0 })
  assert.equal((await api.refused(product.update, other, pin)).code, 'approval.required')
})

test('a file of the catalogue loosens nothing alone', async () => {
  const moved = { Группа: 'Свободные цены', Название: 'Медь, кусок', Код: 'M1' }
  const clean = { Группа: 'Лом чёрный', Название: 'Лом стальной 3А', Код: '3A', 'Засор, %': '1' }
  const named = { Группа: 'Лом чёрный', Название: 'Лом 3А новый', Код: '3A' }
  const named2 = { ...named, Название: 'Лом стальной 3А' }
  for (const [bytes, words] of [
    [await fileOf([moved]), /^Медь, кусок: шаг цены/],
    [await fileOf([named]), /^Лом стальной 3А: новое название «Лом 3А новый»/],
    [await fileOf([named2]), /^Лом 3А новый: новое название «Лом стальной 3А»/],
    [await fileOf([clean]), /^Лом стальной 3А: обычный засор с 40 % на 1 %/],
  ] as const) {
    const shown = await post(bytes)
    assert.deepEqual(shown.problems, [])
    const asked = await post(bytes, shown.plan)
    assert.equal(asked.code, 'approval.required')
    assert.match(asked.approval!.about!.warnings![0]!.replaceAll('\u00a0', ' '), words)
    const done = await post(bytes, shown.plan, await approve(manager, asked, second))
    assert.equal(done.applied, true)
  }
})

test('without the permission nothing is loosened, whoever confirms', async () => {
  await denyRight(world, operator, 'control.loosen')
  const input = await changed(steel.id, { default_zasor_bp: 0 })
  assert.equal((await operator.api.refused(product.update, input)).code, 'access.denied')
})

test('a PIN for a file stands for all that the file loosens, not for what its dialog had room for', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `Лом ${i + 50}А`)
  for (const name of names) {
    const product_id = await addProduct(own, { name, parent_id: groupId, default_zasor_bp: 500 })
    await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000, product_id })
  }
  const cleaned = (last: string) =>
    fileOf(
      names.map((name, i) => ({
        Группа: 'Лом чёрный',
        Название: name,
        'Засор, %': i === names.length - 1 ? last : '4',
      })),
    )
  const [shown, other] = [await cleaned('4'), await cleaned('0')]
  const asked = await post(shown, (await post(shown)).plan)
  assert.equal(asked.approval!.about!.warnings!.at(-1), 'И ещё: 2')
  const pin = await approve(manager, asked, second)
  const swapped = await post(other, (await post(other)).plan, pin)
  assert.equal(swapped.code, 'approval.required')
})

const fileOf = (rows: readonly Readonly<Record<string, string>>[]) =>
  writeXlsx({
    name: 'x',
    columns: Object.keys(rows[0]!).map((header) => ({ header, kind: 'text' as const })),
    rows: rows.map((row) => Object.values(row)),
  })

async function post(bytes: Uint8Array, plan?: string | null, token?: string) {
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(bytes)]), 'products.xlsx')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await api.raw({
    method: 'POST',
    url: `${product.import.path}${plan ? `?plan=${plan}` : ''}`,
    headers: {
      'content-type': request.headers.get('content-type')!,
      ...(token && { 'x-approval-token': token }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<ProductImport & RefusedAnswer>()
}
