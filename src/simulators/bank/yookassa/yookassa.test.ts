import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { listen, readText } from '../wire.ts'
import { openBankPeer, sbpOrder } from '#test/failures/bank-peer.ts'
import { until } from '#test/support/until.ts'

const peer = await openBankPeer({ hold_ms: 300, slow_ms: 150 })
after(() => peer.bank.close())
beforeEach(() => peer.control('POST', 'reset'))

const shortly = 100
const made = async (paymentId: string) => (await peer.find(paymentId)).body.items.length

test('a call without the right credentials is answered 401 and does nothing', async () => {
  for (const authorization of ['', 'Basic eDp5', 'Bearer x']) {
    const reply = await peer.call('POST', '/payouts', {
      key: 'k',
      body: sbpOrder('p1'),
      headers: { authorization },
    })
    assert.equal(reply.status, 401)
  }
  assert.equal(await made('p1'), 0)
})

test('new credentials invalidate the old ones', async () => {
  await peer.control('PUT', 'settings', { secret: 'another' })
  assert.equal((await peer.call('GET', '/me')).status, 401)
})

test('unknown addresses, methods, types and too long bodies are refused', async () => {
  assert.equal((await peer.call('GET', '/refunds')).status, 404)
  assert.equal((await peer.call('DELETE', '/payouts')).status, 405)
  const headers = { 'content-type': 'text/plain' }
  assert.equal((await peer.call('POST', '/payouts', { key: 'k', body: 'x', headers })).status, 415)
  assert.equal((await peer.create('x'.repeat(65_537))).status, 413)
})

test('more calls in a second than the set rate are answered 429', async () => {
  await peer.control('PUT', 'settings', { rate_per_second: 3 })
  // A second of its own, free of the calls of earlier tests.
  await peer.advance(5)
  const replies = await Promise.all(Array.from({ length: 12 }, () => peer.call('GET', '/me')))
  const refused = replies.filter(({ status }) => status === 429)
  // The twelve may straddle two seconds, so between 6 and 9 of them are too many.
  assert.ok(refused.length >= 6 && refused.length <= 9, String(refused.length))
  assert.equal(refused[0]?.headers.get('retry-after'), '1')
})

test('timeout_before holds the call and does nothing', async () => {
  await peer.faults({ fault: 'timeout_before' })
  await assert.rejects(peer.create(sbpOrder('p1'), 'k', shortly), { name: 'TimeoutError' })
  assert.equal(await made('p1'), 0)
})

test('timeout_after_accept holds the call with the payout made, then answers 500', async () => {
  await peer.faults({ fault: 'timeout_after_accept', calls: [1, 2] })
  await assert.rejects(peer.create(sbpOrder('p1'), 'k1', shortly), { name: 'TimeoutError' })
  assert.equal(await made('p1'), 1)
  assert.equal((await peer.create(sbpOrder('p2'), 'k2')).status, 500)
})

test('reset_after_accept breaks the connection with the payout made', async () => {
  await peer.faults({ fault: 'reset_after_accept' })
  await assert.rejects(peer.create(sbpOrder('p1')), (error: Error) => {
    assert.equal((error.cause as { code?: string }).code, 'ECONNRESET')
    return true
  })
  assert.equal(await made('p1'), 1)
})

test('500_before makes nothing, 500_after_accept makes the payout', async () => {
  await peer.faults({ fault: '500_before', calls: [1] }, { fault: '500_after_accept', calls: [2] })
  assert.equal((await peer.create(sbpOrder('p1'))).status, 500)
  assert.equal((await peer.create(sbpOrder('p2'))).status, 500)
  assert.deepEqual([await made('p1'), await made('p2')], [0, 1])
})

test('429 is answered with and without Retry-After, and no payout is made', async () => {
  await peer.faults({ fault: '429', calls: [1], retry_after: 7 }, { fault: '429', calls: [2] })
  const replies = [await peer.create(sbpOrder('p1')), await peer.create(sbpOrder('p1'))]
  assert.deepEqual(
    replies.map(({ status, headers }) => [status, headers.get('retry-after')]),
    [
      [429, '7'],
      [429, null],
    ],
  )
  assert.equal(await made('p1'), 0)
})

test('slow answers late and in full', async () => {
  await peer.faults({ fault: 'slow' })
  const started = performance.now()
  const reply = await peer.create(sbpOrder('p1'))
  assert.ok(performance.now() - started >= 140)
  assert.equal(reply.body.status, 'pending')
})

test('garbage_json and 200_empty answer 200 without a readable body, the payout made', async () => {
  await peer.faults({ fault: 'garbage_json', calls: [1] }, { fault: '200_empty', calls: [2] })
  const garbage = await peer.create(sbpOrder('p1'))
  const empty = await peer.create(sbpOrder('p2'))
  assert.deepEqual(
    [garbage.status, garbage.body, empty.status, empty.text],
    [200, undefined, 200, ''],
  )
  assert.deepEqual([await made('p1'), await made('p2')], [1, 1])
})

test('wrong_amount and unknown_status change the answer and not the payout', async () => {
  const { id } = (await peer.create(sbpOrder('p1', '10.00'))).body
  await peer.faults({ fault: 'wrong_amount', calls: [1] }, { fault: 'unknown_status', calls: [2] })
  assert.equal((await peer.ask(id)).body.amount.value, '11.00')
  assert.equal((await peer.ask(id)).body.status, 'on_review')
  assert.equal((await peer.ask(id)).body.amount.value, '10.00')
  assert.equal(peer.bank.ledger()[0]?.amount_kop, 1000)
})

test('4xx_on_repeat refuses the repeat of a key and not its first use', async () => {
  await peer.faults({ fault: '4xx_on_repeat' })
  assert.equal((await peer.create(sbpOrder('p1'), 'k')).status, 200)
  assert.equal((await peer.create(sbpOrder('p1'), 'k')).status, 400)
})

for (const [fault, status] of [
  ['401_from_now', 401],
  ['403_from_now', 403],
] as const) {
  test(`${fault} shuts the shop from the given call on until the faults are set anew`, async () => {
    await peer.faults({ fault, on: 'create', calls: [2] })
    const first = await peer.create(sbpOrder('p1'))
    const statuses = [
      first.status,
      (await peer.create(sbpOrder('p2'))).status,
      (await peer.ask(first.body.id)).status,
    ]
    assert.deepEqual(statuses, [200, status, status])
    await peer.faults()
    assert.deepEqual([await made('p1'), await made('p2')], [1, 0])
  })
}

test('status_flap shows pending once after the final status', async () => {
  const { id } = (await peer.create(sbpOrder('p1'))).body
  await peer.advance(60)
  await peer.faults({ fault: 'status_flap', calls: [2] })
  const seen = []
  for (let n = 0; n < 3; n += 1) seen.push((await peer.ask(id)).body.status)
  assert.deepEqual(seen, ['succeeded', 'pending', 'succeeded'])
})

test('search_lag empties one search', async () => {
  await peer.create(sbpOrder('p1'))
  await peer.faults({ fault: 'search_lag', times: 1 })
  assert.deepEqual([await made('p1'), await made('p1')], [0, 1])
})

test('late_reject turns a paid payout canceled and brings the money back', async () => {
  await peer.faults({ fault: 'late_reject' })
  const { id } = (await peer.create(sbpOrder('p1'))).body
  await peer.advance(60)
  assert.equal((await peer.ask(id)).body.status, 'succeeded')
  await peer.advance(6)
  assert.equal((await peer.ask(id)).body.status, 'canceled')
  assert.equal(peer.bank.ledger().length, 1)
  assert.equal((await peer.control<unknown[]>('GET', 'returns')).body.length, 1)
})

test('late_return brings the money back and leaves the status', async () => {
  await peer.faults({ fault: 'late_return' })
  const { id } = (await peer.create(sbpOrder('p1', '7.00'))).body
  await peer.advance(60)
  await peer.advance(6)
  assert.equal((await peer.ask(id)).body.status, 'succeeded')
  const { body } = await peer.control<{ amount_kop: number }[]>('GET', 'returns')
  assert.deepEqual(
    body.map((line) => line.amount_kop),
    [700],
  )
})

test('notifications come once, five times, never, early and from a wrong address as asked', async () => {
  const got: { from: string | undefined; event: string; payment: string; at: number }[] = []
  const receiver = createServer((request, response) => {
    void readText(request).then((text) => {
      const { event, object } = JSON.parse(text ?? '')
      const payment = object.metadata.payment_id
      got.push({ from: request.socket.remoteAddress, event, payment, at: performance.now() })
      response.end()
    })
  })
  await peer.control('PUT', 'settings', { webhook_url: await listen(receiver, '127.0.0.1', 0) })
  try {
    const kinds = [
      'duplicate_webhook',
      'webhook_lost',
      'webhook_wrong_ip',
      'webhook_before_response',
    ]
    await peer.faults(...kinds.map((fault) => ({ fault, payment_id: fault })))
    for (const kind of ['plain', ...kinds.slice(0, 3)]) await peer.create(sbpOrder(kind))
    const early = await peer.create(sbpOrder('webhook_before_response'))
    const answered = performance.now()
    assert.equal(early.body.status, 'pending')
    await peer.advance(60)
    await until(() => got.length >= 8)
    const count = (payment: string) => got.filter((one) => one.payment === payment).length
    assert.deepEqual(['plain', ...kinds].map(count), [1, 5, 0, 1, 1])
    assert.ok(
      (got.find((one) => one.payment === 'webhook_before_response')?.at ?? Infinity) < answered,
    )
    assert.equal(got.find((one) => one.payment === 'plain')?.from, '127.0.0.1')
    assert.equal(got.find((one) => one.payment === 'webhook_wrong_ip')?.from, '127.0.0.66')
    assert.ok(got.every((one) => one.event === 'payout.succeeded'))
  } finally {
    receiver.close()
    receiver.closeAllConnections()
  }
})

test('the log names the fault and the answer and holds no credentials and no card number', async () => {
  const number = '2200117996077364'
  await peer.faults({ fault: '500_before' })
  await peer.create({
    ...sbpOrder('p1'),
    payout_destination_data: { type: 'bank_card', card: { number } },
  })
  const [entry] = await peer.requests()
  assert.deepEqual(
    [entry?.fault, entry?.status, entry?.headers.authorization],
    ['500_before', 500, '***'],
  )
  assert.match(entry?.body ?? '', /\*{4}7364/)
  assert.equal(JSON.stringify(entry).includes(number), false)
})
