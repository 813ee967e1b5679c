import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const deal = await addDeal(own)
const { steel, castIron, copper } = deal.products
// Steel alone was bought so far.
await addIssued(own, deal)

type Names = {
  product_id?: string | null
  drops?: { drop_no: number; product_id: string | null }[]
}

/** Writes what a visit is, one write after another, and answers its marks of the product. */
async function marksOf(visitId: string, ...names: Names[]) {
  let card: Pick<VisitCard, 'version' | 'flags'> = { version: 1, flags: [] }
  for (const name of names) {
    const body = { command: 'set_info' as const, id: visitId, version: card.version, ...name }
    card = (await own.operator.api.send(visitCalls.update, { body })) as VisitCard
  }
  return card.flags
    .filter(({ code }) => code.startsWith('product_'))
    .map(({ code, kop, why }) => [code, kop, why])
}

const LOAD = { in_g: 12_260_000, out_g: 4_260_000 }
const perTonne = copper.priceKop! - steel.priceKop!

test('a load that gets its first name after its weighing is told where it is far dearer than usual', async () => {
  const near = await addClosedVisit(own, LOAD)
  assert.deepEqual(await marksOf(near.id, { product_id: castIron.id }), [])
  const far = await addClosedVisit(own, LOAD)
  assert.deepEqual(await marksOf(far.id, { product_id: copper.id }), [
    ['product_unnamed', 8 * perTonne, copper.name],
  ])
})

test('unloads are named each for itself', async () => {
  const { id } = await addClosedVisit(own, { ...LOAD, mid_g: [9_260_000] })
  const drops = [
    { drop_no: 1, product_id: copper.id },
    { drop_no: 2, product_id: castIron.id },
  ]
  assert.deepEqual(await marksOf(id, { drops }), [['product_unnamed', 3 * perTonne, copper.name]])
})

test('a name that was taken away from a load or an unload is what the next one is compared with', async () => {
  const whole = await addClosedVisit(own, { ...LOAD, product_id: castIron.id })
  const names = [{ product_id: null }, { product_id: steel.id }]
  const [mark] = await marksOf(whole.id, ...names)
  assert.deepEqual([mark![0], mark![2]], ['product_changed', `${castIron.name} → ${steel.name}`])
  const parts = await addClosedVisit(own, { ...LOAD, mid_g: [9_260_000] })
  const [part] = await marksOf(
    parts.id,
    ...[castIron.id, null, steel.id].map((product_id) => ({ drops: [{ drop_no: 2, product_id }] })),
  )
  assert.deepEqual([part![0], part![2]], ['product_changed', `${castIron.name} → ${steel.name}`])
})

test('a weighed load that is written to another supplier is told, by whatever steps, and not to who wrote it', async () => {
  const { api } = own.manager
  const other = await addSupplier(own)
  const { id: supplier_id } = deal.supplier
  const written = async (first: string | null, ...suppliers: (string | null)[]) => {
    const { id } = await addClosedVisit(own, LOAD)
    let card: Pick<VisitCard, 'version' | 'flags'> = { version: 1, flags: [] }
    for (const one of [...(first === null ? [] : [first]), ...suppliers]) {
      const body = { command: 'set_info' as const, id, version: card.version, supplier_id: one }
      card = (await api.send(visitCalls.update, { body })) as VisitCard
    }
    return { id, mark: card.flags.find(({ code }) => code === 'supplier_changed') }
  }
  for (const steps of [[supplier_id], [supplier_id, supplier_id], [null, supplier_id]])
    assert.equal((await written(null, ...steps)).mark, undefined)
  for (const steps of [[other.id], [null, other.id]])
    assert.match((await written(supplier_id, ...steps)).mark!.why!, /^Взвешен как груз «.+»$/)
  const { id } = await written(supplier_id, other.id)
  const items = [
    { entity: 'transaction' as const, entity_id: id, code: 'supplier_changed' as const },
  ]
  const body = { items, note: 'Так и было' }
  assert.equal((await api.refused(flagReview.reviewExceptions, { body })).code, 'exception.own')
})
