import type { BankExchange } from '../bank-exchange.ts'
import type { ReadAnswer, CheckAnswer } from '../provider.ts'
import { answerOfError, explainError, isSessionOver } from './errors.ts'
import { callBank, type CallAccess, type BankReply } from './exchange-call.ts'
import { childOf, textOf, type Element } from './xml.ts'

export interface SessionAccess extends CallAccess {
  readonly login: string
  readonly password: string
  readonly exchange: BankExchange
}

type WithSession = (sid: string) => Promise<BankReply>

/**
 * Makes a call inside the bank's session. Where login and password are enough, the session is opened on demand, and opened
 * again when the bank says that it has ended (1006, 1007: the call was not carried out). Where the bank asks for a one-time
 * code, only a person opens it: each sign-in sends a message to a telephone, so the call waits.
 */
export async function inSession(
  access: SessionAccess,
  until: AbortSignal,
  call: WithSession,
): Promise<BankReply> {
  const first = await currentSession(access, until)
  if (typeof first !== 'string') return first
  const reply = await call(first)
  if (!('error' in reply) || !isSessionOver(reply.error)) return reply
  await access.exchange.endSession(first)
  const newSession = await currentSession(access, until)
  if (typeof newSession !== 'string') return newSession
  const second = await call(newSession)
  // A bank that ends each session at once is not asked for ever.
  if ('error' in second && isSessionOver(second.error)) return { instead: SIGN_IN_LATER }
  return second
}

async function currentSession(
  access: SessionAccess,
  until: AbortSignal,
): Promise<string | Exclude<BankReply, { success: unknown }>> {
  const session = await access.exchange.session()
  if (session?.status === 'open' && session.sid !== null) return session.sid
  if (session?.byPerson) return { instead: SIGN_IN_NEEDED }
  const opened = await logOn(access, until)
  if ('success' in opened) return opened.open ? opened.sid : { instead: SIGN_IN_NEEDED }
  // Nothing of the call itself was sent, whatever became of the sign-in.
  if ('instead' in opened && opened.instead.outcome === 'ambiguous')
    return { instead: { ...opened.instead, outcome: 'not_sent' } }
  if ('error' in opened && answerOfError(opened.error, opened.status).outcome === 'ambiguous')
    return {
      instead: {
        ...answerOfError(opened.error, opened.status),
        outcome: 'throttled',
        retryAfter: 60,
      },
    }
  return opened
}

/** The payment waits until a person has signed in; then the worker is woken. */
const NEEDS_PERSON = 'sign_in_needed'
const SIGN_IN_NEEDED: ReadAnswer = {
  outcome: 'throttled',
  payouts: [],
  errorCode: NEEDS_PERSON,
  errorText: 'Банк ждёт вход с одноразовым кодом',
  retryAfter: 600,
}
const SIGN_IN_LATER: ReadAnswer = {
  outcome: 'throttled',
  payouts: [],
  errorCode: 'session_over',
  retryAfter: 60,
}

type Opened =
  | { readonly success: true; readonly open: boolean; readonly sid: string }
  | Exclude<BankReply, { success: unknown }>

/** `Logon` with HTTP Basic; the bank either opens a session or sends a one-time code to a person. */
async function logOn(access: SessionAccess, until: AbortSignal): Promise<Opened> {
  const pair = Buffer.from(`${access.login}:${access.password}`).toString('base64')
  const reply = await callBank(access, 'Logon', {
    headers: { authorization: `Basic ${pair}` },
    until,
  })
  if (!('success' in reply)) return reply
  const sid = readSid(reply.success)
  if (sid === undefined) return { instead: BROKEN }
  const code = childOf(reply.success, 'ExtraAuth', 'OTP')
  await access.exchange.storeSession({
    status: code ? 'code' : 'open',
    sid,
    byPerson: code !== undefined,
    phoneMask: code?.attributes['phoneMask'] ?? null,
    shortCode: code?.attributes['code'] ?? null,
  })
  return { success: true, open: code === undefined, sid }
}

const BROKEN: ReadAnswer = { outcome: 'ambiguous', payouts: [], errorCode: 'broken' }

/** `LogonResponse/SID`: a line that can be a header. */
function readSid(success: Element): string | undefined {
  const sid = success.name === 'LogonResponse' ? textOf(success, 'SID') : undefined
  return sid !== undefined && /^[\x21-\x7e]{1,200}$/.test(sid) ? sid : undefined
}

/** The sign-in of a person: without a code it begins, with one it ends. */
export async function signIn(
  access: SessionAccess,
  until: AbortSignal,
  code: string | undefined,
): Promise<CheckAnswer> {
  if (code === undefined) {
    const opened = await logOn(access, until)
    return 'success' in opened ? { ok: true } : { ok: false, why: explainReply(opened) }
  }
  const session = await access.exchange.session()
  if (session?.status !== 'code' || session.sid === null)
    return { ok: false, why: 'Банк не ждёт кода. Начните вход сначала' }
  const reply = await callBank(access, 'LogonOTP', {
    headers: { sid: session.sid, otp: code },
    until,
  })
  if (!('success' in reply)) {
    if ('error' in reply && isSessionOver(reply.error)) {
      await access.exchange.endSession(session.sid)
      return { ok: false, why: 'Код устарел. Начните вход сначала: банк пришлёт новый' }
    }
    return { ok: false, why: explainReply(reply) }
  }
  const sid = readSid(reply.success)
  if (sid === undefined) return { ok: false, why: 'Банк ответил не по стандарту' }
  await access.exchange.storeSession({
    status: 'open',
    sid,
    byPerson: true,
    phoneMask: session.phoneMask,
    shortCode: null,
  })
  return { ok: true }
}

/** Why a call brought nothing, in words for the person who sets the agreement up. */
export function explainReply(reply: Exclude<BankReply, { success: unknown }>): string {
  if ('error' in reply) return explainError(reply.error)
  const { outcome, errorCode, httpStatus } = reply.instead
  if (errorCode === NEEDS_PERSON)
    return 'Банк ждёт одноразовый код. Войдите в банк на этой странице'
  if (outcome === 'config')
    return `По этому адресу банк не отвечает на ДиректБанк (ответ ${httpStatus})`
  if (outcome === 'throttled') return 'Банк просит подождать'
  if (errorCode === 'broken') return 'Банк ответил не по стандарту'
  return httpStatus === undefined
    ? `Банк не отвечает (${errorCode})`
    : `Банк ответил ошибкой ${httpStatus}`
}
