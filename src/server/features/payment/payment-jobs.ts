import os from 'node:os'
import { inTransaction, serverOf, type Db } from '../../db/handle.ts'
import type { JobSpec } from '../../jobs.ts'
import type { Services } from '../../services.ts'
import { eachRow } from '../../sweeps/each-row.ts'
import { compareNights } from './reconcile/compare/compare-night.ts'
import { COMPARE } from './reconcile/compare/compare-queries.ts'
import { BANK_MAIL } from './reconcile/statement/mail/mail-queries.ts'
import { readBankMail } from './reconcile/statement/mail/read-bank-mail.ts'
import { refreshSbpBanks } from './send/sbp/sbp-directory.ts'
import {
  AWAITING_SECOND,
  awaitingSecond,
  DUE,
  duePayments,
  LONG_UNKNOWN,
  longUnknown,
  markLongUnknown,
  tellAwaitingSecond,
} from './send/worker/sweep-queries.ts'
import { WORK_JOB, signalWorker, type WorkJob } from './send/worker/signal-worker.ts'
import { workPayment } from './send/worker/worker.ts'
import { workerEffects } from './send/worker/worker-steps.ts'

// Four calls at once: a bank that holds each for 35 s still lets the queue move.
const WORKERS = 4

export function paymentJobs(services: Services): JobSpec[] {
  const holder = `${os.hostname()}:${process.pid}`
  return [
    {
      name: WORK_JOB,
      concurrency: WORKERS,
      later: true,
      handler: ({ company_id, id }: WorkJob) =>
        workPayment(workerEffects(workerOf(services, company_id), holder), id),
    },
    { name: 'payment.sweep', cron: '* * * * *', handler: () => sweepPayments(services) },
    {
      name: BANK_MAIL,
      later: true,
      cron: '*/10 * * * *',
      seconds: 900,
      handler: () => readBankMail(services),
    },
    {
      name: COMPARE,
      whileHeld: true,
      atStart: true,
      later: true,
      cron: '*/10 * * * *',
      seconds: 900,
      handler: () => compareNights(services),
    },
    {
      name: 'payment.sbp-banks',
      cron: '40 3 * * *',
      handler: async () => void (await refreshSbpBanks(services)),
    },
  ]
}

/** Wakes what lost its wake-up and tells people about what stays unknown (payments.md 3.3). */
export async function sweepPayments(services: Services): Promise<void> {
  await eachRow(services, DUE, await duePayments(services.q), (db, { id }) =>
    inTransaction(db, (tx) => signalWorker(tx, id)),
  )
  await eachRow(services, LONG_UNKNOWN, await longUnknown(services.q), (db, { id }) =>
    inTransaction(db, (tx) => markLongUnknown(tx, id)),
  )
  await eachRow(services, AWAITING_SECOND, await awaitingSecond(services.q), (db, { id }) =>
    inTransaction(db, (tx) => tellAwaitingSecond(tx, id)),
  )
}

/** Steps of payments never wait for lists. */
function workerOf(services: Services, companyId: string): Db {
  return { ...serverOf(services, companyId), q: services.urgentOf(companyId, 'payment-worker') }
}
