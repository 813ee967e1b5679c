import type { Tx } from '../../../../db/handle.ts'

export const WORK_JOB = 'payment.work'

export interface WorkJob {
  readonly company_id: string
  readonly id: string
}

/** A wake-up and nothing more: the payment's own row says whether something is due (payments.md 3.3). */
export async function signalWorker(tx: Tx, id: string, afterSeconds = 0): Promise<void> {
  const job: WorkJob = { company_id: tx.companyId, id }
  // A later wake-up already waiting must not swallow an earlier one, so the key names the second as well.
  const second = afterSeconds === 0 ? 'now' : Math.round(Date.now() / 1000) + afterSeconds
  await tx.services.jobs.enqueue(tx, WORK_JOB, job, {
    key: `${id}@${second}`,
    ...(afterSeconds > 0 && { afterSeconds }),
  })
}
