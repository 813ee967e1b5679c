import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPaymentSweep } from '#test/failures/payment-sweep.ts'
import { addDirectBank, addFirm, addTransferBank } from '#test/builders/transfer/accounts.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import type { WorkerEffects } from './worker.ts'

const { payouts, run, paysOnce } = await openPaymentSweep((company) => addFirm(company))
const { peer, own } = payouts
after(() => payouts.close())
// DirectBank promises no more than a code for a repeated pack: the worker must not lean on it.
await peer.control('PUT', 'settings', { direct_forgets: 1 })

/** Each way of orders to an account; the last one stays the company's default. */
const BANKS = { directbank: addDirectBank, tbank: addTransferBank }

for (const [name, addBank] of Object.entries(BANKS))
  test(`no kill and no lost answer pays an order of ${name} twice or loses it`, async () => {
    await withWideLimits(await addBank(own, peer.bank.api))
    await paysOnce({ payments: sweepSize(12, 60), repeatsAmong: 12 })
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
