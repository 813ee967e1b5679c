import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { installation } from '#contract/installation/installation.ts'
import { payment } from '#contract/payment/payment.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, rowFor } from '#test/builders/payouts.ts'
import { sbpOrder } from '#test/failures/bank-peer.ts'
import { addPerson } from '#test/support/world.ts'
import { compareNights } from '../features/payment/reconcile/compare/compare-night.ts'
import { holdPayouts } from './installation-queries.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, world, peer, configId } = payouts
const { services, app } = world
const { q } = services
const deputy = await addPerson(app, services, null, 'deputy', 'SUPERVISOR', [])
const DAY_MS = 86_400_000

// Whatever the hour of the test is, the night of the company is over.
await sql`update company set timezone = case when extract(hour from now() at time zone 'UTC') between 12 and 19
  then 'Europe/Moscow' else 'Asia/Vladivostok' end where id = ${own.id}`.execute(q)

/** Restored two hours ago from a copy of ten days ago. */
async function restore(): Promise<void> {
  await holdPayouts(q, 'База восстановлена из копии')
  await sql`update installation set held_since = now() - interval '2 hours', proven_at = now() - interval '10 days'`.execute(
    q,
  )
}

async function release(): Promise<void> {
  const body = { reason: 'Сверили с выпиской банка за все дни' }
  await world.supervisor.api.send(installation.release, { body })
  await deputy.api.send(installation.release, { body })
}

const stateOfBank = async () =>
  (await world.supervisor.api.send(installation.getState, {})).hold!.banks.find(
    (bank) => bank.bank_config_id === configId,
  )!.state

/** Payouts that are told as lost. */
async function lostCases(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from payment_discrepancy
    where kind = 'foreign_payout' and closed_at is null and detail->>'lost' = 'true'`.execute(q)
  return rows[0]!.n
}

/** From when on the bank was asked for its list the last time, in days before now. */
async function daysAsked(): Promise<number> {
  const { body } = await peer.control<{ method: string; path: string }[]>('GET', 'requests')
  const last = body.findLast(({ path }) => path.startsWith('/v3/payouts?'))!
  const from = new URLSearchParams(last.path.split('?')[1]).get('created_at.gte')!
  return Math.round((Date.now() - Date.parse(from)) / DAY_MS)
}

async function addLost(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await peer.create(sbpOrder(randomUUID(), '5.00'), randomUUID())
}

const payoutsAreHeld = async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  const refusal = await own.operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal(refusal.code, 'payment.restored')
}

test('what a bank did between its comparison and the release is asked once more', async () => {
  await restore()
  await compareNights(services)
  assert.equal(await stateOfBank(), 'unlisted')
  await addLost(1)
  await compareNights(services)
  assert.equal(await lostCases(), 0, 'a night is compared once')
  await release()
  await compareNights(services)
  assert.deepEqual([await lostCases(), await daysAsked()], [1, 11])
  await payoutsAreHeld()
})

const SILENT = {
  from: () => peer.faults({ fault: '500_before', on: ['list'] }),
  to: () => peer.faults(),
}
const STOPPED = {
  from: () =>
    sql`update bank_config set circuit = 'stopped', stopped_at = now(), stopped_reason = 'Ключ отозван'
      where id = ${configId}`.execute(q),
  to: () =>
    sql`update bank_config set circuit = 'closed', stopped_at = null, stopped_reason = null
      where id = ${configId}`.execute(q),
}

for (const [state, { from, to }] of [
  ['silent', SILENT],
  ['stopped', STOPPED],
] as const)
  test(`a bank that was ${state} at the release tells the whole period once it answers, each payout by itself`, async () => {
    await restore()
    await from()
    await compareNights(services)
    assert.equal(await stateOfBank(), state)
    await release()
    await compareNights(services)
    // A day later it is still away.
    await sql`update bank_comparison set day = day - 1`.execute(q)
    await compareNights(services)
    const before = await lostCases()
    await addLost(23)
    await to()
    await compareNights(services)
    assert.deepEqual([(await lostCases()) - before, await daysAsked()], [23, 11])
    await payoutsAreHeld()
    // From then on a night is one of three days again.
    await sql`update bank_comparison set day = day - 1`.execute(q)
    await compareNights(services)
    assert.equal(await daysAsked(), 3)
  })
