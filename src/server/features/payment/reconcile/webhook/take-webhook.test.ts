import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import { paymentWebhook, WEBHOOK_KB } from '#contract/payment/webhook.ts'
import { webhookKey } from '#server/features/bank/webhook-key.ts'
import { isAddressOf } from '#server/features/bank/providers/address-list.ts'
import { yookassa } from '#server/features/bank/providers/yookassa/yookassa.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, addTrainingBank, pay, rowFor } from '#test/builders/payouts.ts'

// Payouts end when the bank's clock moves, and notifications go out then.
const payouts = await openPayoutWorld({ pending_polls: null, pending_seconds: 60 })
const { peer, own, world, configId, visit, stateOf, timesPaid } = payouts
const { config } = world.services
const key = webhookKey(config, { companyId: own.id, configId })
const addressOf = (its: string) => paymentWebhook.webhook.path.replace(':key', its)

async function post(url: string, payload: string, remoteAddress = '127.0.0.1') {
  const headers = { 'content-type': 'application/json' }
  const answer = await world.app.inject({ method: 'POST', url, payload, headers, remoteAddress })
  return answer.statusCode
}

interface Arrival {
  readonly payment: string
  readonly status: number
}
let arrivals: Arrival[] = []
let onArrival: () => void = () => undefined

/** The notifications so far, once the named payment has so many. */
async function arrivalsOf(payment: string, count: number): Promise<number[]> {
  const its = () => arrivals.filter((one) => one.payment === payment).map(({ status }) => status)
  while (its().length < count) await new Promise<void>((resolve) => (onArrival = resolve))
  return its()
}

/** Hands what the bank sends over to the server with the address that it came from. */
const receiver = createServer((request, response) => {
  void text(request).then(async (body) => {
    const status = await post(request.url!, body, request.socket.remoteAddress)
    const { object } = JSON.parse(body) as { object: { metadata: { payment_id: string } } }
    arrivals.push({ payment: object.metadata.payment_id, status })
    response.writeHead(status).end()
    onArrival()
  })
})
before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const webhook_url = `http://127.0.0.1:${port}${addressOf(key)}`
  await peer.control('PUT', 'settings', { webhook_url })
})
beforeEach(async () => {
  await peer.faults()
  arrivals = []
})
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await payouts.close()
})

/** A payout that the bank has and does not tell the end of; the next question is far away. */
async function sent(phone?: string): Promise<string> {
  const row = await rowFor(own, await addPayee(own, phone), 10_000)
  await pay(own, [row])
  assert.equal(await visit(row.id), 'processing')
  await postpone(row.id)
  return row.id
}
async function postpone(id: string): Promise<void> {
  await sql`update payment set next_check_at = now() + interval '1 hour' where id = ${id}`.execute(
    own.db.q,
  )
}
async function isDue(id: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce(next_check_at <= now(), false) as due from payment where id = ${id}
  `.execute(own.db.q)
  return rows[0]!.due
}
const notification = (object: object, event = 'payout.succeeded') =>
  JSON.stringify({ type: 'notification', event, object })

test('a success is asked about at once and paid by the answer', async () => {
  const id = await sent()
  assert.equal(await isDue(id), false)
  await peer.advance(60)
  assert.deepEqual(await arrivalsOf(id, 1), [200])
  assert.deepEqual([await isDue(id), await stateOf(id)], [true, 'processing'])
  assert.equal(await visit(id), 'paid')
})

test('a cancel is rejected by the answer', async () => {
  const id = await sent('+79170000002')
  await peer.advance(60)
  assert.deepEqual(await arrivalsOf(id, 1), [200])
  assert.equal(await isDue(id), true)
  assert.equal(await visit(id), 'rejected')
})

test('the same notification five times changes no more than once', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await peer.faults({ fault: 'duplicate_webhook', payment_id: row.id })
  await pay(own, [row])
  await visit(row.id)
  await postpone(row.id)
  await peer.advance(60)
  assert.deepEqual(await arrivalsOf(row.id, 5), [200, 200, 200, 200, 200])
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
  // What is over is asked about no more.
  assert.equal(await post(addressOf(key), notification({ metadata: { payment_id: row.id } })), 200)
  assert.equal(await isDue(row.id), false)
})

test('one that comes before the answer to the send disturbs nothing', async () => {
  const row = await rowFor(own, await addPayee(own), 10_000)
  await peer.faults({ fault: 'webhook_before_response', payment_id: row.id })
  await pay(own, [row])
  const state = await visit(row.id)
  assert.deepEqual(await arrivalsOf(row.id, 1), [200])
  assert.ok(['processing', 'registered', 'paid'].includes(state), state)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
})

test('one that is lost, and one from a foreign address, leave the payment to its own time', async () => {
  const lost = await rowFor(own, await addPayee(own), 10_000)
  const wrong = await rowFor(own, await addPayee(own), 10_000)
  await peer.faults(
    { fault: 'webhook_lost', payment_id: lost.id },
    { fault: 'webhook_wrong_ip', payment_id: wrong.id },
  )
  await pay(own, [lost, wrong])
  for (const { id } of [lost, wrong]) {
    await visit(id)
    await postpone(id)
  }
  await peer.advance(60)
  assert.deepEqual(await arrivalsOf(wrong.id, 1), [403])
  for (const { id } of [lost, wrong]) {
    assert.equal(await isDue(id), false)
    assert.equal(await visit(id), 'paid')
  }
})

test('a key that this server did not write, or of an agreement without notifications, is unknown', async () => {
  const id = await sent()
  const body = notification({ metadata: { payment_id: id } })
  const changed = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  const stranger = webhookKey(config, { companyId: world.other.id, configId })
  const byFile = webhookKey(config, { companyId: own.id, configId: await addFileAgreement(own) })
  for (const its of [changed, stranger, byFile, 'x', 'A'.repeat(64)])
    assert.equal(await post(addressOf(its), body), 404, its)
  assert.equal(await isDue(id), false)
})

test('a body of another form changes nothing', async () => {
  const id = await sent()
  for (const body of ['{}', '{"object":{"id":7,"metadata":{"payment_id":"x"}}}'])
    assert.equal(await post(addressOf(key), body), 200, body)
  for (const body of ['[]', '1', 'null', '"x"'])
    assert.equal(await post(addressOf(key), body), 400, body)
  assert.equal(await isDue(id), false)
})

test('a forged success is asked about and not believed', async () => {
  const id = await sent()
  assert.equal(await post(addressOf(key), notification({ metadata: { payment_id: id } })), 200)
  assert.equal(await isDue(id), true)
  assert.equal(await visit(id), 'processing')
  assert.equal(await timesPaid(id), 0)
})

test('a body over 64 KB is refused', async () => {
  const large = JSON.stringify({ text: 'x'.repeat(WEBHOOK_KB * 1024) })
  assert.equal(await post(addressOf(key), large), 413)
})

test('another company’s key reaches no payment of ours, and its sixty-first notification of a minute is refused', async () => {
  const id = await sent()
  const foreign = webhookKey(config, {
    companyId: world.other.id,
    configId: await addTrainingBank(world.other),
  })
  const body = notification({ metadata: { payment_id: id } })
  const statuses = []
  // A minute may end in between: then a second one is filled.
  for (let n = 0; n <= 120; n++) statuses.push(await post(addressOf(foreign), body))
  assert.deepEqual(new Set(statuses), new Set([200, 429]))
  assert.ok(statuses.indexOf(429) >= 60)
  assert.equal(await isDue(id), false)
})

test('the agreement shows the address to super administrators, and each provider its own list', async () => {
  const cardOf = (bankConfigId: string) =>
    world.supervisor.api.send(bankSetUp.getConfig, { query: { companyId: own.id, bankConfigId } })
  assert.equal((await cardOf(configId)).webhook_url, `${config.publicUrl}${addressOf(key)}`)
  assert.equal((await cardOf(await addFileAgreement(own))).webhook_url, null)
  const theirs = yookassa.notifiers!({ sandboxUrl: undefined })
  for (const ip of ['185.71.76.1', '77.75.156.35', '2a02:5180::7'])
    assert.equal(isAddressOf(theirs, ip), true, ip)
  for (const ip of ['127.0.0.1', '185.71.76.32', '77.75.156.12', '2a02:5181::7'])
    assert.equal(isAddressOf(theirs, ip), false, ip)
})
