import type { CallInput } from '#contract/core/call.ts'
import { runningStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { payment } from '#contract/payment/payment.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../../db/handle.ts'
import { askSoon } from '../../payment-queries.ts'
import { progressOf } from '../../send/worker/progress-queries.ts'
import { signalWorker } from '../../send/worker/signal-worker.ts'

/** payment/getStatuses: what is known now; a running payment not asked about for five seconds is asked soon. */
export async function getStatuses(
  db: Db,
  { body }: CallInput<typeof payment.getStatuses>,
): Promise<Answer<typeof payment.getStatuses>> {
  const rows = await progressOf(db, body.ids)
  const running = (status: string) => runningStatuses.includes(status as PaymentStatus)
  const quiet = rows.filter((row) => row.quiet && running(row.status)).map((row) => row.id)
  if (quiet.length > 0)
    await inTransaction(db, async (tx) => {
      await askSoon(tx, quiet)
      for (const id of quiet) await signalWorker(tx, id)
    })
  return rows.map(({ quiet: _quiet, ...row }) => ({ ...row, status: row.status as PaymentStatus }))
}
