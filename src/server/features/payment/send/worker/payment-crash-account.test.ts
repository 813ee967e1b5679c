import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPaymentSweep } from '#test/failures/payment-sweep.ts'
import { addDirectBank, addFirm, addTransferBank } from '#test/builders/transfer/accounts.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import type { WorkerEffects } from './worker.ts'

const PAYMENTS = sweepSize(24, 60)

const { payouts, run } = await openPaymentSweep((company) => addFirm(company))
const { peer, own } = payouts
after(() => payouts.close())
// DirectBank promises no more than a code for a repeated pack: the worker must not lean on it.
await peer.control('PUT', 'settings', { direct_forgets: 1 })

/** Each way of orders to an account; the last one stays the company's default. */
const BANKS = { directbank: addDirectBank, tbank: addTransferBank }

for (const [name, addBank] of Object.entries(BANKS))
  test(`no kill and no lost answer pays an order of ${name} twice or loses it`, async () => {
    await withWideLimits(await addBank(own, peer.bank.api))
    const all = { kills: 0, repeats: 0 }
    const places = new Set<string>()
    const seeds = Array.from({ length: sweepSize(1, 10) }, (_, i) => i + 1)
    for (const seed of seeds) {
      const { deaths, repeats, ...result } = await run(seed, PAYMENTS)
      assert.deepEqual(result, {
        duplicates: 0,
        paidWithoutMoney: 0,
        moneyWithoutPaid: 0,
        actSumsWrong: 0,
        unfinished: 0,
      })
      all.kills += deaths.kills
      all.repeats += repeats
      for (const place of deaths.at.keys()) places.add(place)
    }
    // Fewer deaths or repeats would mean that the test looks at nothing.
    assert.ok(all.kills >= PAYMENTS * seeds.length, `${all.kills} kills`)
    assert.ok(all.repeats >= (PAYMENTS / 12) * seeds.length, `${all.repeats} repeats`)
    for (const step of ['claim', 'read', 'open', 'send', 'status', 'find', 'settle'])
      for (const when of ['before', 'after'])
        assert.ok(places.has(`${when} ${step}`), `nobody died ${when} ${step}`)
  })

/** The limits of the bank's cabinet are tested elsewhere; here a batch is paid in a day. */
async function withWideLimits(configId: string): Promise<void> {
  await own.db.q
    .updateTable('bank_config')
    .set({ per_day_kop: 900_000_000_000, per_month_kop: 900_000_000_000, payee_day_count: 1000 })
    .where('id', '=', configId)
    .execute()
}

test('a worker that sends each repeat under a new number is caught paying twice', async () => {
  let sends = 0
  const careless = (fx: WorkerEffects): WorkerEffects => ({
    ...fx,
    bank: (link) => {
      const bank = fx.bank(link)
      return (
        bank && {
          ...bank,
          shownAfterSeconds: 0,
          find: () => Promise.resolve({ outcome: 'not_found', payouts: [] }),
          send: async (order, sent) => {
            // The ledger tells whose money it was by the account: each repeat is a payment of its own at the bank.
            const id = `${order.id.slice(0, 30)}${String(++sends).padStart(6, '0')}`
            const answer = await bank.send({ ...order, id }, { ...sent, id })
            return { ...answer, payouts: answer.payouts.map((one) => ({ ...one, ref: id })) }
          },
        }
      )
    },
  })
  const before = peer.bank.ledger().length
  await run(3, 24, careless)
  assert.ok(peer.bank.ledger().length > before + 24, 'the duplicate was not seen')
})
