import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { listenWide } from './listen-wide.ts'

const CLIENTS = 96
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port
}

/** In how many turns of the event loop so many new clients are taken up. */
async function turnsToAccept(listeners?: number): Promise<number> {
  const app = Fastify()
  await listenWide(app, { host: '127.0.0.1', port: 0 }, listeners)
  let accepted = 0
  let turns = 0
  const all = new Promise<void>((resolve) => {
    app.server.on('connection', () => ++accepted === CLIENTS && resolve())
  })
  const port = portOf(app)
  const clients = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'))
  const count = () => {
    turns++
    if (accepted < CLIENTS) setImmediate(count)
  }
  count()
  await all
  for (const client of clients) client.destroy()
  await app.close()
  return turns
}

test('many new connections are accepted in few turns of the event loop', async () => {
  assert.ok((await turnsToAccept(1)) >= CLIENTS)
  if (process.platform !== 'linux') return
  const turns = await turnsToAccept()
  assert.ok(turns < CLIENTS / 2, `${turns} turns`)
})

test('a port that is taken is refused, by another server of ours too', async () => {
  const [first, second] = [Fastify(), Fastify()]
  await listenWide(first, { host: '127.0.0.1', port: 0 })
  const taken = listenWide(second, { host: '127.0.0.1', port: portOf(first) })
  await assert.rejects(taken, { code: 'EADDRINUSE' })
  await first.close()
  await second.close()
})

test('requests of every listening socket are answered before the server ends', async () => {
  const app = Fastify()
  const came = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  let count = 0
  app.get('/', async () => {
    if (++count === CLIENTS) came.resolve()
    await release.promise
    return 'answered'
  })
  await listenWide(app, { host: '127.0.0.1', port: 0 })
  const clients = Array.from({ length: CLIENTS }, (): Socket => {
    const client = connect(portOf(app), '127.0.0.1')
    client.write(REQUEST)
    return client
  })
  const answers = Promise.all(clients.map((client) => text(client)))
  // One more that asks nothing is idle, and holds nothing up.
  const idle = connect(portOf(app), '127.0.0.1')
  await once(idle, 'connect')
  await came.promise
  const closed = app.close()
  release.resolve()
  for (const answer of await answers) assert.match(answer, /^HTTP\/1\.1 200 [^]*answered$/)
  await closed
})
