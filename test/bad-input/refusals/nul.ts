import assert from 'node:assert/strict'
import { test } from 'node:test'
import { picture } from '../samples/samples.ts'
import { refusalOf } from '../verdict.ts'
import { ground } from './refused-ground.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { gathering, takingOneOf, tell } from '../walk.ts'
import { wire } from '../wire.ts'

const samples = ground.samples.filter(({ key }, i, all) => all[i - 1]?.key !== key)

/** Of the headers of all calls one of so many is sent: every value meets every header. */
const isSent = takingOneOf(sweepSize(3, 1))

const EDGE = 'priyomka-boundary'

/** One part of a form; its header is written by hand, since no client lets a NUL into it. */
function part(header: string, value: Buffer): Buffer {
  const head = `--${EDGE}\r\ncontent-disposition: form-data; ${header}\r\ncontent-type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), value, Buffer.from('\r\n')])
}

const form = (...parts: Buffer[]) => ({
  payload: Buffer.concat([...parts, Buffer.from(`--${EDGE}--\r\n`)]),
  headers: { 'content-type': `multipart/form-data; boundary=${EDGE}` },
})

const NAMES = [
  'name="files[]"; filename="a\u0000b.jpg"',
  `name="files[]"; filename*=UTF-8''a%00b.jpg`,
  `name="files[]"; filename*=UTF-8''%ED%A0%80.jpg`,
  'name="fi\u0000les[]"; filename="a.jpg"',
]

test('a NUL in the name of a file, of a field or in its value never causes a server error', async () => {
  const { check, end } = gathering()
  const sent = samples.filter(({ call }) => call.body === 'files' || call.body === 'multipart')
  assert.ok(sent.length >= 3)
  for (const sample of sent) {
    const { file = picture, body } = sample.input as { file?: Buffer; body?: object }
    const fields = Object.entries({ ...body, note: 'x' })
    const forms = [
      ...NAMES.map((header) => [part(header, file)]),
      [part('name="files[]"; filename="a.jpg"', Buffer.from('а\u0000б'))],
      ...fields.map(([name]) => [
        part(`name="${name}"`, Buffer.from('а\u0000б')),
        part('name="files[]"; filename="a.jpg"', file),
      ]),
    ]
    for (const parts of forms)
      await check(async () => {
        const { headers, payload } = form(...parts)
        const good = wire(sample.call, sample.input)
        const answer = await ground.sendRaw(sample.call, {
          ...good,
          payload,
          headers: { ...good.headers, ...headers },
        })
        const told = tell(sample, parts[0]!.subarray(0, 150).toString('latin1'))
        if (answer.statusCode !== 200) refusalOf(sample.call, answer, told)
      })
  }
  end()
})

test('an escaped NUL in a header or a cookie never causes a server error', async () => {
  const { check, end } = gathering()
  const values = ['%00', 'a%00b', '%ED%A0%80', '\u0080\u00ff']
  const headers = ['cookie', 'authorization', 'user-agent', 'accept-language', 'x-request-id']
  const forwarded = ['x-forwarded-for', 'referer', 'origin', 'idempotency-key', 'if-none-match']
  for (const sample of samples.filter(({ call }) => call.result !== 'stream'))
    for (const name of [...headers, ...forwarded])
      for (const value of values.filter(isSent))
        await check(async () => {
          const good = wire(sample.call, sample.input)
          const text = name === 'cookie' ? `session=${value}; refresh=${value}` : value
          // A body without effect: the test of a header must not depend on a change that is made.
          const change = { headers: { ...good.headers, [name]: text }, payload: '{' }
          const { payload: _body, ...bare } = { ...good, ...change }
          const request = sample.call.method === 'GET' ? bare : { ...good, ...change }
          const answer = await ground.world.nobody.raw(request)
          const told = tell(sample, { [name]: value })
          if (answer.statusCode >= 400) refusalOf(sample.call, answer, told)
        })
  end()
})
