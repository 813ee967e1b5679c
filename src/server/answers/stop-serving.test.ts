import assert from 'node:assert/strict'
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { supplier } from '#contract/supplier/supplier.ts'
import { openWorld } from '#test/support/world.ts'
import { stopServing } from './stop-serving.ts'

const world = await openWorld()
const { app, services } = world
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
// What only the kernel had accepted before the listener closed never reached the program and could not be answered.
const acceptedAt = new Map<number, number>()
app.server.on(
  'connection',
  ({ remotePort }: Socket) => void acceptedAt.set(remotePort!, performance.now()),
)
after(() => world.close())

const headers = { authorization: `Bearer ${world.own.operator.api.token!}` }
const LIST = { path: supplier.getAll.path, headers }
const ALIVE = { path: '/healthz' }

const MOST_WAITING = 100
// A connection that says nothing is closed after four seconds. A busy machine may hold a client of this process up for as long.
const PROMPT_MS = 3000

/** `answered`, `not accepted`, `asked late`, or how it ended. */
type Outcome = string

// The kernel gives the port of a connection that is over to a later one, so what was accepted before the client began is another's.
const failure = (began: number, own: number | undefined, words: string): Outcome =>
  (acceptedAt.get(own ?? -1) ?? 0) >= began ? words : 'not accepted'

function ask(options: http.RequestOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const began = performance.now()
    let own: number | undefined
    let heard = false
    let connectedAt = performance.now()
    let wasPrompt = false
    const request = http.get({ host: '127.0.0.1', port, ...options }, (response) => {
      heard = true
      response.on('error', ({ message }) => resolve(`cut off: ${message}`))
      response.on('end', () =>
        resolve(response.statusCode === 200 ? 'answered' : String(response.statusCode)),
      )
      response.resume()
    })
    request.on('socket', (socket) => {
      const note = () => {
        own = socket.localPort
        connectedAt = performance.now()
      }
      if (socket.connecting) socket.once('connect', note)
      else note()
    })
    request.on('finish', () => void (wasPrompt = performance.now() - connectedAt < PROMPT_MS))
    request.on('error', ({ message }: NodeJS.ErrnoException) => {
      // An idle connection may be closed while its next request is on the way: clients ask that again on another one
      // (RFC 9112, 9.3.1), which is refused here by now.
      if (request.reusedSocket && !heard) resolve('not accepted')
      else resolve(failure(began, own, wasPrompt ? message : 'asked late'))
    })
  })
}

/** A connection that stands silent for a while before it asks, in two pieces. */
function askLate(): Promise<Outcome> {
  return new Promise((resolve) => {
    const began = performance.now()
    let own: number | undefined
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', async () => {
      own = socket.localPort
      await pause(100)
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
      await pause(50)
      socket.write('\r\n')
    })
    socket.on('data', (bytes) => {
      answer += String(bytes)
      if (answer.endsWith('"ok":true}')) socket.end()
    })
    socket.on('error', ({ message }) => resolve(failure(began, own ?? socket.localPort, message)))
    socket.on('close', () =>
      resolve(
        /^HTTP\/1.1 200 [^]*"ok":true}$/.test(answer)
          ? 'answered'
          : failure(began, own, `cut off: ${answer}`),
      ),
    )
  })
}

test('no answer is lost when the server stops under load', async () => {
  const agent = new http.Agent({ keepAlive: true })
  const kinds: (() => Promise<Outcome>)[] = [
    () => ask({ ...LIST, agent }),
    () => ask({ ...ALIVE, agent }),
    () => ask({ ...LIST, agent: false }),
    () => ask({ ...ALIVE, agent: false }),
    askLate,
  ]
  const sent: Promise<Outcome>[] = []
  let waiting = 0
  const round = async () => {
    // One address may hold so many connections, and a slow machine would come to that bound: it is another test's.
    if (waiting < MOST_WAITING)
      for (const kind of kinds) {
        waiting++
        sent.push(kind().finally(() => waiting--))
      }
    await pause(20)
  }
  while (sent.length < 150) await round()
  await sent[0]
  const over = new AbortController()
  const stopped = stopServing(app, services).finally(() => over.abort())
  const before = sent.length
  while (!over.signal.aborted) await round()
  await stopped
  const outcomes = await Promise.all(sent)
  // Not before: a client that is held up has not read yet what the server has answered.
  agent.destroy()
  const counts: Record<Outcome, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  const { answered = 0, 'not accepted': refused = 0, 'asked late': _, ...lost } = counts
  assert.deepEqual(lost, {})
  assert.ok(answered > 100)
  assert.ok(sent.length > before && refused > 0, 'clients came until the end')
})
