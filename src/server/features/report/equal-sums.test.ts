import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { paymentStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import { countedAmount } from '#contract/payment/counted-amount.ts'
import { payment } from '#contract/payment/payment.ts'
import { report } from '#contract/report/report.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
const { api } = own.operator
const STATUSES = ['saved', 'cancelled', 'saved'] as const
/** Whom each payment of the world goes to. */
const payees: string[] = []

before(async () => {
  await addTrainingBank(own)
  await addTrainingBank(other)
  for (const status of STATUSES) {
    const payee = await addPayee(own)
    payees.push(payee.supplierId)
    await addIssuedAct(own, payee.supplierId, 70_000, 'draft')
    await addIssuedAct(own, payee.supplierId, 30_000, 'signed')
    const voided = await addIssuedAct(own, payee.supplierId, 90_000)
    await own.db.q.updateTable('act').set({ status: 'void' }).where('id', '=', voided).execute()
    const row = await rowFor(own, payee, 10_000 + payees.length)
    await api.send(payment.save, { body: { payments: [row] } })
    // No transition leads back: each record is brought to its state by the actions of a person.
    if (status === 'cancelled')
      await own.db.q.updateTable('payment').set({ status }).where('id', '=', row.id).execute()
  }
  const stranger = await addPayee(other)
  await addIssuedAct(other, stranger.supplierId, 5_000_000)
})

test('«К выплате» is the same sum on the overview, under the list, in its rows and on the cards of suppliers', async () => {
  const { tiles } = await api.send(report.getDashboard, {
    query: { filter: { scope: 'operator' } },
  })
  const tile = (key: string) => tiles.find((one) => one.key === key)!.value
  const all = await api.send(act.getAll, { query: { filter: { limit: 200 } } })
  const owed = await api.send(act.getAll, {
    query: { filter: { limit: 200, status: ['issued', 'signed'], payable: true } },
  })
  const cards = await Promise.all(payees.map((id) => api.send(supplier.get, { query: { id } })))
  const sum = tile('payable')!
  assert.ok(sum > 0)
  assert.ok(all.items.some(({ status }) => status === 'draft' || status === 'void'))
  assert.equal(sumsOf(all).payable_kop, sum)
  assert.equal(sumsOf(owed).payable_kop, sum)
  assert.equal(added(all.items.map(({ payable_kop }) => payable_kop)), sum)
  assert.equal(added(cards.map(({ balance }) => balance.payable_kop)), sum)
  assert.equal(tile('unpaid'), owed.total)
  assert.equal(added(cards.map(({ balance }) => balance.unpaid_acts)), owed.total)
})

test('the sum of payments leaves out refused and cancelled ones, under the list and in its parts', async () => {
  const list = await api.send(payment.getAll, { query: { filter: { limit: 200 } } })
  const { items } = list
  const totals = sumsOf(list)
  assert.equal(items.length, STATUSES.length)
  const alive = items.filter(({ status }) => status !== 'rejected' && status !== 'cancelled')
  const sum = added(alive.map(({ amount_kop }) => amount_kop))
  assert.equal(totals.amount_kop, sum)
  assert.equal(totals.count, items.length)
  const parts = totals.by_status.filter(({ status }) => alive.some((one) => one.status === status))
  assert.equal(added(parts.map(({ amount_kop }) => amount_kop)), sum)
  const refused = await api.send(payment.getAll, {
    query: { filter: { status: ['rejected', 'cancelled'] } },
  })
  assert.equal(sumsOf(refused).amount_kop, 0)
  assert.equal(sumsOf(refused).by_status.length, 1)
})

/** Over the bound there are no sums; this world is below it. */
const sumsOf = (list: { totals?: unknown }) => list.totals as Totals

interface Totals {
  count: number
  payable_kop: number
  amount_kop: number
  by_status: { status: string; amount_kop: number }[]
}

test('a refused payment adds nothing, an unknown one adds its sum', () => {
  const amountOf = (status: PaymentStatus) => countedAmount({ status, amount_kop: 5 })
  const counted = paymentStatuses.filter((status) => amountOf(status) === 5)
  assert.deepEqual(counted, ['saved', 'registering', 'registered', 'processing', 'paid', 'unknown'])
})

const added = (sums: readonly number[]) => sums.reduce((all, one) => all + one, 0)
