import { connect, type Socket } from 'node:net'

/** One request as its client sees it: milliseconds from the planned moment of sending to the whole answer. */
export interface OpenLoopAnswer {
  readonly status: number
  readonly tookMs: number
  /** Planned, since the load began. */
  readonly plannedMs: number
}

interface OpenLoad {
  readonly port: number
  /** A whole HTTP request without a body. */
  readonly request: string
  readonly perSecond: number
  readonly seconds: number
}

// Fewer than the server's own bound: beyond it requests wait here, counted from their planned moment all the same.
const MAX_SOCKETS = 900
const TICK_MS = 5

/** Sends at a fixed rate however slowly answers come; status 0 = the connection ended without one. */
export async function sendOpenLoad(load: OpenLoad): Promise<OpenLoopAnswer[]> {
  const answers: OpenLoopAnswer[] = []
  const waiting: number[] = []
  const free: Client[] = []
  let opened = 0
  let planned = 0
  const total = Math.round(load.perSecond * load.seconds)
  const done = Promise.withResolvers<void>()
  const startedAt = performance.now()
  const finish = (plannedMs: number, status: number) => {
    answers.push({ status, plannedMs, tookMs: performance.now() - startedAt - plannedMs })
    if (answers.length === total) done.resolve()
  }
  const assign = () => {
    while (waiting.length > 0) {
      const client = free.pop() ?? (opened < MAX_SOCKETS ? open() : undefined)
      if (!client) return
      client.send(waiting.shift()!)
    }
  }
  const open = (): Client => {
    opened++
    const client: Client = openClient(load, (plannedMs, status, isAlive) => {
      if (isAlive) free.push(client)
      else opened--
      if (plannedMs !== undefined) finish(plannedMs, status)
      else if (!isAlive && free.includes(client)) free.splice(free.indexOf(client), 1)
      assign()
    })
    return client
  }
  const timer = setInterval(() => {
    const due = Math.min(total, ((performance.now() - startedAt) / 1000) * load.perSecond)
    for (; planned < due; planned++) waiting.push((planned / load.perSecond) * 1000)
    assign()
  }, TICK_MS)
  await done.promise
  clearInterval(timer)
  for (const client of free) client.close()
  return answers
}

interface Client {
  send(plannedMs: number): void
  close(): void
}

/** One connection, one request at a time; a closed one reports the request that it held. */
function openClient(
  { port, request }: OpenLoad,
  report: (plannedMs: number | undefined, status: number, isAlive: boolean) => void,
): Client {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let held: number | undefined
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const status = wholeAnswer(text)
    if (status === undefined || held === undefined) return
    const isAlive = !/\r\nconnection: close\r\n/i.test(text)
    const planned = held
    held = undefined
    text = ''
    if (!isAlive) socket.destroy()
    report(planned, status, isAlive)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (held !== undefined) report(held, 0, false)
    held = undefined
  })
  return {
    send(plannedMs) {
      held = plannedMs
      if (socket.destroyed) queueMicrotask(() => report(plannedMs, 0, false))
      else socket.write(request)
    },
    close: () => socket.destroy(),
  }
}

/** The status once head and body are there. */
function wholeAnswer(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1] ?? 0)
  return text.length >= head + 4 + length ? Number(text.slice(9, 12)) : undefined
}
