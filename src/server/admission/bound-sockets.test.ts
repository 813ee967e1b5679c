import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { logReader } from '#test/support/read-log.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { defaultSockets, mostSockets } from '../settings/file-limit.ts'

const MOST = 20
const log = logReader()
const held: Socket[] = []
let world: World
let port: number

before(async () => {
  world = await openWorld({ config: { maxSockets: MOST, logLevel: 'warn' }, logTo: log })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
})
after(async () => {
  for (const socket of held) socket.destroy()
  await world.close()
})

function open(): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  held.push(socket)
  return socket
}

/** Sends a request over a new connection that stays open after its answer; the answer's first piece. */
async function ask(path: string, socket = open()): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const [said] = (await once(socket, 'data')) as [Buffer]
  return String(said)
}

const lines = () => log.lines().filter((line) => /MAX_SOCKETS/.test(String(line['msg'])))
const isReady = async () => (await world.nobody.raw({ url: '/readyz' })).statusCode

test('before the last connection is taken readiness is red, beyond it a request gets 503 and one line is logged', async () => {
  for (let i = 0; i < 17; i++) assert.match(await ask('/healthz'), /^HTTP\/1\.1 200 /)
  assert.equal(await isReady(), 200)
  assert.match(await ask('/healthz'), /^HTTP\/1\.1 200 /)
  assert.equal(await isReady(), 503)
  for (let i = 18; i < MOST; i++) assert.match(await ask('/healthz'), /^HTTP\/1\.1 200 /)
  assert.deepEqual(lines(), [])

  for (let i = 0; i < 5; i++) {
    const socket = open()
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const said = await text(socket)
    assert.match(said, /^HTTP\/1\.1 503 [^]*retry-after: 5[^]*Сервер перегружен/i)
  }
  assert.deepEqual(
    lines().map(({ refused, most }) => [refused, most]),
    [[1, MOST]],
  )
  // Who is connected is served on.
  assert.match(await ask('/healthz', held[0]!), /^HTTP\/1\.1 200 /)
})

test('those who say nothing beyond the bound take no more than a few descriptors', async () => {
  const silent = Array.from({ length: 40 }, () => open().resume())
  await until(() => silent.filter((socket) => socket.closed).length >= 40 - 16)
  const connections = await new Promise<number>((resolve) =>
    world.app.server.getConnections((_error, count) => resolve(count)),
  )
  assert.ok(connections <= MOST + 16, `${connections} are open`)
  for (const socket of silent) socket.destroy()
})

test('a link of an agent is no connection of a caller: it comes in beyond the bound', async () => {
  const dial = () =>
    new Promise<number>((resolve) => {
      const link = new WebSocket(`ws://127.0.0.1:${port}/api/v1/agent/link`)
      link.on('unexpected-response', (_request, answer) => resolve(answer.statusCode!))
      link.on('error', () => resolve(0))
    })
  // Asked by its token alone: this one shows none. The silent ones before it may still be there.
  assert.equal(await until(dial), 401)
})

test('a connection that ends makes room, and readiness is green again', async () => {
  for (const socket of held.splice(0, 6)) socket.destroy()
  await until(async () => (await isReady()) === 200)
  assert.match(await ask('/healthz'), /^HTTP\/1\.1 200 /)
})

test('the usual bound follows the limit of open files', () => {
  assert.deepEqual(
    [64, 1024, 4096, 1_048_576].map((limit) => [defaultSockets(limit), mostSockets(limit)]),
    [
      [64, 64],
      [576, 768],
      [2880, 3840],
      [5000, 1_048_320],
    ],
  )
})
