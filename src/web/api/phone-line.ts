import type { CallResult } from '#contract/core/call.ts'
import type { phone } from '#contract/file/phone.ts'

// The shapes of the contract would be most of this page, so it knows addresses and types alone.
const OPEN = '/api/v1/phone/open' satisfies (typeof phone.open)['path']
const STATE = '/api/v1/phone/getState' satisfies (typeof phone.getState)['path']
const PAGE = '/api/v1/phone/sendPage' satisfies (typeof phone.sendPage)['path']

export type PhoneState = CallResult<typeof phone.getState>

/** The server's "no", or no answer at all. */
export class LineError extends Error {
  /** Undefined where no answer came. */
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(message: string, status?: number, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** The same request may be answered later: a cut connection, a busy server, too many at once. */
  get isPassing(): boolean {
    const { status } = this
    return status === undefined || status === 408 || status === 429 || status >= 500
  }

  /** The scanner was closed, or the link expired. */
  get isEnd(): boolean {
    return this.code === 'phone.link-dead'
  }
}

const NO_ANSWER = 'Нет связи с сервером'

/** Binds the link to the key of this device; a repeated opening by the same key is answered as the first. */
export async function openLink(token: string, key: string): Promise<PhoneState> {
  const headers = { 'Content-Type': 'application/json' }
  return ask(OPEN, { method: 'POST', headers, body: JSON.stringify({ token, key }) })
}

export function askState(key: string): Promise<PhoneState> {
  return ask(STATE, { headers: { Authorization: `Bearer ${key}` } })
}

async function ask(address: string, init: RequestInit): Promise<PhoneState> {
  const response = await fetch(address, init).catch(() => {
    throw new LineError(NO_ANSWER)
  })
  return answerOf(response.status, await response.text().catch(() => ''))
}

interface SentPage {
  readonly key: string
  /** Names the page, so that one that is sent again is stored once. */
  readonly clientId: string
  readonly body: Blob
}

/** Sends one page and reports how much of it has gone, which fetch cannot tell. */
export function sendPage(page: SentPage, progress: (share: number) => void): Promise<PhoneState> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${PAGE}?client_id=${page.clientId}`)
    request.setRequestHeader('Content-Type', 'image/jpeg')
    request.setRequestHeader('Authorization', `Bearer ${page.key}`)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) progress(loaded / total)
    })
    request.addEventListener('load', () => {
      try {
        resolve(answerOf(request.status, request.responseText))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new LineError(NO_ANSWER)))
    request.addEventListener('abort', () => reject(new LineError(NO_ANSWER)))
    request.send(page.body)
  })
}

function answerOf(status: number, text: string): PhoneState {
  const body = parseJson(text)
  if (status === 200) return body as PhoneState
  const { code, message } = (body ?? {}) as { code?: string; message?: string }
  throw new LineError(message ?? `Сервер не отвечает как надо (${status})`, status, code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
