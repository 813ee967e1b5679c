import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { workPayment } from '#server/features/payment/send/worker/worker.ts'
import { workerEffects } from '#server/features/payment/send/worker/worker-steps.ts'
import type { Settings } from '#simulators/bank/settings.ts'
import { openBankPeer } from '../failures/bank-peer.ts'
import { addTrainingBank } from './payouts.ts'
import { openWorld } from '../support/world.ts'

/** A world that pays through a bank of its own; wake-ups of the worker go nowhere: the tests say who works when. */
export async function openPayoutWorld(
  settings: Partial<Settings> = {},
  config: Partial<Config> = {},
) {
  const peer = await openBankPeer({ pending_polls: 0, hold_ms: 20, ...settings })
  const world = await openWorld({ config: { sandboxUrl: peer.bank.api, ...config } })
  const { own } = world
  const handler = async () => undefined
  await world.services.jobs.start([
    { name: 'payment.work', handler },
    { name: 'payment.compare', handler },
  ])
  const configId = await addTrainingBank(own)
  const fx = workerEffects(own.db, 'test')

  /** Lets the worker look at a payment now, whatever its own time would be, and answers the payment's new status. */
  async function visit(id: string): Promise<string> {
    await sql`update payment set next_check_at = now() where id = ${id} and next_check_at is not null`.execute(
      own.db.q,
    )
    await workPayment(fx, id)
    return stateOf(id)
  }

  async function stateOf(id: string): Promise<string> {
    const row = await own.db.q
      .selectFrom('payment')
      .where('id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow()
    return row.status
  }

  /** How often the bank's own ledger shows money going out for a payment. */
  async function timesPaid(id: string): Promise<number> {
    const { body } = await peer.control<{ payment_id: string }[]>('GET', 'ledger')
    return body.filter((line) => line.payment_id === id).length
  }

  async function close(): Promise<void> {
    await world.close()
    await peer.bank.close()
  }

  return { peer, world, own, configId, fx, visit, stateOf, timesPaid, close }
}
