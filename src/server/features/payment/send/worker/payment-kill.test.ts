import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { until } from '#test/support/until.ts'

// Held long enough for a kill while the answer is awaited, whether or not the money was taken.
const payouts = await openPayoutWorld({ hold_ms: 4000 })
const { peer, world, own, timesPaid } = payouts
const children: ChildProcess[] = []
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await payouts.close()
})

/** A worker process that starts on the payment; it may be killed at any moment. */
function worker(paymentId: string): ChildProcess {
  const child = fork(
    path.resolve(import.meta.dirname, '../../../../../../test/failures/payment-worker.ts'),
  )
  children.push(child)
  const { secrets, ...config } = world.services.config
  const hex = Object.entries(secrets).map(([name, key]) => [name, key.toString('hex')])
  child.send({ config, secrets: Object.fromEntries(hex), companyId: own.id, paymentId })
  return child
}

async function requestArrived(paymentId: string): Promise<void> {
  await until(async () =>
    (await peer.requests()).some(
      (request) => request.method === 'POST' && JSON.stringify(request).includes(paymentId),
    ),
  )
}

async function sent(paymentId: string): Promise<boolean> {
  const row = await own.db.q
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .select('first_sent_at')
    .executeTakeFirstOrThrow()
  return row.first_sent_at !== null
}

for (const [fault, says] of [
  ['timeout_after_accept', 'after the bank took the money'],
  ['timeout_before', 'before the bank did anything'],
] as const)
  test(`a process killed ${says} is followed by exactly one payout`, async () => {
    for (let i = 0; i < sweepSize(1, 100); i++) await payThroughKill(fault)
  })

async function payThroughKill(fault: string): Promise<void> {
  // What a day and a payee may get is not the subject.
  await own.db.q.deleteFrom('payment_limit_use').execute()
  await own.db.q.deleteFrom('payment_limit').execute()
  const row = await rowFor(own, await addPayee(own), 345_600)
  await peer.faults({ fault, on: ['create'], times: 1 })
  await pay(own, [row])
  const victim = worker(row.id)
  await requestArrived(row.id).catch(async (error) => {
    // The request log may be written only when the answer goes out: then the intent itself is the sign.
    if (!(await sent(row.id))) throw error
  })
  const gone = once(victim, 'exit')
  victim.kill('SIGKILL')
  assert.equal((await gone)[1], 'SIGKILL')
  assert.equal(await sent(row.id), true)
  await peer.faults()
  for (let i = 0; i < 5; i++) {
    await sql`update payment_lease set leased_until = now() - interval '1 second'`.execute(own.db.q)
    await sql`update payment set next_check_at = now() where next_check_at is not null`.execute(
      own.db.q,
    )
    const [now] = await own.operator.api.send(payment.getStatuses, { body: { ids: [row.id] } })
    if (now!.status === 'paid') break
    await once(worker(row.id), 'exit')
  }
  assert.equal(await timesPaid(row.id), 1)
  assert.deepEqual(await moneyOf(own, row.acts[0]!.act_id), {
    total_kop: 345_600,
    reserved_kop: 0,
    paid_kop: 345_600,
  })
}
