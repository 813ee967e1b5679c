import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import pg from 'pg'
import { act } from '#contract/act/act.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const people = [await addSupplier(own), await addSupplier(own, { status: 'blocked' })]
for (const { id } of people) await addIssuedAct(own, id, 100)

/** What a call sends beside the look at its session. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string }]
    sent.push(typeof first === 'string' ? first : first.text)
    return original.apply(this, given)
  })
  await work()
  mock.restoreAll()
  return sent.filter(
    (text) => text.includes('"company_id"') && !/"session"|"action_access"/.test(text),
  )
}

const { api } = own.operator
const LISTS = {
  acts: (filter: object) => api.send(act.getAll, { query: { filter } }),
  suppliers: (filter: object) => api.send(supplier.getAll, { query: { filter } }),
  payments: (filter: object) => api.send(payment.getAll, { query: { filter } }),
}

// A plan that is kept takes an unknown limit for a tenth of a million rows, so it was never kept; and one that is kept knows
// nothing of how rare a status is, so it may not be.
for (const [name, read] of Object.entries(LISTS)) {
  test(`a whole list of ${name} is one statement with its limit`, async () => {
    for (const [limit, said] of [
      [undefined, 51],
      [50, 51],
      [30, 51],
      [1, 2],
      [200, 201],
    ]) {
      const sent = await statementsOf(() => read({ with: ['rows'], ...(limit && { limit }) }))
      assert.equal(sent.length, 1, sent.join('\n'))
      assert.match(sent[0]!, new RegExp(` limit ${said}$`))
    }
  })

  test(`a filtered list of ${name} finds ids with a plan for its values`, async () => {
    const filter = { with: ['rows'], date_from: '2020-01-01' }
    const [ids, ...rows] = await statementsOf(() => read(filter))
    assert.match(ids!, /^select "\w"\."id" as "id" from .* limit \$\d+$/s)
    for (const text of rows) assert.match(text, /unnest\(\$\d+::uuid\[\]\)/)
  })
}

test('a page has the rows that were asked for, however many were read', async () => {
  for (const name of ['acts', 'suppliers'] as const) {
    const page = await LISTS[name]({ with: ['rows'], limit: 1 })
    assert.equal(page.items.length, 1)
    assert.equal(page.total, 2)
    const all = await LISTS[name]({ with: ['rows'], limit: 30 })
    assert.deepEqual([all.items.length, all.total, all.next], [2, 2, null])
  }
})
