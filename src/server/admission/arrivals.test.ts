import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { modules } from '#contract/core/modules.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { answerUnreadable } from '../answers/unreadable-request.ts'
import { ARRIVAL_BOUNDS, boundArrivals } from './arrivals.ts'

const BOUNDS = { ...ARRIVAL_BOUNDS, sockets: 100 }

let world: World
let port: number
const sockets: Socket[] = []

before(async () => {
  world = await openWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
})
after(async () => {
  for (const socket of sockets) socket.destroy()
  await world.close()
})

/** Sends a head and the first bytes of the body that it promises. */
function sendHalf(to: number, path: string, type = 'application/json'): Socket {
  const socket = connect(to, '127.0.0.1').on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 60\r\n\r\n{"login"`,
  )
  sockets.push(socket)
  return socket
}

test('two hundred half-sent sign-ins take no place at work: other calls are answered and readiness is green', async () => {
  const HALF_SENT = 200
  let came = 0
  const all = new Promise<void>((resolve) =>
    world.app.server.on('request', () => ++came === HALF_SENT && resolve()),
  )
  const answers: Promise<string>[] = []
  for (let i = 0; i < HALF_SENT; i++) {
    const socket = sendHalf(port, '/api/v1/auth/login')
    answers.push(once(socket, 'data').then(String, () => ''))
  }
  await all
  const { api } = world.own.operator
  await api.send(modules.getOwn)
  const ready = await world.nobody.raw({ url: '/readyz' })
  assert.equal(ready.statusCode, 200)
  // Beyond the bound of one address they are refused before anything of their body is read.
  let refused = 0
  const over = HALF_SENT - ARRIVAL_BOUNDS.bodiesOfAddress
  await new Promise<void>((resolve) => {
    for (const answer of answers)
      void answer.then((said) => {
        if (/^HTTP\/1\.1 429 [^]*Слишком много запросов/.test(said) && ++refused === over) resolve()
      })
  })
  // Another address is not held up by them.
  const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  sockets.push(other)
  other.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  )
  assert.match(await text(other), /^HTTP\/1\.1 400 /)
})

test('headers and bodies have deadlines, and a missing body is refused with a message', async () => {
  const { server } = world.app
  assert.deepEqual([server.headersTimeout, server.requestTimeout], [10_000, 60_000])
  const app = Fastify({ clientErrorHandler: answerUnreadable({}) })
  boundArrivals(app, [], { ...BOUNDS, bodyMs: 20 })
  app.post('/', () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const late = sendHalf((app.server.address() as AddressInfo).port, '/')
  assert.match(await text(late), /^HTTP\/1\.1 408 [^]*Запрос не пришёл целиком вовремя/)
  await app.close()
})

test('a connection that was answered before its body came is closed soon', async () => {
  const app = Fastify()
  boundArrivals(app, [], { ...BOUNDS, bodiesOfAddress: 0, lingerMs: 20 })
  app.post('/', () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = sendHalf((app.server.address() as AddressInfo).port, '/')
  assert.match(await text(socket), /^HTTP\/1\.1 429 /)
  await app.close()
})

test('the number of connections of one address is bounded, except for a trusted proxy', async () => {
  for (const [proxies, open] of [
    [[], 2],
    [['127.0.0.0/8'], 5],
  ] as const) {
    const app = Fastify()
    boundArrivals(app, proxies, { ...BOUNDS, socketsOfAddress: 2 })
    app.get('/', () => 'here')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port: own } = app.server.address() as AddressInfo
    const held: Socket[] = []
    let ended = 0
    // Each asks before the next one comes: what was let in is answered, what was not is closed.
    for (let i = 0; i < 5; i++) {
      const socket = connect(own, '127.0.0.1').on('error', () => undefined)
      held.push(socket)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ended++)])
    }
    assert.equal(ended, 5 - open)
    for (const socket of held) socket.destroy()
    await app.close()
  }
})
