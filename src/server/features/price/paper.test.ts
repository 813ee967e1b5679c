import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { price } from '#contract/price/price.ts'
import { readCells } from '#test/builders/made-workbook.ts'
import { addProducts, setPrice, type TestProducts } from '#test/builders/builders.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

let world: World
let own: TestCompany
let catalogue: TestProducts

before(async () => {
  world = await openWorld()
  own = world.own
  catalogue = await addProducts(own)
})
after(() => world.close())

const api = () => own.operator.api

test('the printed price sheet has company, phone, day and the prices that are set', async () => {
  const query = { column_id: own.columnId }
  const { title, html } = await api().send(price.getBody, { query })
  assert.equal(title, 'Основная')
  for (const text of ['Ромашка', '780\u00a0000,00', 'Лом чёрный', 'Основная, с '])
    assert.ok(html.includes(text), text)
  assert.match(html, />\+7\u00a0\d{3}\u00a0\d{3}-\d\d-\d\d</)
  const other = await own.manager.api.send(price.updateColumn, {
    body: { title: 'Пустая <b>' },
  })
  const empty = await api().send(price.getBody, { query: { column_id: other.id } })
  assert.match(empty.html, /В этой колонке цен нет/)
  assert.match(empty.html, /Пустая &lt;b&gt;/)
  assert.ok(!empty.html.includes('Лом чёрный'), 'a group without prices is left out')
  const foreign = await world.other.operator.api.refused(price.getBody, { query })
  assert.equal(foreign.code, 'common.not-found')
})

test('the sheet for Excel has the rows and columns that were shown, prices as numbers', async () => {
  await setPrice(own, catalogue.steel.id, own.columnId, 1_850_050)
  const body = { column_ids: [own.columnId], product_ids: [catalogue.steel.id] }
  const file = await api().send(price.getSheet, { body })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const rows = readCells(bytes, { bytes: 1_000_000, rows: 100, columns: 20 })
  assert.ok(JSON.stringify(rows).includes('18500.5'), JSON.stringify(rows))
  assert.ok(!JSON.stringify(rows).includes('Медь'))
  const foreign = await world.other.operator.api.refused(price.getSheet, { body })
  assert.equal(foreign.code, 'common.not-found')
  for (const call of [price.getBody, price.getSheet]) {
    assert.equal((await world.nobody.refused(call)).status, 401)
    assert.equal((await own.user.api.refused(call)).status, 403)
  }
})
