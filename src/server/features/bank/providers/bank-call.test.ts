import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls'
import { selfMadeCertificate } from '#test/support/self-made-certificate.ts'
import { bankCall, type Reply } from './bank-call.ts'

const BODY = JSON.stringify({ amount: '1.00', filler: 'x'.repeat(1000) })
const ORDER = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: BODY,
} as const
const { cert, key } = selfMadeCertificate()

const servers: Server[] = []
const connections = new Set<Socket>()
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  for (const socket of connections) socket.destroy()
})

async function listen(server: Server, scheme = 'http'): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'))
  server.on('connection', (socket) => connections.add(socket))
  await once(server, 'listening')
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/payouts`
}

/** A bank that does this with each connection, as soon as the request holds so much. */
function bankThat(act: (socket: Socket) => void, when: (seen: string) => boolean = () => true) {
  return (socket: Socket) => {
    let seen = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      seen += String(bytes)
      if (when(seen)) act(socket)
    })
  }
}
const reset = (socket: Socket) => void socket.resetAndDestroy()
const whole = (seen: string) => seen.endsWith(BODY)

const outcome = (reply: Reply) => ('failed' in reply ? [reply.failed, reply.why] : [reply.status])

/** Sends while each new connection of this process is handed to `meddle` before it stands. */
async function meddled(url: string, meddle: (socket: Socket) => void) {
  const hear = (message: unknown) => meddle((message as { socket: Socket }).socket)
  subscribe('net.client.socket', hear)
  const reply = await bankCall(url, ORDER)
  unsubscribe('net.client.socket', hear)
  return outcome(reply)
}

const failure = (code: string) => Object.assign(new Error(code), { code })
const CODES = [
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UND_ERR_CONNECT_TIMEOUT',
]

for (const code of CODES) {
  test(`${code} before the connection is made means that nothing was sent`, async () => {
    const url = await listen(createServer(bankThat(() => assert.fail('a byte came'))))
    assert.deepEqual(await meddled(url, (socket) => void socket.destroy(failure(code))), [
      'not_sent',
      code,
    ])
  })

  test(`${code} after the order was sent leaves it unknown`, async () => {
    let ours: Socket | undefined
    const url = await listen(createServer(bankThat(() => ours!.destroy(failure(code)), whole)))
    const told = await meddled(url, (socket) => void (ours = socket))
    assert.deepEqual(told, ['ambiguous', code])
  })
}

test('a closed port means that nothing was sent', async () => {
  const server = createServer()
  const url = await listen(server)
  server.close()
  await once(server, 'close')
  assert.deepEqual(outcome(await bankCall(url, ORDER)), ['not_sent', 'ECONNREFUSED'])
})

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n'
const AFTER: readonly (readonly [string, (socket: Socket) => void, (seen: string) => boolean])[] = [
  ['a reset after the first bytes', reset, () => true],
  ['a reset after the head of the order', reset, (seen) => seen.includes('\r\n\r\n')],
  ['a reset after the whole order', reset, whole],
  ['an end without an answer', (socket) => void socket.end(), whole],
  ['half a status line', (socket) => void socket.end('HTTP/1.1 2'), whole],
  ['an answer of no bank', (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n'), whole],
  ['a head without its body', (socket) => void socket.end(HEAD), whole],
  ['half a body', (socket) => void socket.end(`${HEAD}{"id":"po-1"`), whole],
  [
    'half a body and a reset',
    (socket) => void socket.write(`${HEAD}{"id"`, () => reset(socket)),
    whole,
  ],
  [
    'an answer longer than its bound',
    (socket) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_100_000)}`),
    whole,
  ],
]

for (const [title, act, when] of AFTER)
  test(`${title} leaves the order unknown`, async () => {
    const url = await listen(createServer(bankThat(act, when)))
    assert.equal(outcome(await bankCall(url, ORDER))[0], 'ambiguous')
  })

test('408 and 429 are passed on as answers', async () => {
  for (const status of [408, 429]) {
    const answer = `HTTP/1.1 ${status} Wait\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\n{}`
    const url = await listen(createServer(bankThat((socket) => void socket.end(answer), whole)))
    assert.deepEqual(await bankCall(url, ORDER), {
      status,
      body: {},
      text: '{}',
      isEmpty: false,
      retryAfter: 7,
    })
  }
})

test("each call has its own connection, so that no call fails by another's", async () => {
  let reached = 0
  const url = await listen(
    createServer((socket) => {
      reached++
      bankThat((s) => void s.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'), whole)(socket)
    }),
  )
  for (let n = 0; n < 3; n++) assert.deepEqual(outcome(await bankCall(url, ORDER)), [200])
  assert.equal(reached, 3)
})

const secure = { cert, key }
const never = () => assert.fail('the order came')

test("over https nothing is sent before the bank's certificate is verified", async () => {
  const stranger = createTlsServer(secure, bankThat(never))
  const [status] = outcome(await bankCall(await listen(stranger, 'https'), ORDER))
  assert.equal(status, 'not_sent')
  const deaf = createServer(
    (socket) => void socket.on('error', () => undefined).end('no TLS here\r\n'),
  )
  assert.equal(outcome(await bankCall(await listen(deaf, 'https'), ORDER))[0], 'not_sent')
  const gone = createServer(bankThat(reset))
  assert.equal(outcome(await bankCall(await listen(gone, 'https'), ORDER))[0], 'not_sent')
  const silent = createServer(bankThat(() => undefined))
  assert.deepEqual(outcome(await bankCall(await listen(silent, 'https'), ORDER)), [
    'not_sent',
    'CONNECT_TIMEOUT',
  ])
})

test('over https what fails after the handshake leaves the order unknown', async () => {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, cert])
  const bank = createTlsServer(
    secure,
    bankThat((socket) => void socket.destroy(), whole),
  )
  assert.equal(outcome(await bankCall(await listen(bank, 'https'), ORDER))[0], 'ambiguous')
  const good = createTlsServer(
    secure,
    bankThat((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'), whole),
  )
  assert.deepEqual(outcome(await bankCall(await listen(good, 'https'), ORDER)), [200])
  setDefaultCACertificates(usual)
})

test('a proxy of the environment is never used', async () => {
  const proxy = createServer(bankThat(never))
  process.env['HTTP_PROXY'] = await listen(proxy)
  process.env['NODE_USE_ENV_PROXY'] = '1'
  const url = await listen(
    createServer(
      bankThat((s) => void s.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'), whole),
    ),
  )
  assert.deepEqual(outcome(await bankCall(url, ORDER)), [200])
  delete process.env['HTTP_PROXY']
  delete process.env['NODE_USE_ENV_PROXY']
})

test('an environment that switches certificate checks off does not change them here', async () => {
  const stranger = createTlsServer(secure, bankThat(never))
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const [status] = outcome(await bankCall(await listen(stranger, 'https'), ORDER))
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  assert.equal(status, 'not_sent')
})
