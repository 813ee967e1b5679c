import { randomInt } from 'node:crypto'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { readCompanyHold } from '../../../../installation/installation-queries.ts'
import { keyedHash } from '../../../../storage/encryption.ts'
import { providerOf } from '../../../bank/providers/all.ts'
import { openBank } from '../../../bank/providers/open-bank.ts'
import type { BankAnswer } from '../../../bank/providers/provider.ts'
import {
  expireAttempts,
  closeAttempt,
  isSent,
  markSending,
  openAttempt,
} from './attempt-queries.ts'
import type { Decision, Question } from './decide.ts'
import { claimLease, holdsLease, lockLease, releaseLease } from './lease-queries.ts'
import { applyDecision } from './apply-decision.ts'
import { hearEnds, hearNotices } from '../ends/hear-ends.ts'
import { askSoon, isRefTaken, lockPayment, setPayment, storeRef } from '../../payment-queries.ts'
import { doubtsOfActs } from '../../doubt-queries.ts'
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
    settle: async (view, attempt, answer, decision) => {
      await inTransaction(db, (tx) => settle(tx, view, attempt, answer, decision))
      // A question reads the mailbox of its agreement, in which other payments are told of too.
      if (providerOf(view.link.adapter).mailbox) await hearNotices(db, view.link.id)
    },
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
  if (question.kind === 'send' && (await isHeldBack(tx, view))) return undefined
  const n = await openAttempt(tx, view.id, question.kind, view.token)
  if (question.kind === 'send') await markSending(tx, view.id, hash)
  return n
}

// The case that holds it is closed by people: a look at this pace is soon enough, and its card hastens it.
const HELD_SECONDS = 300

/**
 * Before the first byte leaves it is asked for the last time whether the bank has paid these acts by another payment meanwhile, and whether
 * the company has not decided what a restore revealed. Then nothing is sent, and the payment waits: it can be withdrawn, or goes on when the
 * case is closed. What may have been sent already is not held: it must be asked about to its end.
 */
async function isHeldBack(tx: Tx, { id, token }: WorkView): Promise<boolean> {
  if (await isSent(tx, id)) return false
  const isHeld = (await readCompanyHold(tx.q, tx.companyId)) !== undefined
  if (!isHeld && (await doubtsOfActs(tx, [id])).length === 0) return false
  await setPayment(tx, id, { nextInSeconds: HELD_SECONDS })
  await releaseLease(tx, id, token)
  await signalWorker(tx, id, HELD_SECONDS)
  return true
}

/** The attempt is closed first, for the guard of the database reads it (payments.md 3.3 step 7). */
async function settle(
  tx: Tx,
  view: WorkView,
  attempt: number,
  answer: BankAnswer,
  decided: Decision,
): Promise<void> {
  const lease = await lockLease(tx, view.id)
  const ref = decided.providerRef
  const isOther = ref !== null && (await isRefTaken(tx, view.id, ref))
  const decision = isOther ? ofTakenRef(view.known.status, ref, decided) : decided
  await closeAttempt(tx, view.id, attempt, isOther ? { ...answer, ...NOT_OURS } : answer)
  if (lease?.token !== view.token) {
    // Another worker has taken over: the bank's reference is worth keeping, and what it told of the end.
    const row = decision.ends.length > 0 ? await lockPayment(tx, view.id) : undefined
    if (row) await hearEnds(tx, row, decision.ends)
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

const NOT_OURS = { outcome: 'ambiguous', payouts: [], errorCode: 'foreign_answer' } as const

/** A number of the bank that another payment of ours has: which of them it means, only the bank knows. */
function ofTakenRef(status: PaymentStatus, ref: string, decision: Decision): Decision {
  return {
    ...decision,
    source: 'status',
    status: status === 'registering' ? 'unknown' : null,
    reasonCode: null,
    reasonText: null,
    providerRef: null,
    discrepancy: 'foreign_answer',
    said: `номер ${ref} у банка уже у другой выплаты`,
    ends: decision.ends.filter(({ end }) => end === 'paid'),
  }
}

/** ±10 %, so that a batch does not stay in step for ever. */
function addJitter(seconds: number): number {
  return Math.max(1, Math.round((seconds * randomInt(900, 1101)) / 1000))
}
