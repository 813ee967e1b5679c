import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { bankComparison } from '#contract/payment/comparison.ts'
import { report } from '#contract/report/report.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { backUp, openRestored, speakForBanks } from '#test/builders/past/restored-copy.ts'
import { approval } from '#test/support/approve.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { addPerson } from '#test/support/world.ts'
import { compareNights } from '../features/payment/reconcile/compare/compare-night.ts'
import { workerEffects } from '../features/payment/send/worker/worker-steps.ts'
import { workPayment } from '../features/payment/send/worker/worker.ts'
import { serverOf } from '../db/handle.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, world, peer } = payouts

test('what banks paid after a backup is written anew by two people and paid once, not lost and not twice', async (t) => {
  const PAID_AFTER = sweepSize(6, 23)
  const payees = []
  for (let at = 0; at < PAID_AFTER; at++) {
    const payee = await addPayee(own)
    payees.push({ payee, row: await rowFor(own, payee, 10_000 + at) })
  }
  const unpaid = await rowFor(own, await addPayee(own), 55_000)
  const [waiting] = await pay(own, [await rowFor(own, await addPayee(own), 33_000)])
  const backup = await backUp(t, world)
  const lost = await pay(
    own,
    payees.map(({ row }) => row),
  )
  for (const id of lost) assert.equal(await payouts.visit(id), 'paid')

  const restored = await openRestored(t, world, backup)
  const { services, app, hold, released, inRestored } = restored
  const operator = await inRestored(own.operator)
  const manager = await inRestored(own.manager)
  const chief = await inRestored(world.supervisor)
  const deputy = await addPerson(app, services, null, 'deputy', 'SUPERVISOR', [])
  const rows = payees.map(({ row }) => row)
  const early = await operator.api.refused(payment.save, { body: { payments: rows } })
  assert.equal(early.code, 'payment.restored')

  await compareNights(services)
  const filter = { is_open: true }
  const { items } = await operator.api.send(paymentReview.getDiscrepancies, { query: { filter } })
  assert.equal(items.length, PAID_AFTER)
  assert.ok(items.every(({ is_known: isKnown }) => isKnown))
  const reason = 'Все выплаты банка за эти дни разобраны'
  // Two let payouts go although this company has decided nothing: the others pay again, and it alone waits.
  const first = await chief.api.send(installation.release, { body: { reason } })
  assert.deepEqual(first.hold!.open_cases, [{ company_name: 'Ромашка', count: PAID_AFTER }])
  await deputy.api.send(installation.release, { body: { reason } })
  await released
  const stranger = await inRestored(world.other.operator)
  const theirs = await stranger.api.refused(payment.save, { body: { payments: [unpaid] } })
  assert.equal(theirs.code, 'common.not-found')
  const held = await operator.api.refused(payment.save, { body: { payments: [unpaid] } })
  assert.equal(held.code, 'payment.restored')
  assert.match(held.message, /до этого компания никому не платит/)
  const { attention } = await operator.api.send(report.getDashboard, {
    query: { filter: { scope: 'operator' } },
  })
  assert.equal(attention[0]!.kind, 'held_company')

  // Nor does a payment leave that was handed over before the backup.
  const effects = workerEffects(serverOf(services, own.id), 'drill')
  const work = async (id: string) => {
    await services.q
      .updateTable('payment')
      .set({ next_check_at: sql<string>`now()` })
      .where('id', '=', id)
      .where('next_check_at', 'is not', null)
      .execute()
    await workPayment(effects, id)
    return (await operator.api.send(payment.get, { query: { id } })).status
  }
  assert.equal(await work(waiting!), 'registering')
  assert.equal(await payouts.timesPaid(waiting!), 0)

  // Where an installation is not held, nobody is paid again of whom it is open whether the bank has paid him.
  await services.q
    .updateTable('installation')
    .set({ held_since: null, held_why: null, proven_at: null })
    .execute()
  const again = await operator.api.refused(payment.save, { body: { payments: [rows[0]] } })
  assert.equal(again.code, 'payment.lost-payout')
  await services.q
    .updateTable('installation')
    .set({ held_since: hold.since, held_why: hold.why, proven_at: hold.proven_at })
    .execute()

  await speakForBanks(operator, manager)
  for (const { id } of items) {
    const body = { id, resolution: 'Восстановлено из копии' }
    const asked = await operator.api.refused(bankComparison.adoptKnown, { body })
    assert.equal(asked.code, 'approval.required')
    const pin = await approval(operator, asked, manager)
    const card = await operator.api.send(bankComparison.adoptKnown, { body }, pin)
    assert.equal(card.status, 'registering')
    assert.ok(lost.includes(card.id))
  }
  const before = (await peer.requests()).filter(({ method }) => method === 'POST').length
  for (const id of lost) {
    await workPayment(effects, id)
    const card = await operator.api.send(payment.get, { query: { id } })
    assert.equal(card.status, 'paid')
    assert.equal(await payouts.timesPaid(id), 1)
  }
  const sent = (await peer.requests()).filter(({ method }) => method === 'POST').length
  assert.equal(sent, before, 'nothing was sent')
  const twice = await operator.api.refused(payment.save, {
    body: { payments: rows.map((row) => ({ ...row, id: undefined })) },
  })
  assert.equal(twice.code, 'payment.act-overpaid')
  await operator.api.send(payment.save, { body: { payments: [unpaid] } })
  assert.equal(await work(waiting!), 'paid')
  assert.equal(await payouts.timesPaid(waiting!), 1, 'once everything is decided')
})
