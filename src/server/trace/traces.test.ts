import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { camera } from '#contract/device/device.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addPayee, addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'
import { openBankPeer } from '#test/failures/bank-peer.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { requestOf } from '#test/support/api.ts'
import { logReader } from '#test/support/read-log.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { openLog } from '../log/log.ts'
import { openTraces } from '../outbound/send-spans.ts'

interface TakenSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { key: string; value: Record<string, string> }[]
  readonly status: { code?: number }
}

/** What a collector has taken, as OTLP over HTTP says it. */
const spans: TakenSpan[] = []
let answerStatus = 200
const collector = createServer((request: IncomingMessage, reply) => {
  void json(request).then((body) => {
    assert.equal(request.url, '/v1/traces')
    const { resourceSpans } = body as {
      resourceSpans: { scopeSpans: { spans: TakenSpan[] }[] }[]
    }
    if (answerStatus === 200) spans.push(...resourceSpans[0]!.scopeSpans[0]!.spans)
    reply.writeHead(answerStatus).end('{}')
  })
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const tracesUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const peer = await openBankPeer({ pending_polls: 0, hold_ms: 20 })
const world = await openWorld({ jobs: true, config: { tracesUrl, sandboxUrl: peer.bank.api } })
after(async () => {
  await world.close()
  await peer.bank.close()
  collector.closeAllConnections()
  collector.close()
})
const { own, services, app } = world
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

async function found(name: string, fits: (span: TakenSpan) => boolean = () => true) {
  return until(async () => {
    await services.traces!.flush()
    return spans.find((span) => span.name === name && fits(span))
  }, Boolean) as Promise<TakenSpan>
}
const childOf = (parent: TakenSpan) => (span: TakenSpan) => span.parentSpanId === parent.spanId
const attribute = (span: TakenSpan, key: string) =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0]

test('a call is the child of its browser, by the id that its refusal shows', async () => {
  const find = requestOf(supplier.find, { query: { mask: 'Канарейкин' } })
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
  const headers = { ...find.headers, traceparent }
  const answer = await app.inject({ ...find, headers })
  assert.equal(answer.headers['x-request-id']!.toString().replaceAll('-', ''), TRACE)
  const taken = await found(`${find.method} ${supplier.find.path}`)
  assert.deepEqual([taken.traceId, taken.parentSpanId, taken.kind], [TRACE, '00f067aa0ba902b7', 2])
  assert.equal(attribute(taken, 'http.response.status_code'), '401')
  assert.equal(attribute(taken, 'priyomka.refusal'), 'auth.required')
  const [start, end] = [BigInt(taken.startTimeUnixNano), BigInt(taken.endTimeUnixNano)]
  assert.ok(start <= end && end - start < 60_000_000_000n)
  assert.ok(Math.abs(Number(start / 1_000_000n) - Date.now()) < 3_600_000)
})

test('a payout is one trace from the press of a key through the queue to the bank', async () => {
  await addTrainingBank(own)
  await pay(own, [await rowFor(own, await addPayee(own), 10_000)])
  const register = await found(
    `POST ${payment.register.path}`,
    (span) => attribute(span, 'http.response.status_code') === '200',
  )
  assert.equal(attribute(register, 'priyomka.company'), own.id)
  const job = await found('payment.work', childOf(register))
  const bank = await found('bank POST', childOf(job))
  assert.deepEqual([job.traceId, bank.traceId], [register.traceId, register.traceId])
  assert.deepEqual([job.kind, bank.kind], [5, 3])
  assert.equal(attribute(bank, 'server.address'), '127.0.0.1')
})

test('a question to an agent is a span of its call', async () => {
  const yard = await connectYard(world, own)
  await own.operator.api.raw({ url: `${camera.getScreenshot.path}?camera=1` })
  const call = await found(`GET ${camera.getScreenshot.path}`)
  const asked = await found('agent photo', childOf(call))
  assert.equal(asked.traceId, call.traceId)
  await yard.disconnect()
})

test('no name, amount or document leaves with a trace', () => {
  // Ids and instants are numbers that may look like a sum.
  const text = JSON.stringify(spans).replaceAll(
    /"[0-9a-f]{16,32}"|"\d{19}"|[0-9a-f]{8}-[0-9a-f-]{27}/g,
    '#',
  )
  assert.ok(spans.length > 5)
  assert.doesNotMatch(text, /Канарейкин|%D0|amount|10000|100[.,]00|\+?7917|Ромашка|Bearer/)
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  assert.deepEqual([...keys].toSorted(), [
    'http.response.status_code',
    'priyomka.company',
    'priyomka.refusal',
    'server.address',
  ])
})

test('a collector that refuses or is away costs nobody anything but the spans', async () => {
  const log = logReader()
  const own = openLog('info', log)
  const traces = openTraces(tracesUrl, own)
  const span = { traceId: TRACE, spanId: '00f067aa0ba902b7', parentId: undefined, name: 'x' }
  const about = { kind: 'server', startMs: 1, endMs: 2, attributes: {}, isFailed: true } as const
  answerStatus = 503
  traces.record({ ...span, ...about })
  await traces.flush()
  assert.deepEqual(
    log.of('failure').map(({ event }) => event),
    ['traces were not taken'],
  )
  answerStatus = 200
  const before = spans.length
  for (let n = 0; n < 5000; n++) traces.record({ ...span, ...about })
  await traces.flush()
  assert.equal(spans.length - before, 2048)
  assert.deepEqual(spans.at(-1)!.status, { code: 2 })
  await traces.close()
})

test('without a collector nothing is traced', async (t) => {
  const plain = await openWorld()
  t.after(() => plain.close())
  assert.equal(plain.services.traces, undefined)
  const before = spans.length
  await plain.own.operator.api.send(supplier.find, { query: { mask: 'Иванов' } })
  await services.traces!.flush()
  assert.equal(spans.length, before)
})
