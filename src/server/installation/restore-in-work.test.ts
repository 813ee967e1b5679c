import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { bankComparison } from '#contract/payment/comparison.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { backUp, openRestored, speakForBanks } from '#test/builders/past/restored-copy.ts'
import { sbpOrder } from '#test/failures/bank-peer.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson } from '#test/support/world.ts'
import { serverOf } from '../db/handle.ts'
import { compareNights } from '../features/payment/reconcile/compare/compare-night.ts'
import { workPayment } from '../features/payment/send/worker/worker.ts'
import { workerEffects } from '../features/payment/send/worker/worker-steps.ts'

// The bank takes every payout at once and executes it an hour later.
const HOUR = 3600
const payouts = await openPayoutWorld({ pending_polls: null, pending_seconds: HOUR })
after(() => payouts.close())
const { own, world, peer } = payouts

const sends = async () => (await peer.requests()).filter(({ method }) => method === 'POST').length

test('payouts that the bank has in work at the restore hold their company, and end once, as the bank says', async (t) => {
  // The bank pays the first of them and refuses the second.
  const payees = [await addPayee(own), await addPayee(own, '+79175570002')]
  const rows = [await rowFor(own, payees[0]!, 10_000), await rowFor(own, payees[1]!, 20_000)]
  const backup = await backUp(t, world)
  const lost = await pay(own, rows)
  for (const id of lost) assert.equal(await payouts.visit(id), 'processing')
  // A payout in work that another program made is no news before it is paid.
  await peer.create({ ...sbpOrder('x', '5.00'), metadata: {} }, randomUUID())

  const { services, app, released, inRestored } = await openRestored(t, world, backup)
  const operator = await inRestored(own.operator)
  const manager = await inRestored(own.manager)
  const chief = await inRestored(world.supervisor)
  const deputy = await addPerson(app, services, null, 'deputy', 'SUPERVISOR', [])
  const before = await sends()
  await compareNights(services)
  const openCases = async () => {
    const query = { filter: { is_open: true } }
    return (await operator.api.send(paymentReview.getDiscrepancies, { query })).items
  }
  const cases = await openCases()
  assert.equal(cases.length, lost.length)
  assert.ok(
    cases.every(({ is_known: isKnown, told }) => isKnown && told!.endsWith(', исполняется')),
  )

  const reason = 'Все выплаты банка за эти дни разобраны'
  await chief.api.send(installation.release, { body: { reason } })
  await deputy.api.send(installation.release, { body: { reason } })
  await released
  const anew = () => rows.map((row) => ({ ...row, id: randomUUID() }))
  const held = await operator.api.refused(payment.save, { body: { payments: anew() } })
  assert.equal(held.code, 'payment.restored')

  await speakForBanks(operator, manager)
  for (const { id } of cases) {
    const body = { id, resolution: 'Восстановлено из копии' }
    const asked = await operator.api.refused(bankComparison.adoptKnown, { body })
    const pin = await approval(operator, asked, manager)
    const card = await operator.api.send(bankComparison.adoptKnown, { body }, pin)
    assert.equal(card.status, 'registering')
  }
  const effects = workerEffects(serverOf(services, own.id), 'drill')
  const work = async (id: string) => {
    await sql`update payment set next_check_at = now() where id = ${id}`.execute(services.q)
    await workPayment(effects, id)
    return (await operator.api.send(payment.get, { query: { id } })).status
  }
  for (const id of lost) assert.equal(await work(id), 'processing')
  const twice = await operator.api.refused(payment.save, { body: { payments: anew() } })
  assert.equal(twice.code, 'payment.act-overpaid')
  await peer.control('POST', 'clock/advance', { seconds: HOUR + 1 })
  assert.deepEqual([await work(lost[0]!), await work(lost[1]!)], ['paid', 'rejected'])
  assert.deepEqual(await Promise.all(lost.map(payouts.timesPaid)), [1, 0])
  assert.equal(await sends(), before, 'nothing was sent')
  // What the bank has refused is due again.
  const [, due] = anew()
  await operator.api.send(payment.save, { body: { payments: [due!] } })
  assert.deepEqual(await openCases(), [])
})
