import type { BankLink, OpenBank } from '../../../bank/providers/open-bank.ts'
import type { BankAnswer, PayoutOrder, SentPayout } from '../../../bank/providers/provider.ts'
import { decide, plan, type Decision, type PaymentFacts, type Question } from './decide.ts'

/** A payment under lease: what is known of it and what a send of it would be made of. */
export interface WorkView {
  readonly id: string
  readonly token: number
  readonly link: BankLink
  readonly order: PayoutOrder
  /** What the bank's answers are held against. */
  readonly sent: SentPayout
  readonly requestHash: Buffer | null
  readonly known: Omit<
    PaymentFacts,
    'sameBody' | 'keyLifetimeHours' | 'shownAfterSeconds' | 'reasons'
  >
}

/** The worker's steps in the database; each is one transaction, so the worker may die between any two. */
export interface WorkerSteps {
  /** Takes the lease of a due payment; undefined = another worker holds it or nothing is due. */
  claim(id: string): Promise<number | undefined>
  /** Closes attempts left open by dead workers; undefined = nothing to ask now (final, or the configuration is stopped). */
  read(id: string, token: number): Promise<WorkView | undefined>
  /** Commits the intent before any byte leaves; undefined = the lease is lost, or a first send is held back and the lease given up. */
  open(view: WorkView, question: Question, hash: Buffer | null): Promise<number | undefined>
  settle(view: WorkView, attempt: number, answer: BankAnswer, decision: Decision): Promise<void>
  release(id: string, token: number): Promise<void>
}

/** Everything through which the worker touches the world; tests stop it at each of them. */
export interface WorkerEffects {
  readonly steps: WorkerSteps
  readonly bank: (link: BankLink) => OpenBank | undefined
  /** A keyed hash: the bytes may hold a card number. */
  readonly hash: (body: string) => Buffer
  /** Starts a watch; the answer tells milliseconds since, by whichever clock ran further. */
  readonly stopwatch: () => () => number
}

// A lease of 120 s, a call of 35 s: a call opened later than this could outlive its lease (payments.md 3.3).
const LATEST_OPEN_MS = 30_000
const NO_ADAPTER: BankAnswer = { outcome: 'config', payouts: [], errorCode: 'no_adapter' }
// Search, then one send.
const MOST_QUESTIONS = 2

/** One visit to a payment (payments.md 3.3): safe to run any number of times, by any number of workers at once. */
export async function workPayment(fx: WorkerEffects, id: string): Promise<void> {
  const elapsed = fx.stopwatch()
  const token = await fx.steps.claim(id)
  if (token === undefined) return
  const view = await fx.steps.read(id, token)
  if (!view) return fx.steps.release(id, token)
  const bank = fx.bank(view.link)
  const facts = knownOf(fx, view, bank)
  let question = plan(facts)
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    const body = question.kind === 'send' && bank ? fx.hash(bank.bodyOf(view.order)) : null
    const attempt = await fx.steps.open(view, question, body)
    if (attempt === undefined) return
    const answer = elapsed() > LATEST_OPEN_MS ? LATE : await ask(bank, view, question)
    const decided = decide(facts, question, answer)
    const last = asked + 1 === MOST_QUESTIONS
    const decision = last ? { ...decided, repeat: false } : decided
    await fx.steps.settle(view, attempt, answer, decision)
    if (!decision.repeat) return
    question = { kind: 'send' }
  }
}

const LATE: BankAnswer = { outcome: 'not_sent', payouts: [], errorCode: 'too_late_to_open' }

/** Whether a repeat has the same bytes is computed on demand: the bytes may hold a card number. */
function knownOf(fx: WorkerEffects, view: WorkView, bank: OpenBank | undefined): PaymentFacts {
  return {
    ...view.known,
    keyLifetimeHours: bank?.keyLifetimeHours ?? 0,
    shownAfterSeconds: bank?.shownAfterSeconds ?? 0,
    reasons: bank?.reasons ?? {},
    get sameBody() {
      if (!bank || view.requestHash === null) return true
      return fx.hash(bank.bodyOf(view.order)).equals(view.requestHash)
    },
  }
}

function ask(
  bank: OpenBank | undefined,
  view: WorkView,
  question: Question,
): Promise<BankAnswer> | BankAnswer {
  if (!bank) return NO_ADAPTER
  if (question.kind === 'send') return bank.send(view.order, view.sent)
  if (question.kind === 'search') return bank.find(view.sent)
  return bank.status(question.ref, view.sent)
}
