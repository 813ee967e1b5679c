import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { price } from '#contract/price.ts'
import { addProducts } from '#test/supplies.ts'
import { openWorld } from '#test/world.ts'

const world = await openWorld()
after(() => world.close())

test('prices are a manager’s until the company says otherwise: an operator reads them alone', async () => {
  const { own } = world
  const { steel } = await addProducts(own)
  const cell = { product_id: steel.id, column_id: own.columnId, price_kop: 1 }
  const bulk = { column_id: own.columnId, mode: 'percent', bp: 100, round_to_kop: 100 }
  const calls = [
    [price.updateCell, { body: { ...cell, version: 1 } }],
    [price.updateColumns, { body: { bulk } }],
    [price.updateColumn, { body: { title: 'Своя' } }],
    [price.setDefaultColumn, { query: { id: own.columnId } }],
    [price.deleteColumn, { query: { id: own.columnId } }],
    [price.plan, { body: { from_at: '2999-01-01T00:00:00Z', cells: [cell] } }],
  ] as const
  for (const [call, input] of calls) {
    const answer = await own.operator.api.refused(call as never, input as never)
    assert.equal((answer as { code: string }).code, 'access.denied', call.path)
  }
  const list = await own.operator.api.send(price.get, {} as never)
  const row = list.rows.find((one) => one.product.id === steel.id)
  assert.equal(row?.cells[own.columnId]?.price_kop, steel.priceKop)
  await own.manager.api.send(price.updateCell, { body: { ...cell, version: 1 } })
})
