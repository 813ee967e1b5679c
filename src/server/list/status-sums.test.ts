import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import type { Call } from '#contract/core/call.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { addDeal, addDraft, addIssued } from '#test/builders/act-forms.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  const deal = await addDeal(world.own)
  await addDraft(world.own, deal)
  for (const _ of [1, 2]) await addIssued(world.own, deal)
  await addTrainingBank(world.own)
  const payee = await addPayee(world.own)
  const payments = [await rowFor(world.own, payee, 123_400), await rowFor(world.own, payee, 98_700)]
  const [cancelled] = await world.own.operator.api.send(payment.save, { body: { payments } })
  await world.own.operator.api.send(payment.cancel, { body: { ids: [cancelled!.id] } })
  // What another company has counts nowhere.
  await addIssued(world.other, await addDeal(world.other))
})
after(() => world.close())

interface Row {
  id: string
  status: string
}
interface Answer {
  items: (Row & Record<string, number>)[]
  totals: { statuses: { status: string; count: number; sum: number }[] }
}

const read = async (call: Call, filter: object) => {
  const answer: unknown = await world.own.operator.api.send(call, { query: { filter } })
  return answer as Answer
}

const LISTS = [
  ['acts', act.getAll, 'total_kop'],
  ['visits', visitCalls.getAll, 'net_g'],
  ['weight acts', weightacts.getAll, 'net_g'],
  ['suppliers', supplier.getAll, undefined],
  ['payments', payment.getAll, 'amount_kop'],
] as const

for (const [name, call, sum] of LISTS)
  test(`${name}: each status has the number and the sum of its rows, whatever page is read`, async () => {
    const { items } = await read(call, { limit: 200, with: ['rows'] })
    const { totals } = await read(call, { limit: 1, with: ['totals'] })
    const of = (status: string) => items.filter((row) => row.status === status)
    for (const told of totals.statuses) {
      const rows = of(told.status)
      assert.equal(told.count, rows.length, told.status)
      assert.equal(told.sum, sum ? rows.reduce((all, row) => all + (row[sum] ?? 0), 0) : 0)
    }
    const counted = totals.statuses.reduce((all, { count }) => all + count, 0)
    assert.equal(counted, items.length)
    assert.ok(items.length > 0)
    if (name === 'payments') assert.equal(totals.statuses.length, 2)
  })

test('acts that are owed are added up without reading their status', async () => {
  const { totals } = await read(act.getAll, { payable: true, with: ['totals'] })
  assert.equal(totals.statuses, undefined)
})
