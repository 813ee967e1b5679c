import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { files } from '#contract/file/file.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { sortScan } from '#test/builders/upload-scans.ts'
import { openWorld } from '#test/support/world.ts'
import { scanUpload } from './scan-upload.ts'

const world = await openWorld()
const { own, services } = world

type Answer = (bytes: Buffer, socket: Socket) => void
let reply: Answer = () => undefined
const received: Buffer[] = []

/** Takes INSTREAM as clamd's manual says: a length of four bytes before each piece, a length of zero behind the last. */
const scanner = createServer((socket) => {
  let taken = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (piece: Buffer) => {
    taken = Buffer.concat([taken, piece])
    const bytes = bytesOf(taken)
    if (!bytes) return
    received.push(bytes)
    taken = Buffer.alloc(0)
    reply(bytes, socket)
  })
}).listen(0, '127.0.0.1')
await once(scanner, 'listening')
const clamd = `127.0.0.1:${(scanner.address() as AddressInfo).port}`
Object.assign(services.config, { clamd })
after(async () => {
  scanner.close()
  await world.close()
})

function bytesOf(stream: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (stream.length < command.length) return undefined
  assert.equal(stream.toString('latin1', 0, command.length), command)
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= stream.length;) {
    const length = stream.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(stream.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const picture = await jpeg()
const input = { query: { params: { kind: 'other' as const } }, body: picture }
const refusedAs = async (answer: Answer) => {
  reply = answer
  return (await own.operator.api.refused(files.save, input)).code
}
const say = (words: string) => (_: Buffer, socket: Socket) => void socket.end(words)

test('the scanner gets every byte of a file, and a clean one is stored', async () => {
  reply = say('stream: OK\0')
  await own.operator.api.send(files.save, input)
  assert.deepEqual(received.at(-1), picture)
})

test('an infected file is refused, and nothing of it stays', async () => {
  assert.equal(await refusedAs(say('stream: Win.Test.EICAR_HDB-1 FOUND\0')), 'common.infected')
  assert.deepEqual(await readdir(path.join(services.config.dataDir, 'files/incoming')), [])
})

test('of a form every file is seen, and one that is infected refuses all', async () => {
  const [clean, bad] = [await jpeg('#111111'), await jpeg('#222222')]
  reply = (bytes, socket) => {
    socket.end(bytes.equals(bad) ? 'stream: Bad FOUND\0' : 'stream: OK\0')
  }
  for (const sent of [[bad], [clean, bad], [bad, clean]]) {
    const { status, body } = await sortScan(own.operator, uuidv7(), sent)
    assert.deepEqual([status, (body as { code: string }).code], [422, 'common.infected'])
  }
  assert.deepEqual(await readdir(path.join(services.config.dataDir, 'files/incoming')), [])
})

test('whatever else a scanner says or does not say, the file is not taken', async () => {
  for (const words of [
    'stream: Size limit exceeded ERROR\0',
    'INSTREAM size limit exceeded. ERROR\0',
    'stream: OK',
    'stream: NOT OK\0',
    'stream: FOUND OK\0',
    '',
    'x'.repeat(5000),
  ])
    assert.equal(await refusedAs(say(words)), 'common.not-scanned', words.slice(0, 40))
  assert.equal(await refusedAs((_, socket) => socket.destroy()), 'common.not-scanned')
  reply = () => undefined
  const any = import.meta.filename
  await assert.rejects(scanUpload(clamd, any, 100), { code: 'common.not-scanned' })
  Object.assign(services.config, { clamd: '/nowhere/clamd.ctl' })
  assert.equal(await refusedAs(say('stream: OK\0')), 'common.not-scanned')
  Object.assign(services.config, { clamd })
})
