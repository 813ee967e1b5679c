import { useRef, useState } from 'react'
import type { Call, CallResult, SendInput } from '#contract/core/call.ts'
import { askApproval, forgetWords } from '../ui/dialogs/ask.ts'
import { CallError } from '../state/call-error.ts'
import { asksReason, send } from './send.ts'
import { refresh } from './use-call.ts'

export interface UseSendOptions {
  /** Calls whose stored answers this one makes outdated. */
  refreshes?: readonly Call[]
  /** The screen is left with the answer: what it shows is read again without waiting for it. */
  leaves?: boolean
}

/**
 * Sends a writing call: a second press while one runs is ignored; if the server asks for a confirmation, the PIN dialog gets it
 * and the call is repeated once with it. Gives the answer, or undefined when it failed; `refusal` then says why.
 */
export function useSend<C extends Call>(call: C, options: UseSendOptions = {}) {
  const running = useRef(false)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<CallError>()
  const last = useRef<CallError>(undefined)

  const run = async (input: SendInput<C>): Promise<CallResult<C> | undefined> => {
    if (running.current) return undefined
    running.current = true
    setSending(true)
    setRefusal(undefined)
    last.current = undefined
    // Until the changed data are read again, the screen shows the previous state: a press then would send the same request once
    // more.
    return sendOnce(input).finally(() => {
      running.current = false
      setSending(false)
    })
  }
  const sendOnce = async (input: SendInput<C>): Promise<CallResult<C> | undefined> => {
    const outcome = await sendApproved(call, input).catch(failure)
    if (outcome instanceof CallError) {
      setRefusal(outcome)
      last.current = outcome
      // The record is read again: the form merges the typed values with the current record.
      if (REFUSED_AFTER_CHANGE.has(outcome.code)) await refresh(options.refreshes ?? [])
      return undefined
    }
    const read = refresh(options.refreshes ?? [])
    if (!options.leaves) await read
    return outcome
  }

  return {
    send: run,
    sending,
    refusal,
    /** For callers that await `send`: `refusal` is updated only in the next render. */
    lastRefusal: () => last.current,
    clear: () => setRefusal(undefined),
  }
}

/** Another person changed the record, this change may be stored although its answer was lost, or a failed check is stored. */
const REFUSED_AFTER_CHANGE: ReadonlySet<string | undefined> = new Set([
  'common.stale',
  'common.unconfirmed',
  'bank-config.check-failed',
])

/**
 * Sends, and on 403 `approval.required` asks for the PIN and sends once more with its token. Where what is confirmed has changed
 * meanwhile, the PIN is asked for again over what it is now.
 */
export async function sendApproved<C extends Call>(
  call: C,
  given: SendInput<C>,
): Promise<CallResult<C>> {
  let input = given
  let answer: CallResult<C> | CallError = await send(call, input).catch(failure)
  let shown = ''
  if (answer instanceof CallError && asksReason(answer.code)) {
    const reasoned = await sendReasoned(call, input, answer)
    input = reasoned.input
    answer = reasoned.answer
    shown = reasoned.shown
  }
  while (answer instanceof CallError) {
    const { code, message, approval } = answer
    const object = JSON.stringify(approval)
    if (code !== 'approval.required' || !approval || object === shown) throw answer
    shown = object
    const { besidePin, checkPin } = await import('./check-pin.ts')
    const token = await askApproval(message, approval, checkPin, besidePin(approval))
    if (!token) throw answer
    answer = await send(call, input, { approval: token }).catch(failure)
  }
  forgetWords()
  return answer
}

interface Reasoned<C extends Call> {
  readonly input: SendInput<C>
  readonly answer: CallResult<C> | CallError
  /** The approval that was asked for on the second page of the dialog. */
  readonly shown: string
}

/** Asks for words, sends with them, and asks for the PIN in the same dialog; throws the last refusal when it is closed. */
async function sendReasoned<C extends Call>(
  call: C,
  input: SendInput<C>,
  refusal: CallError,
): Promise<Reasoned<C>> {
  const withWords = (reason: string): SendInput<C> => ({
    ...input,
    body: { ...(input as { body: object }).body, reason },
  })
  let running: Promise<CallResult<C> | CallError> = Promise.resolve(refusal)
  const { askReason } = await import('./check-pin.ts')
  const given = await askReason(refusal, async (reason) => {
    running = send(call, withWords(reason)).catch(failure)
    const outcome = await running
    return outcome instanceof CallError ? outcome : undefined
  })
  // Closed while it was on its way: what the server made of it counts.
  const last = await running
  if (given === undefined) {
    if (last instanceof CallError) throw last
    return { input, answer: last, shown: '' }
  }
  const said = withWords(given.reason)
  if (given.token === undefined) return { input: said, answer: last, shown: '' }
  const shown = last instanceof CallError ? JSON.stringify(last.approval) : ''
  const answer = await send(call, said, { approval: given.token }).catch(failure)
  return { input: said, answer, shown }
}

/** Loads the question of the PIN while what it is about is on its way. */
export const prepareApproval = () => void import('./check-pin.ts').catch(() => undefined)

/** Bugs go to the screen's failure page; declared failures become values. */
function failure(error: unknown): CallError {
  if (error instanceof CallError) return error
  throw error
}
