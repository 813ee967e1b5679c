import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { allCalls } from '#contract/calls.ts'
import { isSearch, type Call } from '#contract/core/call.ts'
import { documentTexts } from '#contract/document/document-texts.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { auth } from '#contract/user/auth.ts'
import type { GivenAnswers } from './given-answers.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface AnsweringServer {
  readonly address: string
  close(): Promise<void>
}

interface Settings {
  /** The running product from which reads and files are recorded. */
  readonly product: string
  /** What the journey of this moment answers itself. */
  readonly given: () => GivenAnswers
  /** Called with the name of a call that has no answer. */
  readonly onMissing: (words: string) => void
}

/** Headers of a question that decide its answer; the browser's others are of its line. */
const ASKED_WITH = ['authorization', 'content-type', 'accept', 'x-approval-token'] as const
/** Of the line between this program and the product, not of the answer. */
const OF_THE_LINE = /^(connection|keep-alive|transfer-encoding|content-length|date)$/

const patterns = allCalls.map(({ call }) => ({
  call,
  pattern: new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/**
 * Stands where the product stands for a browser: the built screens and what they read are recorded from the running product, each
 * question once, and what they send is answered by the journey. Only what a journey lets through changes the product.
 */
export async function startAnsweringServer(settings: Settings): Promise<AnsweringServer> {
  const files = new Map<string, Promise<Answer>>()
  const reads = new Map<string, Promise<Answer>>()
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const { pathname } = new URL(url, settings.product)
    const body = await bodyOf(request)
    if (!pathname.startsWith('/api/')) return write(response, await recorded(files, request, body))
    const call = callOf(method, pathname)
    // Where a journey's page waits for the next one.
    if (!call) return void response.writeHead(200, { 'content-type': 'text/html' }).end()
    // The steps of a journey over the API have no origin of a page: they prepare the product itself.
    if (!request.headers['sec-fetch-site'] && call !== auth.login) {
      if (method !== 'GET') reads.clear()
      return write(response, await ask(request, body))
    }
    if (call.result === 'stream') return follow(response)
    const given = settings.given().answerOf(call, url, body)
    if (given) return writeGiven(response, given)
    if (call === auth.login) return write(response, await signedIn(request, body))
    if (isRead(call, method, body)) return write(response, await recorded(reads, request, body))
    if (settings.given().isLetThrough(call)) {
      const answered = await ask(request, body)
      reads.clear()
      return write(response, answered)
    }
    settings.onMissing(`no answer was given: ${method} ${pathname}`)
    writeGiven(response, { status: 501, json: { code: 'common.internal', message: pathname } })
  }

  /** A journey through the whole product may have ended the session that was recorded. */
  async function signedIn(request: IncomingMessage, body: Uint8Array): Promise<Answer> {
    const former = await recorded(reads, request, body)
    const { token } = JSON.parse(Buffer.from(former.body).toString()) as { token?: string }
    if (!token) return former
    const { status } = await fetch(settings.product + auth.validateJWT.path, {
      method: auth.validateJWT.method,
      headers: { authorization: `Bearer ${token}` },
    })
    if (status === 200) return former
    reads.clear()
    return recorded(reads, request, body)
  }

  function recorded(
    kept: Map<string, Promise<Answer>>,
    request: IncomingMessage,
    body: Uint8Array,
  ): Promise<Answer> {
    const { method, url, headers } = request
    const key = [method, url, ...ASKED_WITH.map((name) => headers[name]), Buffer.from(body)].join()
    const former = kept.get(key)
    if (former) return former
    const asked = ask(request, body)
    kept.set(key, asked)
    asked.then(
      ({ status }) => status >= 500 && kept.delete(key),
      () => kept.delete(key),
    )
    return asked
  }

  async function ask(request: IncomingMessage, body: Uint8Array): Promise<Answer> {
    const { method = 'GET', url = '/', headers } = request
    const sent = ASKED_WITH.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]] as [string, string]],
    )
    const answer = await fetch(settings.product + url, {
      method,
      headers: [...sent, ['accept-encoding', 'identity']],
      redirect: 'manual',
      ...(body.length > 0 && { body: Buffer.from(body) }),
    })
    const got = [...answer.headers].filter(([name]) => !OF_THE_LINE.test(name))
    return {
      status: answer.status,
      headers: Object.fromEntries(got),
      body: new Uint8Array(await answer.arrayBuffer()),
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const callOf = (method: string, pathname: string): Call | undefined =>
  patterns.find(
    ({ call, pattern }) =>
      pattern.test(pathname) && (call.method === method || (method === 'POST' && isSearch(call))),
  )?.call

/** Questions that are too long for an address. */
const ASKS_BY_BODY: readonly Call[] = [supplier.findTwins, documentTexts.previewTexts]

/** What may be asked any number of times: a GET, a search, a question what a command would do, and who is signed in. */
function isRead(call: Call, method: string, body: Uint8Array): boolean {
  if (call.method === 'GET' || ASKS_BY_BODY.includes(call)) return true
  if (call === auth.validateJWT) return true
  return method !== 'GET' && /"dry_run":true/.test(Buffer.from(body).toString())
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers }).end(body)
}

function writeGiven(response: ServerResponse, { status, json }: { status: number; json: unknown }) {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(json))
}

/** A stream begins and reports nothing: what was recorded does not change. */
function follow(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('event: ping\ndata:\n\n')
}
