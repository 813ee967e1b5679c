import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { price } from '#contract/price/price.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addProduct, setPrice } from '#test/builders/builders.ts'
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

test('a column is measured from what the list will pay while its planned price is in force', async () => {
  const { api } = own.manager
  const product_id = await addProduct(own, { name: 'Лом меди' })
  const stands = 24_500_00
  await setPrice(own, product_id, own.columnId, stands)
  const column = await api.send(price.updateColumn, { body: { title: 'Особая' } })
  await setPrice(own, product_id, column.id, stands)
  const moment = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const [soon, between, late] = [moment(3), moment(4), moment(6)]
  const plan = (from_at: string, share: number, ...columns: string[]) => ({
    body: {
      from_at,
      cells: columns.map((column_id) => ({
        product_id,
        column_id,
        price_kop: Math.round(stands * share),
      })),
    },
  })
  const plansOf = async (title: string) =>
    (await api.send(price.getHistory, { query: { product_id } })).plans
      .filter(({ column_title }) => column_title === title)
      .toSorted((a, b) => a.from_at.localeCompare(b.from_at))
      .map(({ id }) => ({ query: { id } }))

  // Steps of 14 %, the list first: nobody is asked, and the second plan may go while the column stays near.
  await api.send(price.plan, plan(soon, 1.14, own.columnId, column.id))
  await api.send(price.plan, plan(late, 1.3, own.columnId, column.id))
  const [listSoon, listLate] = await plansOf('Основная')
  const jump = await api.refused(price.cancelPlan, listSoon!)
  assert.equal(jump.code, 'price.plan-needed')
  assert.match(jump.message, /Лом меди, Основная: с 24.500,00 на 31.850,00 ₽\/т, \+30 %/)
  await api.send(price.cancelPlan, listLate!)
  // The rest of the list may not be taken from under the column, nor fall meanwhile.
  const kept = await api.refused(price.cancelPlan, listSoon!)
  assert.match(kept.message, /Особая: с 24.500,00 на 31.850,00 ₽\/т, \+30 %\. Сначала снимите их$/)
  for (const from_at of [soon, between]) {
    const fallen = await api.refused(price.plan, plan(from_at, 1, own.columnId))
    assert.equal(fallen.code, 'price.step-reason')
  }
  // A second person who has seen the distance is not asked again for what does not widen it.
  const wide = { body: { ...plan(late, 1.5, column.id).body, reason } }
  const asked = await api.refused(price.plan, wide)
  assert.equal(asked.code, 'approval.required')
  await api.send(price.plan, wide, await approval(own.manager, asked, await addManager('wide')))
  await api.send(price.plan, plan(between, 1.15, own.columnId))
  const [columnSoon, columnLate] = await plansOf('Особая')
  for (const one of [columnLate!, columnSoon!, listSoon!]) await api.send(price.cancelPlan, one)
})

test('small plans within a day are one, whenever that day is, and nothing comes between them later', async () => {
  const { api } = own.manager
  const product_id = await addProduct(own, { name: 'Лом цинка' })
  await setPrice(own, product_id, own.columnId, 10_000_00)
  const small = (hours: number, price_kop: number) => {
    const from_at = new Date(Date.now() + hours * 3_600_000).toISOString()
    return { body: { from_at, cells: [{ product_id, column_id: own.columnId, price_kop }] } }
  }
  const refused = async (hours: number, price_kop: number) =>
    (await api.refused(price.plan, small(hours, price_kop))).code
  await api.send(price.plan, small(100, 11_400_00))
  assert.equal(await refused(120, 12_800_00), 'price.step-reason')
  await api.send(price.plan, small(130, 12_800_00))
  assert.equal(await refused(110, 10_000_00), 'price.step-reason')
})

test('a plan that stood and falls deeper by another one is nobody’s question', async () => {
  const { api } = own.manager
  const product_id = await addProduct(own, { name: 'Лом олова' })
  await setPrice(own, product_id, own.columnId, 10_000_00)
  const plan = (days: number, price_kop: number) => {
    const from_at = new Date(noon + days * 86_400_000).toISOString()
    return { body: { from_at, cells: [{ product_id, column_id: own.columnId, price_kop }] } }
  }
  const noon = Date.now()
  for (const [days, kop] of [
    [3, 11_400_00],
    [6, 12_900_00],
    [9, 11_000_00],
    [6, 13_100_00],
  ] as const)
    await api.send(price.plan, plan(days, kop))
})
