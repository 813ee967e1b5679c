import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { startS3Server } from '#test/failures/s3-server.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { isMissing } from '../file-store.ts'
import { makeName } from '../storage-key.ts'
import { StoreAway } from '../store-away.ts'
import { S3Refusal } from './s3-client.ts'
import { openS3Store } from './s3-store.ts'

const server = await startS3Server()
const SILENCE_MS = 60_000
const store = openS3Store(server.settings, SILENCE_MS)
const folder = await mkdtemp(path.join(os.tmpdir(), 'priyomka-store-'))
after(async () => {
  store.close()
  await server.close()
  await rm(folder, { recursive: true })
})

type Looked = (error: null, found: { address: string; family: number }[]) => void

const company = uuidv7()
const isAway = (error: unknown) => error instanceof StoreAway

async function stored(name: string): Promise<Buffer> {
  return buffer((await store.open(name)).body)
}

async function namesInStore(): Promise<string[]> {
  return Array.fromAsync(store.names())
}

test('bytes and files of the disk are stored, read, listed and removed', async () => {
  const names = [makeName(company), makeName(company)] as const
  const bytes = Buffer.alloc(300_000, 'приёмка')
  await store.put(names[0], bytes)
  const held = path.join(folder, 'held')
  await writeFile(held, bytes)
  await store.put(names[1], { path: held })
  for (const name of names) assert.deepEqual(await stored(name), bytes)
  assert.equal(await store.size(names[0]), bytes.length)
  assert.deepEqual((await namesInStore()).toSorted(), names.toSorted())
  for (const name of names) await store.remove(name)
  assert.deepEqual(await namesInStore(), [])
  await assert.rejects(store.open(names[0]), isMissing)
  await assert.rejects(store.size(names[0]), isMissing)
  await store.remove(names[0])
})

// The package signs addresses of this style in a way of its own, so the signature is made again by the rules of S3.
test('a bucket may stand in the name of the host', async (t) => {
  const local = [{ address: '127.0.0.1', family: 4 }]
  t.mock.method(dns, 'lookup', (_host: string, _options: object, done: Looked) => done(null, local))
  const got: IncomingMessage[] = []
  const plain = http.createServer((request, answer) => {
    got.push(request)
    answer.setHeader('content-length', 0).end()
  })
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  const endpoint = new URL(`http://s3.local:${(plain.address() as AddressInfo).port}`)
  const virtual = openS3Store({ ...server.settings, endpoint, style: 'virtual' }, SILENCE_MS)
  const name = makeName(company)
  await virtual.remove(name)
  virtual.close()
  plain.close()
  const [{ url, headers }] = got as [IncomingMessage]
  assert.deepEqual([headers.host, url], [`files.${endpoint.host}`, `/priyomka/${name}`])
  assert.match(headers.authorization!, new RegExp(`Signature=${signatureOf(got[0]!)}$`))
})

/** Signature Version 4 of a request without a query, from what was received. */
function signatureOf({ method, url, headers }: IncomingMessage): string {
  const [, credential, names] = /Credential=[^/]+\/(\S+), SignedHeaders=(\S+),/.exec(
    headers.authorization!,
  )!
  const signed = names!.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const hash = headers['x-amz-content-sha256']
  const canonical = [method, url, '', signed.join(''), names, hash].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], credential, digest].join('\n')
  const key = credential!
    .split('/')
    .reduce<Buffer | string>(
      (made, part) => createHmac('sha256', made).update(part).digest(),
      `AWS4${server.settings.secret}`,
    )
  return createHmac('sha256', key).update(text).digest('hex')
}

test('a wrong key, a wrong secret and a missing bucket are refused, and are no missing files', async () => {
  const wrong = [{ keyId: 'STRANGER' }, { secret: 'guess' }, { bucket: 'nowhere' }]
  const reasons = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'NoSuchBucket']
  for (const [i, setting] of wrong.entries()) {
    const other = openS3Store({ ...server.settings, ...setting }, SILENCE_MS)
    const refused = (error: unknown) => error instanceof S3Refusal && error.reason === reasons[i]
    await assert.rejects(other.put(makeName(company), Buffer.from('x')), refused)
    await assert.rejects(other.open(makeName(company)), refused)
    other.close()
  }
})

test('a connection that is cut in the middle of a put leaves nothing, and the next put succeeds', async () => {
  const name = makeName(company)
  const bytes = Buffer.alloc(1_000_000, 1)
  server.cut('up', 400_000)
  await assert.rejects(store.put(name, bytes), isAway)
  server.cut('up', undefined)
  assert.deepEqual(await namesInStore(), [])
  await store.put(name, bytes)
  assert.deepEqual(await stored(name), bytes)
  await store.remove(name)
})

test('a connection that is cut in the middle of a get is no shorter file', async () => {
  const name = makeName(company)
  await store.put(name, Buffer.alloc(1_000_000, 2))
  server.cut('down', 400_000)
  await assert.rejects(stored(name))
  server.cut('down', undefined)
  assert.equal((await stored(name)).length, 1_000_000)
  await store.remove(name)
})

test('bytes that changed on their way are not kept', async () => {
  server.falsify('genuine', 'changed')
  await assert.rejects(store.put(makeName(company), Buffer.from('a genuine page')), /other bytes/)
  assert.deepEqual(await namesInStore(), [])
})

test('a silent store is away after its deadline', async () => {
  server.silence(true)
  const quick = openS3Store(server.settings, 200)
  await assert.rejects(quick.size(makeName(company)), isAway)
  server.silence(false)
  quick.close()
})
