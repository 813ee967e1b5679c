import { randomInt } from 'node:crypto'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import { openBank } from '../../bank/providers/open-bank.ts'
import type { BankAnswer } from '../../bank/providers/provider.ts'
import { expireAttempts, closeAttempt, markSending, openAttempt } from './attempt-queries.ts'
import type { Decision, Question } from './decide.ts'
import { claimLease, holdsLease, lockLease, releaseLease } from './lease-queries.ts'
import { applyDecision } from './apply-decision.ts'
import { askSoon, storeRef } from '../payment-queries.ts'
import { signalWorker } from './signal-worker.ts'
import { viewOf } from './work-queries.ts'
import type { WorkerEffects, WorkerSteps, WorkView } from './worker.ts'

/** The worker over a company's database and its banks; `holder` names the process in the lease. */
export function workerEffects(db: Db, holder: string): WorkerEffects {
  return {
    steps: databaseSteps(db, holder),
    bank: (link) => openBank(db, link),
    hash: (body) => keyedHash(db.services.config.secrets.payeeHmac, 'request', body),
    stopwatch: () => {
      const mono = performance.now()
      const wall = Date.now()
      return () => Math.max(performance.now() - mono, Date.now() - wall)
    },
  }
}

function databaseSteps(db: Db, holder: string): WorkerSteps {
  return {
    claim: (id) => claimLease(db, id, holder),
    read: (id, token) =>
      inTransaction(db, async (tx) => {
        await expireAttempts(tx, id, token)
        return viewOf(tx, id, token)
      }),
    open: (view, question, hash) => inTransaction(db, (tx) => open(tx, view, question, hash)),
    settle: (view, attempt, answer, decision) =>
      inTransaction(db, (tx) => settle(tx, view, attempt, answer, decision)),
    release: (id, token) => releaseLease(db, id, token),
  }
}

async function open(
  tx: Tx,
  view: WorkView,
  question: Question,
  hash: Buffer | null,
): Promise<number | undefined> {
  if (!(await holdsLease(tx, view.id, view.token))) return undefined
  const n = await openAttempt(tx, view.id, question.kind, view.token)
  if (question.kind === 'send') await markSending(tx, view.id, hash)
  return n
}

/** The attempt is closed first, for the guard of the database reads it (payments.md 3.3 step 7). */
async function settle(
  tx: Tx,
  view: WorkView,
  attempt: number,
  answer: BankAnswer,
  decision: Decision,
): Promise<void> {
  const lease = await lockLease(tx, view.id)
  await closeAttempt(tx, view.id, attempt, answer)
  if (lease?.token !== view.token) {
    // Another worker has taken over: only the bank's reference is worth keeping.
    if (answer.outcome === 'accepted') await askSoon(tx, [view.id])
    return
  }
  if (decision.repeat) return
  const seconds = addJitter(decision.afterSeconds)
  const running = await applyDecision(tx, view, decision, seconds)
  if (decision.providerRef !== null) await storeRef(tx, view.id, decision.providerRef)
  await releaseLease(tx, view.id, view.token)
  if (running) await signalWorker(tx, view.id, seconds)
}

/** ±10 %, so that a batch does not stay in step for ever. */
function addJitter(seconds: number): number {
  return Math.max(1, Math.round((seconds * randomInt(900, 1101)) / 1000))
}
