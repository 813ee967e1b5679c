import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { picture, type Sample } from '../samples/samples.ts'
import { refusalOf } from '../verdict.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { ground } from './refused-ground.ts'
import { changingNothing, gathering, takingOneOf, tell } from '../walk.ts'
import { formOf, wire } from '../wire.ts'

/** One good request of each call. */
const samples = ground.samples.filter(({ key }, i, all) => all[i - 1]?.key !== key)

const isSent = takingOneOf(sweepSize(5, 1))

/** Sends a request that a typed client cannot write; the statuses are those that may answer it. */
async function refused(sample: Sample, change: Partial<InjectOptions>, statuses: number[]) {
  const good = wire(sample.call, sample.input)
  const request = { ...good, ...change, headers: { ...good.headers, ...change.headers } }
  const answer = await ground.sendRaw(sample.call, request)
  const told = tell(sample, { ...change, payload: beginningOf(change.payload) })
  refusalOf(sample.call, answer, told)
  assert.ok(statuses.includes(answer.statusCode), `${answer.statusCode} ${answer.body} ${told}`)
}

/** Of eleven megabytes the first bytes alone become a text. */
function beginningOf(payload: InjectOptions['payload']): string {
  return Buffer.isBuffer(payload) ? String(payload.subarray(0, 200)) : String(payload).slice(0, 200)
}

const DEEP = `${'['.repeat(5000)}${']'.repeat(5000)}`
const BROKEN = [
  '{',
  '[',
  '"x"',
  'null',
  'true',
  '1',
  '1e400',
  'NaN',
  '{}x',
  "{'a':1}",
  '{"a":1,}',
  '\ufeff',
  '\u0000',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `{"a":${DEEP}}`,
  DEEP,
]

// Two bytes a letter: a body is twice as long as its call takes.
const USUAL_KB = 256

test('a body that is no JSON object of the call is refused and changes nothing', async () => {
  const { check, end } = gathering()
  for (const sample of samples.filter(({ call }) => call.body && typeof call.body !== 'string'))
    await changingNothing(ground, sample.key, async () => {
      for (const payload of [...BROKEN, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])])
        if (isSent()) await check(() => refused(sample, { payload }, [400]))
      const long = 'я'.repeat((sample.call.bodyKb ?? USUAL_KB) * 1024)
      await check(() => refused(sample, { payload: `{"x":"${long}"}` }, [413]))
    })
  end()
})

const TYPES = [
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json5',
  'application/jsonp',
  'application/json, text/plain',
  'application/problem+json',
  'image/svg+xml',
  '*/*',
  'x',
  ';',
]

test('a body of another type is refused and changes nothing', async () => {
  const { check, end } = gathering()
  for (const sample of samples.filter(({ call }) => call.method !== 'GET'))
    await changingNothing(ground, sample.key, async () => {
      for (const type of TYPES.filter(isSent)) {
        const change = { payload: '{"a":1}', headers: { 'content-type': type } }
        await check(() => refused(sample, change, [400, 404, 415]))
      }
    })
  end()
})

test('a body is refused where the call has none', async () => {
  const { check, end } = gathering()
  const headers = { 'content-type': 'application/json' }
  const bare = samples.filter(({ call }) => !call.body && call.method !== 'GET')
  assert.ok(bare.length > 3)
  for (const sample of bare)
    await changingNothing(ground, sample.key, () =>
      check(() => refused(sample, { payload: '{"company_id":"x"}', headers }, [400])),
    )
  end()
})

test('a filter that is no JSON object, and a parameter that is repeated or unknown, is refused', async () => {
  const { check, end } = gathering()
  const texts = [...BROKEN, '{"limit":1e400}', '%', ' '.repeat(9000), '{"limit":1,"limit":"x"}', '']
  for (const sample of samples) {
    const [path, query = ''] = String(wire(sample.call, sample.input).url).split('?')
    const ask = (text: string) => check(() => refused(sample, { url: `${path}?${text}` }, [400]))
    if (sample.call.result !== 'stream')
      for (const extra of ['surprise=1', '__proto__=1', 'constructor=1', 'a%00=1', '%=1'])
        await ask(query ? `${query}&${extra}` : extra)
    if (query) await ask(`${query}&${query}`)
    if (!query.startsWith('filter=') && !isList(sample)) continue
    for (const text of texts.filter(isSent)) await ask(`filter=${encodeURIComponent(text)}`)
  }
  end()
})

const isList = ({ key }: Sample) =>
  /\.(getAll|getFree|getColumns|getNotices|superGetAll)$/.test(key)

/** A form whose file ends in the middle. */
const cutOff = () => formOf(picture).payload.subarray(0, 200)
/** A field that calls itself JSON and is not. */
const badField = () =>
  [
    '--priyomka-boundary',
    'content-disposition: form-data; name="kind"',
    'content-type: application/json',
    '',
    '{"a"',
    '--priyomka-boundary--',
    '',
  ].join('\r\n')

test('bytes that are no picture and malformed forms are refused and nothing is stored', async () => {
  const { check, end } = gathering()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  const cut = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])
  const blobs = [Buffer.alloc(0), svg, cut, Buffer.alloc(11 * 1024 * 1024, 0xff)]
  for (const sample of samples.filter(({ call }) => typeof call.body === 'string'))
    await changingNothing(ground, sample.key, async () => {
      for (const payload of blobs) {
        const forms = [formOf(payload), formOf(payload, {}, '__proto__')]
        const sent = sample.call.body === 'jpeg' ? [{ payload }] : forms
        for (const change of sent)
          await check(() => refused(sample, change, [400, 401, 403, 404, 413, 415]))
      }
      if (sample.call.body !== 'jpeg')
        for (const text of ['', '--priyomka-boundary', 'x'.repeat(1000), cutOff(), badField()]) {
          const { headers } = formOf(cut)
          await check(() => refused(sample, { payload: text, headers }, [400]))
        }
    })
  end()
})
