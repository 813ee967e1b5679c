import { bankCall } from '../bank-call.ts'
import type { ReadAnswer } from '../provider.ts'
import { noAnswer } from '../bank-call.ts'
import type { BankError } from './errors.ts'
import { FORMAT } from './write-documents.ts'
import { childOf, parseElement, textOf, type Element } from './xml.ts'

export interface CallAccess {
  readonly address: string
  readonly customerId: string
}

/** Methods of the transport API; each is a resource under the bank's address. */
export type Method = 'Logon' | 'LogonOTP' | 'GetSettings' | 'SendPack' | 'GetPackList' | 'GetPack'

interface Question {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
  readonly until: AbortSignal
}

/** A parsed `ResultBank`, or what arrived instead of one. */
export type BankReply =
  | { readonly success: Element; readonly status: number }
  | { readonly error: BankError; readonly status: number }
  | { readonly instead: ReadAnswer }

// Base64 of a statement of some thousand lines; a queue of packs is read one at a time.
const MOST_BYTES = 24 * 1_048_576

/** One call of the transport API; the headers are those of its tables «параметры запроса». */
export async function callBank(
  { address, customerId }: CallAccess,
  method: Method,
  { headers, query, body, until }: Question,
): Promise<BankReply> {
  // What cannot be a header is not sent at all.
  if (!/^[\x21-\x7e]{1,50}$/.test(customerId))
    return {
      error: { code: '1004', words: 'только латинские буквы и цифры, до 50 знаков' },
      status: 400,
    }
  const isGet = method === 'GetPack' || method === 'GetPackList'
  const search = query ? `?${encodeQuery(query)}` : ''
  const reply = await bankCall(`${address}/${method}${search}`, {
    method: isGet ? 'GET' : 'POST',
    headers: {
      accept: '*/*',
      'content-type': 'application/xml; charset=utf-8',
      customerid: customerId,
      apiversion: FORMAT,
      availableapiversion: FORMAT,
      ...headers,
    },
    ...(!isGet && { body: body ?? '' }),
    until,
    ...(method === 'GetPack' && { mostBytes: MOST_BYTES }),
  })
  if ('failed' in reply) return { instead: noAnswer(reply.failed, reply.why) }
  const { status, text, retryAfter } = reply
  // Which status goes with an error is not written down, so the document is believed whatever the status is.
  const result = readResult(text, status)
  if (result) return result
  const said = { payouts: [], httpStatus: status, errorCode: `http_${status}` }
  if (status === 429)
    return {
      instead: {
        ...said,
        outcome: 'throttled',
        ...(retryAfter !== undefined && { retryAfter }),
      },
    }
  if ([401, 403, 404, 405, 415].includes(status)) return { instead: { ...said, outcome: 'config' } }
  return {
    instead: { ...said, outcome: 'ambiguous', ...(status < 300 && { errorCode: 'broken' }) },
  }
}

/** Spaces as `%20`: a plus sign in a moment is not what the standard shows. */
function encodeQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

function readResult(text: string, status: number): BankReply | undefined {
  const root = parseSafely(text)
  if (root?.name !== 'ResultBank') return undefined
  const error = childOf(root, 'Error')
  const code = textOf(error, 'Code')
  if (code !== undefined) return { error: { code, words: describeError(error) }, status }
  const success = childOf(root, 'Success')?.children[0]
  return success && status >= 200 && status < 300 ? { success, status } : undefined
}

/** The bank's own explanation, else the words of the table. */
export function describeError(error: Element | undefined): string {
  return textOf(error, 'MoreInfo') ?? textOf(error, 'Description') ?? ''
}

/** Whatever a bank sends: what cannot be read says nothing. */
export function parseSafely(text: string): Element | undefined {
  try {
    return parseElement(text)
  } catch {
    return undefined
  }
}
