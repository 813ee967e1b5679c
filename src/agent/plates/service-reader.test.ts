import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { Refusal } from '#http/refusal.ts'
import { servicePlateReader } from './service-reader.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)
const options = { signal: new AbortController().signal }

interface Asked {
  method: string | undefined
  path: string | undefined
  type: string | undefined
  authorization: string | undefined
  body: Buffer
}

const asked: Asked[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
const service = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url: path, headers } = request
    const { authorization, 'content-type': type } = headers
    asked.push({ method, path, type, authorization, body: Buffer.concat(chunks) })
    answer(request, response)
  })
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/read?site=1`
after(() => {
  service.closeAllConnections()
  service.close()
})

const reader = servicePlateReader({ url, password: 'key-1' }, true)
const says = (body: unknown, status = 200) => {
  answer = (_, response) => void response.writeHead(status).end(JSON.stringify(body))
}

describe('plates read by a service of the yard', () => {
  test("the service gets the picture and the password, and its plates come best first in the product's spelling", async () => {
    says({
      results: [
        { plate: 'X001XX99', score: 0.41 },
        { plate: 'a 123 bc 77', score: 0.93, box: [1, 2, 3, 4] },
      ],
      took: 12,
    })
    const read = await reader.read(JPEG, options)
    assert.deepEqual(
      read.map(({ plate, confidence }) => [plate, confidence]),
      [
        ['А123ВС77', 0.93],
        ['Х001ХХ99', 0.41],
      ],
    )
    const { body, ...rest } = asked.at(-1)!
    assert.deepEqual([...body], [...JPEG])
    assert.deepEqual(rest, {
      method: 'POST',
      path: '/read?site=1',
      type: 'image/jpeg',
      authorization: 'Bearer key-1',
    })
  })

  test('a service without a plate gives an empty answer, and its words for "none" give no plate', async () => {
    says({ results: [] })
    assert.deepEqual(await reader.read(JPEG, options), [])
    says({
      results: [
        { plate: 'Unknown', score: 0.9 },
        { plate: 'А123ВС77', score: -1 },
      ],
    })
    assert.deepEqual(await reader.read(JPEG, options), [])
    says({ results: Array.from({ length: 9 }, (_, i) => ({ plate: `А12${i}ВС77`, score: 1.5 })) })
    const many = await reader.read(JPEG, options)
    assert.deepEqual([many.length, many[0]!.confidence], [5, 1])
  })

  test('a failure, a redirect, an answer of another shape and an endless one have their own messages', async () => {
    const failures: [string, typeof answer][] = [
      ['500', (_, response) => void response.writeHead(500).end()],
      ['redirect', (_, response) => void response.writeHead(302, { location: url }).end()],
      ['no JSON', (_, response) => void response.end('<html>')],
      ['other shape', (_, response) => void response.end('{"plates":[]}')],
      ['over 64 KB', (_, response) => void response.end(' '.repeat(70_000))],
      ['cut off', (request) => void request.socket.destroy()],
    ]
    for (const [name, fails] of failures) {
      answer = fails
      await assert.rejects(reader.read(JPEG, options), silent, name)
    }
    const before = asked.length
    answer = () => {}
    const startedAt = performance.now()
    await assert.rejects(reader.read(JPEG, options), silent)
    const took = performance.now() - startedAt
    assert.ok(took > 2900, `${took} ms`)
    assertWithin(took, 6000, 'a service that is silent')
    assert.equal(asked.length, before + 1, 'asked once')
  })

  test("a service outside the yard's networks is never asked", async () => {
    const before = asked.length
    await assert.rejects(servicePlateReader({ url }, false).read(JPEG, options), Refusal)
    const far = servicePlateReader({ url: 'http://8.8.8.8/read' }, true)
    await assert.rejects(far.read(JPEG, options), Refusal)
    assert.equal(asked.length, before)
  })
})

function silent(error: unknown): boolean {
  return error instanceof Refusal && error.message === 'Служба распознавания номеров не отвечает'
}
