import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { importJWK, jwtVerify } from 'jose'
import { WebSocketServer, type WebSocket } from 'ws'
import { enrolBody } from '#contract/device/agent-enrol.ts'
import {
  AGENT_AUDIENCE,
  agentMessage,
  type AgentConfig,
  type AgentMessage,
  type LinkRequest,
} from '#contract/device/agent-link.ts'

type Answer = Extract<AgentMessage, { msg: 'res' }>
type Event = Extract<AgentMessage, { msg: 'evt' }>

interface LinkServerOptions {
  code: string
  /** Sets this server's clock apart from the agent's. */
  ahead_ms?: number
  /** Events that it acknowledges as they come; those of a test that has none soon fill all that may be under way. */
  acknowledges?(event: Event): boolean
  /** What a call about updates is answered; a function writes the answer itself. Without it there is no such call. */
  updates?(name: string, body: unknown): unknown
}

/** The most that a question to an agent may be given (`contract/device/agent-link.ts`). */
const LONGEST_MS = 10_000

type Asked = LinkRequest extends infer R
  ? R extends LinkRequest
    ? Omit<R, 'msg' | 'id' | 'deadline_ms'>
    : never
  : never

/**
 * The far end of an agent's link for the agent's own tests: enrols one agent by a code, checks every
 * token, keeps every message.
 */
export async function startLinkServer(options: LinkServerOptions) {
  const ids = { agent_id: randomUUID(), company_id: randomUUID(), site_id: randomUUID() }
  const messages: AgentMessage[] = []
  const blobs = new Map<string, Buffer>()
  const statuses: number[] = []
  const usedTokens = new Set<string>()
  let publicKey: string | undefined
  let config: AgentConfig | undefined
  let socket: WebSocket | undefined
  let refusing = false
  let wake = Promise.withResolvers<void>()

  const now = () => new Date(Date.now() + (options.ahead_ms ?? 0))
  const http = createServer((request, response) => {
    void serve(request, response)
  })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  http.on('upgrade', (request, stream, head) => void upgrade(request, stream, head))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts)
    response.setHeader('date', now().toUTCString())
    const answer = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (request.url === '/api/v1/agent/enrol') {
      const given = enrolBody.parse(JSON.parse(body.toString()))
      if (given.code !== options.code || publicKey)
        return answer(409, { code: 'agent.bad-code', message: 'Код не подходит' })
      publicKey = given.public_key
      return answer(200, ids)
    }
    const update = /^\/api\/v1\/agent\/(askUpdate|getUpdatePart)$/.exec(request.url ?? '')
    if (update && options.updates) {
      if (!(await isAgent(request))) return answer(401, {})
      const said = options.updates(update[1]!, JSON.parse(body.toString()))
      return typeof said === 'function' ? said(response) : answer(200, said)
    }
    const blob = /^\/api\/v1\/agent\/blob\/([0-9a-f-]{36})$/.exec(request.url ?? '')
    if (!blob || request.method !== 'PUT') return answer(404, {})
    if (!(await isAgent(request))) return answer(401, {})
    blobs.set(blob[1]!, body)
    return answer(200, { ok: true })
  }

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (refusing) return void stream.destroy()
    const status = (await isAgent(request)) ? 101 : 401
    statuses.push(status)
    if (status === 401) {
      stream.end(
        `HTTP/1.1 401 Unauthorized\r\nDate: ${now().toUTCString()}\r\nConnection: close\r\n\r\n`,
      )
      return
    }
    // The configuration travels in one packet with the upgrade, as it may on a fast link.
    stream.cork()
    sockets.handleUpgrade(request, stream, head, (opened) => {
      socket = opened
      opened.on('message', (data) => {
        const text = (data as Buffer).toString()
        const message = agentMessage.parse(JSON.parse(text))
        messages.push(message)
        if (message.msg === 'evt' && options.acknowledges?.(message))
          opened.send(JSON.stringify({ msg: 'ack', event_ids: [message.event_id] }))
        wake.resolve()
        wake = Promise.withResolvers()
      })
      if (config) opened.send(JSON.stringify({ msg: 'config', ...config }))
      stream.uncork()
    })
  }

  async function isAgent(request: IncomingMessage): Promise<boolean> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token || !publicKey) return false
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: publicKey }, 'EdDSA')
    const expected = { algorithms: ['EdDSA'], issuer: ids.agent_id, audience: AGENT_AUDIENCE }
    try {
      const { payload } = await jwtVerify(token, key, { ...expected, currentDate: now() })
      if (!payload.jti || usedTokens.has(payload.jti)) return false
      usedTokens.add(payload.jti)
      return (payload.exp ?? 0) - (payload.iat ?? 0) === 60
    } catch {
      return false
    }
  }

  /** The first kept message from `from` on that fits. */
  async function seen<T extends AgentMessage>(
    fits: (message: AgentMessage) => message is T,
    from = 0,
  ): Promise<T> {
    for (let at = from; ;) {
      for (; at < messages.length; at++) if (fits(messages[at]!)) return messages[at] as T
      await wake.promise
    }
  }

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    ids,
    messages,
    blobs,
    statuses,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    seen,
    send: (message: unknown) => socket!.send(JSON.stringify(message)),
    configure(next: AgentConfig) {
      config = next
      if (socket?.readyState === 1) socket.send(JSON.stringify({ msg: 'config', ...next }))
    },
    async ask(request: Asked, deadline_ms = LONGEST_MS): Promise<Answer> {
      const id = randomUUID()
      const from = messages.length
      socket!.send(JSON.stringify({ msg: 'req', id, deadline_ms, ...request }))
      return seen((m): m is Answer => m.msg === 'res' && m.id === id, from)
    },
    cut: () => socket?.terminate(),
    /** While it is on, no link opens. */
    refuse: (on: boolean) => void (refusing = on),
    async close() {
      for (const client of sockets.clients) client.terminate()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}
