import assert from 'node:assert/strict'
import fs, { existsSync, readdirSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { DEADLINES } from '#server/deadlines.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { ARRIVAL_BOUNDS } from '../admission/arrivals.ts'
import { incomingDir } from './receive-file.ts'
import { UPLOAD_SLOTS } from './upload-slots.ts'

let world: World
let yard: FakeYard

before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

/** A request that is answered before all of its body was read. */
interface Early {
  readonly path: string
  readonly type: string
  readonly body: Buffer
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly by?: 'operator' | 'manager' | 'user' | 'agent'
  readonly chunked?: true
  readonly prepare?: (t: TestContext) => void | Promise<void>
}

const KB = 1024
const MB = 1024 * KB
const some = (bytes: number) => Buffer.alloc(bytes, 'x')
const BOUNDARY = 'early'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`
const part = (bytes: Buffer, name: string) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"${name}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
const file = (bytes: number) => part(some(bytes), '; filename="f.jpg"')
const formOf = (parts: readonly Buffer[]) =>
  Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
const filesOf = (count: number, bytes: number) => formOf(Array(count).fill(file(bytes)))

const ID = '019e27f0-b67b-76cb-a36a-06b8f2921c09'
const SAVE = '/api/v1/files/save?params=%7B%22kind%22%3A%22photo%22%7D'
const SCANS = `/api/v1/act/scans?actId=${ID}`
const jsonTo = (path: string, bytes: number): Early => ({
  path,
  type: 'application/json',
  body: Buffer.from(JSON.stringify({ login: 'x'.repeat(bytes) })),
})
const picture: Early = { path: SAVE, type: 'image/jpeg', body: some(300 * KB) }
const form: Early = { path: SCANS, type: FORM, body: filesOf(2, 200 * KB) }
const login = jsonTo('/api/v1/auth/login', 200 * KB)
const webhook = jsonTo('/api/v1/payment/webhook/no-such-key', 200 * KB)
const blob: Early = { ...picture, method: 'PUT', path: `/api/v1/agent/blob/${ID}` }
const own = { by: 'operator' } as const
const agent = { by: 'agent' } as const

/** As on a full disk, for uploads alone: the database of the tests writes elsewhere. */
function fillDisk(t: TestContext): void {
  t.mock.method(fs, 'write', (fd: number, bytes: Buffer, ...rest: unknown[]) => {
    fs.writeSync(fd, bytes, 0, 1)
    const done = rest.at(-1) as (error: Error) => void
    done(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' }))
  })
}

/** Requests of the same place that stay half-sent until the test ends; `isHeld` tells that the server works at them. */
async function sendHalves(t: TestContext, count: number, one: Early, isHeld = () => true) {
  const head = headOf(one, await headersBy(one.by))
  let come = 0
  const hear = () => void come++
  world.app.server.on('request', hear)
  for (let at = 0; at < count; at++) lineTo(t).socket.write(head)
  await until(() => come === count && isHeld())
  world.app.server.off('request', hear)
}

const { ofCompany } = UPLOAD_SLOTS.people
const takeLanes = (t: TestContext) =>
  sendHalves(t, ofCompany, { ...own, ...picture }, () => {
    const dir = incomingDir(world.services.config.dataDir)
    return existsSync(dir) && readdirSync(dir).length === ofCompany
  })
const takeBodies = (t: TestContext) => sendHalves(t, ARRIVAL_BOUNDS.bodiesOfAddress, login)

const full = { ...own, ...picture, prepare: fillDisk }

/** What is refused, with which status, by its head alone or while its body is read, and the request. */
const table: readonly (readonly [string, number, 'head' | 'body', Early])[] = [
  ['a picture of a stranger', 401, 'head', picture],
  ['a picture of a stranger in chunks', 401, 'head', { ...picture, chunked: true }],
  ['a form of a stranger', 401, 'head', form],
  ['JSON of a stranger', 401, 'head', jsonTo('/api/v1/act/update', 200 * KB)],
  ['a picture of a person without the role', 403, 'head', { ...picture, by: 'user' }],
  ['a picture of an unknown agent', 401, 'head', blob],
  ['a page of an unknown telephone', 410, 'head', { ...picture, path: '/api/v1/phone/sendPage' }],
  ['an address that nobody serves', 404, 'body', jsonTo('/api/v1/nothing', 200 * KB)],
  ['a page that nobody writes to', 404, 'body', jsonTo('/operator/acts', 200 * KB)],
  ['the state of the server with a body', 404, 'body', jsonTo('/readyz', 200 * KB)],
  [
    'a stream with a body',
    401,
    'head',
    { ...jsonTo('/api/v1/live/stream', 90 * KB), method: 'GET' },
  ],
  ['a body of an unknown kind', 415, 'head', { ...login, type: 'text/plain' }],
  ['a form where a picture is taken', 415, 'head', { ...own, ...form, path: SAVE }],
  ['a picture where a form is taken', 415, 'head', { ...own, ...picture, path: SCANS }],
  ['a picture with a bad question', 400, 'head', { ...own, ...picture, path: `${SAVE}no` }],
  ['a form without a boundary', 400, 'head', { ...own, ...form, type: 'multipart/form-data' }],
  ['JSON too large by its head', 413, 'head', jsonTo(login.path, 300 * KB)],
  ['JSON too large', 413, 'body', { ...jsonTo(login.path, 600 * KB), chunked: true }],
  ['a notification of a bank too large by its head', 413, 'head', webhook],
  ['a notification of a bank too large', 413, 'body', { ...webhook, chunked: true }],
  ['a picture too large by its head', 413, 'head', { ...own, ...picture, body: some(11 * MB) }],
  ['a picture too large', 413, 'body', { ...own, ...picture, body: some(13 * MB), chunked: true }],
  [
    'an agent’s picture too large by its head',
    413,
    'head',
    { ...agent, ...blob, body: some(6 * MB) },
  ],
  [
    'an agent’s picture too large',
    413,
    'body',
    { ...agent, ...blob, body: some(8 * MB), chunked: true },
  ],
  ['a form with a file too large', 413, 'body', { ...own, ...form, body: filesOf(2, 11 * MB) }],
  ['a form with too many files', 413, 'body', { ...own, ...form, body: filesOf(25, 50 * KB) }],
  [
    'a form with too many fields',
    413,
    'body',
    { ...own, ...form, body: formOf([...Array(12).fill(part(some(KB), '')), file(300 * KB)]) },
  ],
  [
    'a form that breaks off',
    400,
    'body',
    { ...own, ...form, body: file(300 * KB).subarray(0, -9) },
  ],
  ['a picture on a full disk', 503, 'body', full],
  ['a large picture on a full disk', 503, 'body', { ...full, body: some(5 * MB) }],
  ['a picture in chunks on a full disk', 503, 'body', { ...full, chunked: true }],
  ['a form on a full disk', 503, 'body', { ...full, ...form, body: filesOf(3, 2 * MB) }],
  ['an agent’s picture on a full disk', 503, 'body', { ...full, ...agent, ...blob }],
  ['an upload beyond the lanes', 503, 'head', { ...own, ...picture, prepare: takeLanes }],
  ['a body beyond the bound of its address', 429, 'head', { ...login, prepare: takeBodies }],
]

for (const [what, status, from, early] of table)
  for (const isWaitedFor of from === 'body' ? [false] : early.prepare ? [true] : [true, false])
    test(`after the refusal of ${what}${isWaitedFor ? ', awaited' : ''} its connection serves or ends`, async (t) => {
      await early.prepare?.(t)
      await servesOrEnds(lineTo(t), early, status, isWaitedFor)
    })

test('after the refusal of a silent upload, and of a person who asks too often, their connections serve or end', async (t) => {
  const deadlines = { ...DEADLINES, silentUploadMs: 20 }
  const hasty = await openWorld({ config: { deadlines, rateReads: 0 } })
  t.after(() => hasty.close())
  const { port } = new URL(await hasty.app.listen({ port: 0, host: '127.0.0.1' }))
  const headers = `Authorization: Bearer ${hasty.own.operator.api.token}\r\n`
  const asked: Early = { ...jsonTo('/api/v1/act/getAllActs', 90 * KB), method: 'GET' }
  await servesOrEnds(lineTo(t, Number(port)), picture, 408, true, headers)
  await servesOrEnds(lineTo(t, Number(port)), asked, 429, true, headers)
})

/** The next request of the same connection is answered, or the refusal said that there is none. */
async function servesOrEnds(
  { socket, answers, isClosed }: Line,
  early: Early,
  status: number,
  isWaitedFor: boolean,
  headers?: string,
): Promise<void> {
  const bytes = early.chunked ? inChunks(early.body) : early.body
  const half = isWaitedFor ? bytes.length >> 1 : bytes.length
  socket.write(headOf(early, headers ?? (await headersBy(early.by))))
  socket.write(bytes.subarray(0, half))
  if (isWaitedFor) await until(() => answers().length > 0 || isClosed())
  socket.write(bytes.subarray(half))
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await until(() => answers().length > 1 || isClosed())
  const [first = 'no answer', next] = answers()
  assert.match(first, new RegExp(`^HTTP/1.1 ${status} `))
  if (next === undefined) assert.match(first, /^connection: close\r$/im)
  else assert.match(next, /^HTTP\/1.1 200 [^]*"ok":true/)
}

interface Line {
  readonly socket: Socket
  /** What came back so far, one text for each answer. */
  readonly answers: () => string[]
  readonly isClosed: () => boolean
}

function lineTo(t: TestContext, port = (world.app.server.address() as AddressInfo).port): Line {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes.toString('latin1')))
  t.after(() => socket.destroy())
  let isClosed = false
  socket.once('close', () => (isClosed = true))
  const answers = () => heard.split(/(?=HTTP\/1\.1 \d)/).filter((one) => /\r\n\r\n./.test(one))
  return { socket, answers, isClosed: () => isClosed }
}

function headOf({ method = 'POST', path, type, body, chunked }: Early, headers = ''): string {
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: ${type}\r\n${length}\r\n\r\n`
}

async function headersBy(by: Early['by']): Promise<string> {
  if (!by) return ''
  const token = by === 'agent' ? await yard.token() : world.own[by].api.token
  return `Authorization: Bearer ${token}\r\n`
}

function inChunks(body: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += 64 * KB) {
    const piece = body.subarray(at, at + 64 * KB)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}
