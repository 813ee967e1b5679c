import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { Killed } from '#test/failures/dying-worker.ts'
import { openPaymentSweep } from '#test/failures/payment-sweep.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import type { OpenBank } from '../../../bank/providers/open-bank.ts'
import { workPayment, type WorkerEffects } from './worker.ts'

const { payouts, payees, run, paysOnce, letTimePass } = await openPaymentSweep((company) =>
  addPayee(company),
)
const { peer, own, fx: honest } = payouts
after(() => payouts.close())

test('no killed worker and no lost answer pays twice or loses a payment', async () => {
  await paysOnce({ payments: sweepSize(20, 100), repeatsAmong: 10 })
})

test('the check finds a worker that uses a new key for each repeat', async () => {
  const newKeys = (fx: WorkerEffects): WorkerEffects => ({
    ...fx,
    bank: (link) => {
      const bank = fx.bank(link)
      return (
        bank && blind({ ...bank, send: (order, sent) => sendUnderNewKey(fx, link, order, sent) })
      )
    },
  })
  const result = await run(3, 24, newKeys)
  assert.ok(result.duplicates > 0, 'the duplicate was not seen')
  await own.db.q.updateTable('bank_config').set({ circuit: 'closed' }).execute()
})

test('the check finds a worker that repeats after the key has expired', async () => {
  await peer.control('PUT', 'settings', { key_lifetime_seconds: 0 })
  const careless = (fx: WorkerEffects): WorkerEffects => ({
    ...fx,
    bank: (link) => {
      const bank = fx.bank(link)
      return bank && blind({ ...bank, keyLifetimeHours: 1_000_000 })
    },
  })
  const result = await run(4, 24, careless)
  assert.ok(result.duplicates > 0, 'the duplicate was not seen')
  await peer.control('PUT', 'settings', { key_lifetime_seconds: 86_400 })
  await own.db.q.updateTable('bank_config').set({ circuit: 'closed' }).execute()
})

/** A bank whose search finds nothing: the key alone remains as protection. */
function blind(bank: OpenBank): OpenBank {
  return {
    ...bank,
    find: () => Promise.resolve({ outcome: 'not_found', payouts: [] }),
  }
}

async function sendUnderNewKey(
  fx: WorkerEffects,
  link: Parameters<WorkerEffects['bank']>[0],
  order: Parameters<OpenBank['send']>[0],
  sent: Parameters<OpenBank['send']>[1],
) {
  const bank = fx.bank(link)!
  const body = bank.bodyOf(order)
  // The body keeps our payment's id, so the ledger can tell whose money it was; the key alone is new.
  const reply = await fetch(`${peer.bank.api}/payouts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('100500:test_priyomka_training_bank').toString('base64')}`,
      'content-type': 'application/json',
      'idempotence-key': randomUUID(),
    },
    body,
  }).catch(() => undefined)
  return reply?.ok ? bank.find(sent) : AMBIGUOUS
}

const AMBIGUOUS = { outcome: 'ambiguous', payouts: [] } as const

test('the check finds a worker that sends before it stores its intent', async () => {
  let pretended = 0
  // It opens nothing before the call and forgets what it sent: after a death it starts from the beginning, elsewhere
  // meanwhile the payment may have been withdrawn.
  const row = await rowFor(own, payees[0]!, 77_700)
  await pay(own, [row])
  const careless: WorkerEffects = {
    ...honest,
    steps: {
      ...honest.steps,
      open: () => Promise.resolve(++pretended),
      settle: () => Promise.reject(new Killed('after the call')),
    },
  }
  await peer.faults()
  await assert.rejects(workPayment(careless, row.id), Killed)
  await letTimePass()
  const traced = await own.db.q
    .selectFrom('payment')
    .where('id', '=', row.id)
    .select(['first_sent_at'])
    .executeTakeFirstOrThrow()
  // The bank has it, and nothing of ours says so: cancelling would be allowed and the money gone.
  const found = await peer.find(row.id)
  assert.equal(found.body.items.length, 1)
  assert.equal(traced.first_sent_at, null)
  assert.ok(pretended > 0)
})
