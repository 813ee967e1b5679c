import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, afterEach, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { user } from '#contract/user/user.ts'
import { MAX_TRIES, webhooks } from '#contract/webhook/webhooks.ts'
import { addDeal, addDraft, addIssued } from '#test/builders/act-forms.ts'
import { addWebhook } from '#test/builders/service-accounts.ts'
import { openReceiver } from '#test/failures/event-receiver.ts'
import { openSecondProcess } from '#test/failures/second-process.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { DELIVER_JOB, type DeliverJob } from '../../../outbox/queue-events.ts'
import { deliverDue, LIVE_EFFECTS, type DeliveryEffects } from './deliver.ts'
import { sweepWebhooks } from './webhook-jobs.ts'

const world = await openWorld()
const receiver = await openReceiver()
after(async () => {
  await receiver.close()
  await world.close()
})
const { own, services, supervisor } = world
const { q } = services
const root = supervisor.api
// Wake-ups are taken and do nothing: each test sends by itself.
const woken: string[] = []
await services.jobs.start([
  { name: DELIVER_JOB, handler: async (data) => void woken.push((data as DeliverJob).id) },
])
const deal = await addDeal(own)

afterEach(async () => {
  receiver.reactWith(undefined)
  receiver.received.length = 0
  await q
    .updateTable('webhook')
    .set({ events: ['visit.cancelled'] })
    .execute()
})

const listen = (url = receiver.url) => addWebhook(world, own, url, ['act.issued'])
const deliver = (id: string, fx: Partial<DeliveryEffects> = {}, db: Db = own.db) =>
  deliverDue(db, id, { ...LIVE_EFFECTS, ...fx })
/** Lets the pauses of an address pass. */
async function skipPauses(id: string): Promise<void> {
  await q.updateTable('webhook').set({ resting_until: null }).where('id', '=', id).execute()
  await q
    .updateTable('webhook_delivery')
    .set({ next_at: sql`now()` })
    .where('webhook_id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}
const log = async (id: string) =>
  (await root.send(webhooks.superGetWebhookDeliveries, { query: { id } })).items
const present = async (id: string) =>
  (await root.send(webhooks.superGetWebhooks, { query: { companyId: own.id } })).find(
    (webhook) => webhook.id === id,
  )!

test('a committed act waits for its delivery though no worker runs, and is sent by another process', async () => {
  const { id, secret } = await listen()
  const issued = await addIssued(own, deal)
  const [waiting] = await log(id)
  assert.deepEqual(
    [waiting!.type, waiting!.status, waiting!.attempts],
    ['act.issued', 'waiting', 0],
  )
  const second = await openSecondProcess(world)
  await deliver(id, {}, { ...own.db, q: second.world.services.q, services: second.world.services })
  await second.close()
  const [request, ...others] = receiver.received
  assert.deepEqual(others, [])
  const body = JSON.parse(request!.text) as { data: Record<string, unknown> }
  assert.equal(request!.id, waiting!.event_id)
  const { data, ...head } = body
  assert.deepEqual(
    { ...head, timestamp: '' },
    { id: request!.id, type: 'act.issued', timestamp: '', company_id: own.id },
  )
  const shown = await own.operator.api.send(act.get, { query: { id: issued.id } })
  assert.deepEqual(
    [data['id'], data['number'], data['total_kop'], data['version'], data['supplier_id']],
    [issued.id, issued.number, shown.total_kop, shown.version, deal.supplier.id],
  )
  assert.ok(!request!.text.includes(deal.supplier.name.split(' ')[0]!), 'no names')
  assert.ok(!request!.text.includes(secret))
  const [done] = await log(id)
  assert.deepEqual(
    [done!.status, done!.attempts, done!.last_status, done!.last_error, done!.next_at],
    ['delivered', 1, 204, null, null],
  )
})

test('an act that is refused or rolled back sends nothing', async () => {
  const { id } = await listen()
  const draft = await addDraft(own, deal)
  const stale = { command: 'issue', id: draft.id, version: 999 } as const
  assert.equal((await own.operator.api.refused(act.update, { body: stale })).code, 'common.stale')
  const undone = inTransaction(own.db, async (tx) => {
    tx.auditEvents.push({ action: 'act.issue', entity: 'act', id: draft.id })
    await tx.q.updateTable('act').set({ comment: 'x' }).where('id', '=', draft.id).execute()
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  await deliver(id)
  assert.deepEqual([await log(id), receiver.received], [[], []])
})

test('500 is sent again with the same id and body, and 200 ends it', async () => {
  const { id } = await listen()
  await addIssued(own, deal)
  receiver.reactWith((_request, response) => void response.writeHead(500).end('Упало\u0000'))
  await deliver(id)
  await deliver(id)
  assert.equal(receiver.received.length, 1, 'the address rests after a failure')
  const [failed] = await log(id)
  assert.deepEqual(
    [failed!.status, failed!.attempts, failed!.last_status, failed!.last_error],
    ['waiting', 1, 500, 'status'],
  )
  assert.ok(Date.parse(failed!.next_at!) > Date.parse(failed!.last_at!))
  assert.notEqual((await present(id)).failing_since, null)
  const query = { id: failed!.id }
  const card = await root.send(webhooks.superGetWebhookDelivery, { query })
  assert.deepEqual([card.last_answer, card.body], ['Упало�', receiver.received[0]!.text])
  receiver.reactWith(undefined)
  await skipPauses(id)
  await deliver(id)
  const [first, again] = receiver.received
  assert.deepEqual([again!.id, again!.text], [first!.id, first!.text])
  const [done] = await log(id)
  assert.deepEqual([done!.status, done!.attempts], ['delivered', 2])
  assert.equal((await present(id)).failing_since, null)
})

test('redirects, silence, an endless answer and an inside address are failures with a reason of their own', async () => {
  const outcome = async (id: string) => {
    const [row] = await log(id)
    return [row!.status, row!.last_status, row!.last_error]
  }
  const { id } = await listen()
  await addIssued(own, deal)
  receiver.reactWith((_request, response) =>
    response.writeHead(307, { location: receiver.url }).end(),
  )
  await deliver(id)
  assert.deepEqual(await outcome(id), ['waiting', 307, 'redirect'])
  assert.equal(receiver.received.length, 1)
  receiver.reactWith(() => undefined)
  await skipPauses(id)
  await deliver(id, { deadlineMs: 50 })
  assert.deepEqual(await outcome(id), ['waiting', null, 'timeout'])
  receiver.reactWith((_request, response) => {
    response.writeHead(200)
    response.write('x'.repeat(10_485_760))
  })
  await skipPauses(id)
  await deliver(id)
  assert.deepEqual(await outcome(id), ['delivered', 200, null])
  const query = { id: (await log(id))[0]!.id }
  const card = await root.send(webhooks.superGetWebhookDelivery, { query })
  assert.equal(card.last_answer!.length, 8192)

  const named = await listen('https://hook.example/events')
  await addIssued(own, deal)
  const resolve = () => Promise.resolve(['192.168.1.10'])
  await deliver(named.id, { resolve })
  assert.deepEqual(await outcome(named.id), ['waiting', null, 'inside'])
})

test('two processes send each delivery once', async () => {
  const { id } = await listen()
  const second = await openSecondProcess(world)
  const there = { ...own.db, q: second.world.services.q, services: second.world.services }
  const issued = [
    await addIssued(own, deal),
    await addIssued(own, deal),
    await addIssued(own, deal),
  ]
  await Promise.all([deliver(id), deliver(id, {}, there), deliver(id), deliver(id, {}, there)])
  await second.close()
  assert.equal(receiver.received.length, issued.length)
  assert.equal(new Set(receiver.received.map((request) => request.id)).size, issued.length)
  const rows = await log(id)
  assert.ok(rows.every(({ status, attempts }) => status === 'delivered' && attempts === 1))
})

test('a delivery whose process was killed in the middle is sent again with the same id', async () => {
  const { id } = await listen()
  await addIssued(own, deal)
  const arrived = new Promise<void>((resolve) => receiver.reactWith(() => resolve()))
  const child = fork(
    path.resolve(import.meta.dirname, '../../../../../test/failures/webhook-worker.ts'),
  )
  const { secrets, ...config } = services.config
  const hex = Object.entries(secrets).map(([name, key]) => [name, key.toString('hex')])
  child.send({ config, secrets: Object.fromEntries(hex), companyId: own.id, webhookId: id })
  await arrived
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  receiver.reactWith(undefined)
  await deliver(id)
  assert.equal(receiver.received.length, 1, 'the lease of the dead is respected')
  const past = sql<string>`now() - interval '1 minute'`
  await q
    .updateTable('webhook_delivery')
    .set({ leased_until: past, next_at: past })
    .where('webhook_id', '=', id)
    .execute()
  woken.length = 0
  await sweepWebhooks(services)
  await until(() => woken.includes(id))
  await deliver(id)
  const [first, again] = receiver.received
  assert.equal(first!.id, again!.id)
  const [row] = await log(id)
  assert.deepEqual([row!.status, row!.attempts], ['delivered', 2])
})

test('after its last attempt a delivery is given up, and a person sends it again', async () => {
  const { id } = await listen()
  await addIssued(own, deal)
  receiver.reactWith((_request, response) => void response.writeHead(503).end())
  const pauses: number[] = []
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    await skipPauses(id)
    await deliver(id, { chance: () => 0.5 })
    const [row] = await log(id)
    if (row!.next_at)
      pauses.push(Math.round((Date.parse(row!.next_at) - Date.parse(row!.last_at!)) / 1000))
  }
  const total = pauses.reduce((sum, pause) => sum + pause, 0)
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
    'each pause is longer',
  )
  assert.ok(total > 23 * 3600 && total < 25 * 3600, `${total} s`)
  const [given] = await log(id)
  assert.deepEqual([given!.status, given!.attempts], ['failed', MAX_TRIES])
  assert.equal((await present(id)).failed, 1)
  await skipPauses(id)
  receiver.reactWith(undefined)
  const body = { id: given!.id }
  assert.equal((await root.send(webhooks.superResendWebhookDelivery, { body })).status, 'waiting')
  const twice = await root.refused(webhooks.superResendWebhookDelivery, { body })
  assert.equal(twice.code, 'webhook.delivery-waits')
  await deliver(id)
  const [done] = await log(id)
  assert.deepEqual([done!.status, done!.attempts], ['delivered', MAX_TRIES + 1])
  assert.equal(receiver.received.at(-1)!.id, given!.event_id)
})

test('an address that fails for days, or says that it is gone, is stopped and people are told', async () => {
  const notices = async () =>
    (await root.send(user.getNotices, { query: { filter: { kind: ['webhook_stopped'] } } })).items
  const { id } = await listen()
  await addIssued(own, deal)
  receiver.reactWith((_request, response) => void response.writeHead(500).end())
  await deliver(id)
  await q
    .updateTable('webhook')
    .set({ failing_since: sql<string>`now() - interval '73 hours'` })
    .where('id', '=', id)
    .execute()
  await skipPauses(id)
  await deliver(id)
  const stopped = await present(id)
  assert.deepEqual([stopped.status, stopped.stop_reason], ['stopped', 'failing'])
  assert.equal((await notices()).length, 1)
  await addIssued(own, deal)
  assert.equal((await log(id)).length, 1, 'a stopped address hears nothing')
  await skipPauses(id)
  await deliver(id)
  assert.equal(receiver.received.length, 2, 'and gets nothing')
  for (const call of [webhooks.superTestWebhook, webhooks.superResendWebhookDelivery]) {
    const body = { id: call === webhooks.superTestWebhook ? id : (await log(id))[0]!.id }
    assert.equal((await root.refused(call, { body })).code, 'webhook.stopped')
  }
  receiver.reactWith(undefined)
  const goOn = { id, version: stopped.version, status: 'active' as const }
  await root.send(webhooks.superUpdateWebhook, { body: goOn })
  await deliver(id)
  assert.equal((await log(id))[0]!.status, 'delivered', 'what waited leaves at once')

  const gone = await listen()
  await addIssued(own, deal)
  receiver.reactWith((_request, response) => void response.writeHead(410).end())
  await deliver(gone.id)
  assert.equal((await present(gone.id)).stop_reason, 'gone')
  assert.equal((await log(gone.id))[0]!.status, 'failed')
  assert.equal((await notices()).length, 2)
})
