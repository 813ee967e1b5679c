import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordLink } from './record-link.ts'

const ID = '01920000-0000-7000-8000-000000000001'
const OTHER = '01920000-0000-7000-8000-000000000002'

test('a question leads to its record, that of a price to the row of its product', () => {
  const hrefs = ['act', 'weight_act', 'transaction', 'weight_episode', 'payment', 'supplier'].map(
    (entity) => recordLink({ entity: entity as 'act', ids: [ID] })?.href,
  )
  assert.ok(hrefs.every((href) => href?.includes(ID)))
  assert.deepEqual(recordLink({ entity: 'price_cell', ids: [ID] }), {
    href: `/operator/price?product=${ID}`,
    words: 'Открыть запись',
  })
})

test('of several records only those of one screen have a link', () => {
  const of = (entity: string) => recordLink({ entity: entity as 'act', ids: [ID, OTHER] })
  assert.equal(of('price_cell')?.href, '/operator/price')
  assert.equal(of('weight_episode')?.href, '/operator/transactions?tab=loads')
  assert.equal(of('payment'), undefined)
})
