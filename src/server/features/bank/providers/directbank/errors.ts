import { ownValue } from '#contract/core/own-value.ts'
import { quoteBank } from '../bank-text.ts'
import type { ReadAnswer } from '../provider.ts'

/** The meaning of a standard error code for a question (table «коды ошибок», sections 10 to 22). */
export interface BankError {
  readonly code: string
  readonly words: string
}

const SESSION_OVER = new Set(['1006', '1007'])
/** The keys, the customer or the service itself is not right: nothing was taken, and no repeat helps. */
const CONFIG = new Set(
  '1002 1003 1004 1005 1008 1011 1012 1013 1101 1102 1103 1104 1105 1106 1201 1202 1204 1205'.split(
    ' ',
  ),
)
/** The user is locked out for a while. */
const LOCKED_FOR_NOW = '1203'
/** A pack or a document with this id was taken before, which proves nothing about what became of it. */
const DUPLICATE = new Set(['2002', '2202'])
export const MISSING = '2207'
/** Another document of the same number and day: whether it is ours under another id, a person finds out. */
export const SAME_REQUISITES = '2203'

export const isSessionOver = ({ code }: BankError) => SESSION_OVER.has(code)

/** Refused before anything was made of it: the codes of wrong packs (20) and of wrong documents (22). */
export function isRefusal(code: string): boolean {
  if (DUPLICATE.has(code) || code === MISSING || code === SAME_REQUISITES) return false
  return /^20(0\d|1[0-5])$/.test(code) || /^220[1-6]$/.test(code)
}

/** The answer to a question that the bank answered with an error at once. */
export function answerOfError({ code, words }: BankError, httpStatus: number): ReadAnswer {
  const said = { payouts: [], httpStatus, errorCode: code, errorText: quoteBank(words) }
  if (CONFIG.has(code)) return { ...said, outcome: 'config' }
  if (code === LOCKED_FOR_NOW) return { ...said, outcome: 'throttled', retryAfter: 600 }
  if (isRefusal(code)) return { ...said, outcome: 'refused', errorCode: reasonOf(code) }
  return { ...said, outcome: 'ambiguous' }
}

/** Our code of a refusal: what a person does about it differs. */
export function reasonOf(code: string): string {
  return SIGNATURE.has(code) ? 'signature_needed' : 'bank_validation'
}

const SIGNATURE = new Set(['2013', '2014', '2015'])

/** An error in Russian, for the person who sets the agreement up. */
export function explainError({ code, words }: BankError): string {
  const said = quoteBank(words).trim()
  const own = ownValue(WORDS, code) ?? 'Банк ответил ошибкой'
  return `${own} (${code}${said ? `: ${said}` : ''})`
}

const WORDS: Readonly<Record<string, string>> = {
  1001: 'Сервис банка закрыт, повторите позже',
  1003: 'Банк не знает этот идентификатор клиента',
  1004: 'Банк не знает этот идентификатор клиента',
  1008: 'Банк закрыл доступ этому клиенту',
  1011: 'Банк не принимает вход по логину и паролю',
  1013: 'У этого логина нет прав на счёт, с которого платят',
  1201: 'Банк не принял логин или пароль',
  1202: 'У этого логина нет права на обмен',
  1203: 'Банк временно закрыл вход',
  1204: 'Одноразовый код неверен',
  1205: 'Услуга ДиректБанк не подключена, обратитесь в банк',
  2004: 'Банк не узнал отправителя: проверьте идентификатор клиента, ИНН и КПП компании',
  2005: 'Банк не узнал себя в получателе: проверьте БИК',
  2006: `Банк не принимает версию формата`,
  2013: 'Банк требует электронную подпись',
}
