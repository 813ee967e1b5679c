import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openBankPeer, sbpOrder } from '#test/failures/bank-peer.ts'

const peer = await openBankPeer()
after(() => peer.bank.close())
beforeEach(() => peer.control('POST', 'reset'))

test('unknown calls and wrong bodies of the control are refused and change nothing', async () => {
  const before = (await peer.control('GET', 'settings')).body
  assert.equal((await peer.control('GET', 'nothing')).status, 404)
  const wrong: [string, string, unknown][] = [
    ['PUT', 'settings', { pending_polls: -1 }],
    ['PUT', 'settings', { pending_pols: 1 }],
    ['PUT', 'settings', { secret: null }],
    ['PUT', 'settings', []],
    ['PUT', 'faults', { fault: 'slow' }],
    ['PUT', 'faults', [{ fault: 'slower' }]],
    ['PUT', 'faults', [{ fault: 'slow', on: 'delete' }]],
    ['PUT', 'faults', [{ fault: 'slow', probability: 2 }]],
    ['PUT', 'faults', [{ fault: 'slow', call: [1] }]],
    ['PUT', 'seed', { seed: 'x' }],
    ['POST', 'clock/advance', { seconds: -1 }],
    ['POST', 'return', { payment_id: 'p1', amount_kop: 0 }],
  ]
  for (const [method, name, body] of wrong) {
    assert.equal((await peer.control(method, name, body)).status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await peer.control('GET', 'settings')).body, before)
})

test('a fault applies only to its destination, its payment and its number of times', async () => {
  await peer.faults(
    { fault: '500_before', destination: '67', times: 1 },
    { fault: '429', payment_id: 'p9' },
  )
  const phones = ['79260000066', '79260000067', '79260000067']
  const statuses = []
  for (const phone of phones)
    statuses.push((await peer.create(sbpOrder('p', '1.00', phone))).status)
  statuses.push((await peer.create(sbpOrder('p9', '1.00', '79260000066'))).status)
  assert.deepEqual(statuses, [200, 500, 200, 429])
})

test('the same seed gives faults in the same calls, another seed in other ones', async () => {
  const run = async (seed: number) => {
    await peer.control('POST', 'reset')
    await peer.faults({ fault: ['500_before', '429', '200_empty'], probability: 0.5 })
    await peer.control('PUT', 'seed', { seed })
    const statuses = []
    for (let n = 0; n < 40; n += 1) {
      const { status, text } = await peer.create(sbpOrder(`p${n}`))
      statuses.push(text === '' ? 'empty' : status)
    }
    return statuses
  }
  const first = await run(7)
  assert.deepEqual(await run(7), first)
  assert.notDeepEqual(await run(8), first)
  assert.deepEqual(new Set(first), new Set([200, 500, 429, 'empty']))
})

test('the request log can be read from a number on', async () => {
  for (let n = 0; n < 3; n += 1) await peer.call('GET', '/me')
  const { body } = await peer.control<{ n: number }[]>('GET', 'requests?since=1')
  assert.deepEqual(
    body.map((entry) => entry.n),
    [2, 3],
  )
})

test('a reset leaves an empty bank with its first settings and no faults', async () => {
  await peer.control('PUT', 'settings', { pending_polls: 0 })
  await peer.create(sbpOrder('p1'))
  await peer.faults({ fault: '401_from_now' })
  await peer.call('GET', '/me')
  await peer.control('POST', 'reset')
  assert.deepEqual(peer.bank.ledger(), [])
  assert.deepEqual(await peer.requests(), [])
  assert.equal((await peer.create(sbpOrder('p1'))).body.status, 'pending')
})
