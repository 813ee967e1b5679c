import { bankDeadline } from '../bank-call.ts'
import {
  NOT_TOLD,
  type BankClient,
  type CheckAnswer,
  type PayoutOrder,
  type ReadAnswer,
} from '../provider.ts'
import { checkAccess } from './check-access.ts'
import { answerOfError } from './errors.ts'
import type { BankReply } from './exchange-call.ts'
import { readNotices } from './read-notices.ts'
import { readMailbox } from './mailbox.ts'
import { sendPack, type DirectAccess } from './send-pack.ts'
import { explainReply, signIn } from './session.ts'
import { orderPacket, statementRequest, statusRequest } from './write-documents.ts'
import { textOf } from './xml.ts'

/** A question that the bank has not answered is asked again after so long. */
const ASK_AGAIN_MINUTES = 10

/**
 * A client of DirectBank (payments.md 4.6). A send is one pack, which is never repeated here; what became of it comes through the
 * bank's mailbox, by itself or after a question about its state.
 */
export function openDirectBank(access: DirectAccess): BankClient {
  const { exchange } = access
  const bodyOf = (order: PayoutOrder) => orderPacket(access, order)

  async function ask(ref: string, paymentId: string, isTaken: boolean): Promise<ReadAnswer> {
    const until = bankDeadline()
    const failed = await readMailbox(access, until)
    if (failed) return answerOfQuestion(failed)
    const told = readNotices(ref, await exchange.notices([paymentId, ref]))
    // An answer about another document is no end of this one: the bank is asked on.
    const isOver = told?.payouts.some(
      ({ status, ourId }) => status !== 'processing' && (ourId === NOT_TOLD || ourId === paymentId),
    )
    if (!isOver && !(await exchange.wasAsked(paymentId, ASK_AGAIN_MINUTES))) {
      const { id, body } = statusRequest(access, paymentId)
      // Stored first: an answer without its question would not be understood.
      await exchange.storeRequest(id, paymentId)
      const sent = await sendPack(access, until, body)
      if (!('success' in sent) && told === undefined) return answerOfQuestion(sent)
    }
    if (told) return told
    return isTaken
      ? waiting(ref)
      : { outcome: 'ambiguous', payouts: [], errorCode: 'no_notice_yet' }
  }

  return {
    bodyOf,
    async send(order) {
      const until = bankDeadline()
      await exchange.forgetMissing(order.id)
      return answerOfSend(await sendPack(access, until, bodyOf(order)))
    },
    status: (ref, paymentId) => ask(ref, paymentId, true),
    find: (paymentId) => ask(paymentId, paymentId, false),
    check: () => checkAccess(access, bankDeadline()),
    signIn: (code) => signIn(access, bankDeadline(), code),
    async requestStatement(from, to) {
      const { id, body } = statementRequest(access, from, to)
      const sent = await sendPack(access, bankDeadline(), body)
      if ('success' in sent) await exchange.storeRequest(id, `statement ${from} ${to}`)
      return checkAnswerOf(sent)
    },
    async readMail() {
      const failed = await readMailbox(access, bankDeadline())
      return failed ? checkAnswerOf(failed) : { ok: true }
    },
  }
}

/** Proof is the id that the bank gave to the pack: `SendPacketResponse/ID`. */
function answerOfSend(reply: BankReply): ReadAnswer {
  if ('instead' in reply) return reply.instead
  if ('error' in reply) return answerOfError(reply.error, reply.status)
  const { success, status } = reply
  const ref = success.name === 'SendPacketResponse' ? textOf(success, 'ID') : undefined
  if (ref === undefined || ref.length > 100)
    return { outcome: 'ambiguous', payouts: [], httpStatus: status, errorCode: 'broken' }
  return { ...waiting(ref), httpStatus: status }
}

/** The bank has the pack and has said nothing yet of the order in it. */
function waiting(ref: string): ReadAnswer {
  const bankStatus = 'Доставлено'
  const untold = {
    ourId: NOT_TOLD,
    amountKop: NOT_TOLD,
    currency: NOT_TOLD,
    payee: NOT_TOLD,
  } as const
  return {
    outcome: 'accepted',
    payouts: [{ ...untold, ref, status: 'registered', bankStatus, known: true, reason: null }],
  }
}

/** An error at a question says nothing of the payment: a refusal refuses the question alone. */
function answerOfQuestion(reply: Exclude<BankReply, { success: unknown }>): ReadAnswer {
  const answer = 'instead' in reply ? reply.instead : answerOfError(reply.error, reply.status)
  return answer.outcome === 'refused' ? { ...answer, outcome: 'ambiguous' } : answer
}

function checkAnswerOf(reply: BankReply): CheckAnswer {
  return 'success' in reply ? { ok: true } : { ok: false, why: explainReply(reply) }
}
