import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { user } from '#contract/user/user.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, rowFor } from '#test/builders/payouts.ts'
import { sweepPayments } from './payment-jobs.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { world, own } = payouts

test('a saved payment that waits for a second person is reported once to those who may confirm it', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  const told = async () =>
    (
      await own.manager.api.send(user.getNotices, {
        query: { filter: { kind: ['second_signature'] } },
      })
    ).items
  await sweepPayments(world.services)
  assert.deepEqual(await told(), [])
  await sql`alter table payment disable trigger all`.execute(own.db.q)
  await sql`update payment set created_at = created_at - interval '11 minutes' where id = ${row.id}`.execute(
    own.db.q,
  )
  await sql`alter table payment enable trigger all`.execute(own.db.q)
  await sweepPayments(world.services)
  await sweepPayments(world.services)
  assert.deepEqual(
    (await told()).map(({ href }) => href),
    [`/operator/payments?id=${row.id}`],
  )
})
