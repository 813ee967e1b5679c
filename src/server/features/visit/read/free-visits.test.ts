import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { visitCalls } from '#contract/visit/visit.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world

test('free visits are weighed ones for a weight act: no test load, none on site, none of another company', async () => {
  const purchase = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6 })
  const shipment = await addClosedVisit(own, { in_g: 4e6, out_g: 9e6 })
  await addClosedVisit(own, { in_g: 9e6, out_g: 4e6, direction: 'control' })
  await addClosedVisit(other, { in_g: 9e6, out_g: 4e6 })
  const inside = await addClosedVisit(own, { in_g: 9e6, out_g: 4e6 })
  await own.db.q
    .updateTable('visit')
    .set({ status: 'in', out_at: null, net_g: null })
    .where('id', '=', inside.id)
    .execute()
  const free = async (direction?: 'purchase' | 'control') =>
    own.operator.api.send(visitCalls.getFree, {
      query: { filter: direction ? { direction: [direction] } : {} },
    })
  const all = await free()
  assert.deepEqual(all.items.map(({ id }) => id).toSorted(), [purchase.id, shipment.id].toSorted())
  assert.equal(all.total, 2)
  assert.deepEqual(
    (await free('purchase')).items.map(({ id }) => id),
    [purchase.id],
  )
  assert.deepEqual((await free('control')).items, [])
  const listed = await own.operator.api.send(visitCalls.getAll, { query: {} })
  assert.equal(listed.total, 4, 'the journal shows test loads too')
})
