import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { price } from '#contract/price/price.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, services, own } = world
await own.db.q
  .updateTable('company')
  .set({ settings: sql`jsonb_set(settings, '{rules}', '{}')` })
  .where('id', '=', own.id)
  .execute()
const addManager = (login: string) =>
  addPerson(app, services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
const reason = 'Завод поднял закупочную цену'

test('whose PIN let a plan of today move a price does not look at what was bought by it', async () => {
  const [planner, second, looker] = [
    await addManager('planner'),
    await addManager('second'),
    await addManager('looker'),
  ]
  const deal = await addDeal(own)
  const { api } = own.manager
  const cell = { product_id: deal.products.steel.id, column_id: own.columnId }
  const cellNow = async () =>
    (await api.send(price.get)).rows.find((row) => row.product.id === cell.product_id)!.cells[
      own.columnId
    ]!
  const { price_kop: old } = await cellNow()
  const from_at = new Date(Date.now() + 3_600_000).toISOString()
  const plan = { body: { from_at, cells: [{ ...cell, price_kop: 3_000_000 }], reason } }
  const asked = await api.refused(price.plan, plan)
  await api.send(price.plan, plan, await approval(own.manager, asked, planner))
  await own.db.q
    .updateTable('price_plan')
    .set({ from_at: sql`now()` })
    .execute()
  const { id } = await addIssued(own, deal)
  const back = { body: { ...cell, price_kop: old!, version: (await cellNow()).version, reason } }
  const again = await api.refused(price.updateCell, back)
  await api.send(price.updateCell, back, await approval(own.manager, again, second))
  const items = [{ entity: 'act' as const, entity_id: id, code: 'price_returned' as const }]
  const body = { items, note: 'Завод передумал' }
  for (const person of [planner, second])
    assert.equal(
      (await person.api.refused(flagReview.reviewExceptions, { body })).code,
      'exception.own',
    )
  assert.deepEqual(await looker.api.send(flagReview.reviewExceptions, { body }), { reviewed: 1 })
})
