import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { DEFAULT_MIN_VERSION } from 'node:tls'
import { openReceiver } from '#test/failures/event-receiver.ts'
import { selfMadeCertificate } from '#test/support/self-made-certificate.ts'
import { isListed, kindOfHost, outsideAddress } from './outside-address.ts'
import { postOutside, type PostHow } from './post-outside.ts'
import { webhookHeaders } from './sign-webhook.ts'

const receiver = await openReceiver()
const { cert, key } = selfMadeCertificate()
const secure = await openReceiver(undefined, () => createTlsServer({ cert, key }))
after(async () => {
  await receiver.close()
  await secure.close()
})

const never = () => Promise.reject(new Error('no name is asked for'))
const how = (more: Partial<PostHow> = {}): PostHow => ({
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  deadlineMs: 60_000,
  maxAnswer: 8192,
  allowLoopback: true,
  resolve: never,
  hosts: undefined,
  ...more,
})
const post = (url: string, more?: Partial<PostHow>) => postOutside(url, how(more))

test('an address of this machine, of its network or of its cloud is never called', async () => {
  const inside = (
    '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1 192.0.0.192 ' +
    '198.18.0.1 203.0.113.5 224.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 fe80::1 fc00::1 fd00:ec2::254 ' +
    'ff02::1 64:ff9b::a00:1 2001:db8::1 2002:a00:1::1 2001::1 100::1 3fff::1'
  ).split(' ')
  const resolve = never
  for (const host of inside) {
    assert.notEqual(kindOfHost(host), 'outside', host)
    const found = await outsideAddress(host, { allowLoopback: false, resolve })
    assert.deepEqual(found, { refused: 'inside' }, host)
  }
  for (const host of ['8.8.8.8', '172.32.0.1', '192.0.1.1', '2a02:6b8::2:242']) {
    assert.equal(kindOfHost(host), 'outside', host)
    const found = await outsideAddress(host, { allowLoopback: false, resolve })
    assert.deepEqual(found, { address: host })
  }
  assert.equal(kindOfHost('intranet'), 'inside')
  assert.equal(kindOfHost('a.localhost.'), 'loopback')
})

test('other spellings of an inside address are read as what they are', async () => {
  const urls = [
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://①②⑦.0.0.1/',
    'http://LOCALHOST/',
    'http://x.localhost./',
  ]
  for (const url of urls)
    assert.deepEqual(await post(url, { allowLoopback: false }), { failed: 'inside' }, url)
})

test('a name is refused when any of its addresses is inside, and without an address', async () => {
  const at = (addresses: string[]) =>
    outsideAddress('hook.example', {
      allowLoopback: false,
      resolve: () => Promise.resolve(addresses),
    })
  assert.deepEqual(await at(['10.1.2.3']), { refused: 'inside' })
  assert.deepEqual(await at(['8.8.8.8', '127.0.0.1']), { refused: 'inside' })
  assert.deepEqual(await at([]), { refused: 'dns' })
  assert.deepEqual(await at(['8.8.8.8']), { address: '8.8.8.8' })
  assert.deepEqual(await post('http://hook.example/'), { failed: 'dns' }, 'the name is unknown')
})

test('the connection goes to the address that was checked: the name is asked for once', async () => {
  const asked: string[] = []
  // A server of names that answers otherwise the second time.
  const resolve = (name: string) =>
    Promise.resolve([asked.push(name) === 1 ? '127.0.0.1' : '10.0.0.1'])
  const answer = await post(`http://hook.example:${receiver.port}/events?a=1`, { resolve })
  assert.deepEqual(answer, { status: 204, text: '', retryAfter: undefined })
  assert.deepEqual(asked, ['hook.example'])
  const [request] = receiver.received
  assert.equal(request!.headers.host, `hook.example:${receiver.port}`)
  assert.deepEqual([request!.path, request!.text], ['/events?a=1', '{"a":1}'])
})

test('with a list of hosts no other is called, nor asked for its address', async () => {
  const hosts = ['api.example.ru', '*.push.example']
  for (const host of ['api.example.ru', 'API.example.ru.', 'a.push.example', 'a.b.push.example'])
    assert.ok(isListed(hosts, host), host)
  for (const host of ['example.ru', 'push.example', 'evilpush.example', 'api.example.ru.evil.ru'])
    assert.ok(!isListed(hosts, host), host)
  assert.ok(!isListed([], 'api.example.ru'))
  for (const url of ['https://other.example/x', receiver.url])
    assert.deepEqual(await post(url, { hosts }), { failed: 'unlisted' }, url)
  assert.deepEqual(await post('https://api.example.ru/', { hosts }), { failed: 'dns' })
})

test('a redirect is an answer and is not followed', async () => {
  const before = receiver.received.length
  receiver.reactWith((_request, response) =>
    response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end('there'),
  )
  const answer = await post(receiver.url)
  receiver.reactWith(undefined)
  assert.deepEqual(answer, { status: 302, text: 'there', retryAfter: undefined })
  assert.equal(receiver.received.length, before + 1)
})

test('of an endless answer the beginning is read and the connection ends', async () => {
  const chunk = 'x'.repeat(64 * 1024)
  const closed = new Promise<number>((resolve) => {
    receiver.reactWith((_request, response) => {
      let written = 0
      const more = () => {
        while (!response.destroyed && written < 10_485_760)
          if (((written += chunk.length), !response.write(chunk))) return
      }
      response.on('drain', more).on('close', () => resolve(written))
      more()
    })
  })
  const answer = await post(receiver.url)
  assert.ok('status' in answer && answer.status === 200)
  assert.equal(answer.text.length, 8192)
  assert.ok((await closed) < 10_485_760, 'the rest was not taken')
  receiver.reactWith(undefined)
})

test('interim answers and empty lines without end are no answer', async () => {
  for (const piece of ['HTTP/1.1 103 Early Hints\r\n\r\n', '\r\n']) {
    const flood = Buffer.from(piece.repeat(4000))
    const server = createServer((socket) => {
      const pour = () => {
        while (socket.writable && socket.write(flood));
        socket.once('drain', pour)
      }
      socket.on('error', () => undefined).once('data', pour)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const found = await post(`http://127.0.0.1:${port}/`, { deadlineMs: 5000 })
    assert.deepEqual(found, { failed: 'broken' })
    server.close()
  }
})

test('a receiver that is silent, breaks off or speaks no HTTP has not answered', async () => {
  receiver.reactWith(() => undefined)
  assert.deepEqual(await post(receiver.url, { deadlineMs: 50 }), { failed: 'timeout' })
  receiver.reactWith((_request, response) => void response.destroy())
  assert.deepEqual(await post(receiver.url), { failed: 'broken' })
  receiver.reactWith((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  const half = await post(receiver.url)
  assert.deepEqual(half, { status: 200, text: 'half', retryAfter: undefined })
  receiver.reactWith(undefined)

  const mute = createServer(
    (socket) =>
      void socket
        .resume()
        .on('error', () => undefined)
        .end('SSH-2.0\r\n'),
  )
  await once(mute.listen(0, '127.0.0.1'), 'listening')
  const { port } = mute.address() as AddressInfo
  assert.deepEqual(await post(`http://127.0.0.1:${port}/`), { failed: 'broken' })
  mute.close()
  await once(mute, 'close')
  assert.deepEqual(await post(`http://127.0.0.1:${port}/`), { failed: 'connect' })
  const hanging = () => new Promise<string[]>(() => undefined)
  const slow = await post('http://hook.example/', { resolve: hanging, deadlineMs: 50 })
  assert.deepEqual(slow, { failed: 'timeout' }, 'a silent server of names')
})

test('nothing is sent to a server that cannot prove its name', async () => {
  assert.deepEqual(await post(`https://127.0.0.1:${secure.port}/`), { failed: 'tls' })
  assert.deepEqual(await post(`https://localhost:${secure.port}/`), { failed: 'tls' })
  assert.deepEqual(await post(`https://127.0.0.1:${receiver.port}/`), { failed: 'tls' })
  assert.deepEqual(secure.received, [])
})

test('TLS is 1.2 or newer, and the sources loosen neither versions nor suites', () => {
  assert.equal(DEFAULT_MIN_VERSION, 'TLSv1.2')
  const src = path.resolve(import.meta.dirname, '../..')
  const loose = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) =>
      /minVersion: '(?!TLSv1.2)|secureProtocol|secureOptions|ciphers:|DEFAULT_MIN|rejectUnauthorized: false/.test(
        readFileSync(path.join(src, file), 'utf8'),
      ),
    )
  assert.deepEqual(loose, [])
})

test('a signature is the one of Standard Webhooks', () => {
  // The vector of the specification's own libraries.
  const headers = webhookHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    1_614_265_330,
  )
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
