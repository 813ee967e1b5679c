import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { act } from '#contract/act/act.ts'
import { incomingDir, receiveFile } from '#server/body/receive-file.ts'
import { UPLOAD_SLOTS } from '#server/body/upload-slots.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jpeg, slowPdf } from '#test/builders/pictures.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'
import { PassThrough } from 'node:stream'
import { refuseBadPdfs } from './pdf/read-pdfs.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

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

const held = () => {
  const dir = incomingDir(world.services.config.dataDir)
  return existsSync(dir) ? readdirSync(dir).length : 0
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(10)
}

const PHOTO = `/api/v1/files/save?params=${encodeURIComponent(JSON.stringify({ kind: 'photo' }))}`

/** Sends a head and one byte of the body that it promises; answers what comes back. */
function sendHalf(line: string, token: string | undefined, type: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  const head = [
    `${line} HTTP/1.1`,
    'Host: x',
    `Content-Type: ${type}`,
    'Content-Length: 4000000',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n\u00ff`, 'latin1')
  return { socket, answer: once(socket, 'data').then(String, () => '') }
}

test('without a token a blob, a picture and a form are refused before their bytes are read', async () => {
  const form = 'multipart/form-data; boundary=x'
  const calls: [string, string][] = [
    [`PUT /api/v1/agent/blob/${uuidv7()}`, 'image/jpeg'],
    [`POST ${PHOTO}`, 'image/jpeg'],
    [`POST ${act.uploadScans.path}?actId=${uuidv7()}`, form],
    ['POST /api/v1/product/import', form],
  ]
  for (const [line, type] of calls)
    for (const token of [undefined, 'eyJhbGciOiJub25lIn0.e30.'])
      assert.match(await sendHalf(line, token, type).answer, /^HTTP\/1\.1 401 /, line)
  assert.equal(held(), 0)
})

test('the number of concurrent uploads is bounded, the next is refused, and a broken one frees its place', async () => {
  const { operator } = world.own
  const { ofCompany } = UPLOAD_SLOTS.people
  const open = Array.from({ length: ofCompany }, () =>
    sendHalf(`POST ${PHOTO}`, operator.api.token, 'image/jpeg'),
  )
  await until(() => held() === ofCompany)
  const body = await jpeg()
  const send = ({ api }: Person) =>
    api.raw({
      method: 'POST',
      url: PHOTO,
      headers: { 'content-type': 'image/jpeg' },
      payload: body,
    })
  const over = await send(operator)
  assert.equal(over.statusCode, 503)
  assert.equal(over.headers['retry-after'], '3')
  assert.match(over.json().message, /слишком много файлов/)
  // Another company has places of its own.
  assert.equal((await send(world.other.operator)).statusCode, 200)
  for (const { socket } of open) socket.destroy()
  await until(() => held() === 0)
  // A place is free a moment after the bytes of its upload are gone.
  let next = await send(operator)
  while (next.statusCode === 503) {
    await pause(10)
    next = await send(operator)
  }
  assert.equal(next.statusCode, 200)
  assert.equal(held(), 0)
})

test('an upload that stalls is refused, and nothing of the file is kept', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-silent-'))
  const stream = new PassThrough()
  stream.write('one piece')
  const settings = { dir, name: '', max: 100 }
  await assert.rejects(receiveFile(stream, settings, 20), { code: 'common.too-slow' })
  assert.deepEqual(readdirSync(dir), [])
  const long = new PassThrough()
  long.end(Buffer.alloc(101))
  await assert.rejects(receiveFile(long, settings, 60_000), { code: 'file.too-large' })
  assert.deepEqual(readdirSync(dir), [])
  await rm(dir, { recursive: true })
})

test('a PDF that occupies its reader is ended at the deadline and refused with a message', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-pdf-'))
  const file = path.join(dir, 'slow.pdf')
  await writeFile(file, slowPdf(9_900_000))
  let turns = 0
  const turning = setInterval(() => turns++, 5)
  await assert.rejects(refuseBadPdfs([file], { heapMb: 256, deadlineMs: 1000 }), {
    code: 'file.bad-type',
    message: /слишком сложен/,
  })
  clearInterval(turning)
  // Read on the event loop, it would have let nothing else happen until its end.
  assert.ok(turns > 1)
  await rm(dir, { recursive: true })
})
