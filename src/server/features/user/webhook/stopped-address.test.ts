import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { company } from '#contract/company/company.ts'
import { user } from '#contract/user/user.ts'
import { webhooks } from '#contract/webhook/webhooks.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addWebhook } from '#test/builders/service-accounts.ts'
import { openReceiver } from '#test/failures/event-receiver.ts'
import { openWorld } from '#test/support/world.ts'
import { openCipher } from '../../../storage/encryption.ts'
import { DELIVER_JOB } from '../../../outbox/queue-events.ts'
import { deliverDue, LIVE_EFFECTS } from './deliver.ts'

const world = await openWorld()
const receiver = await openReceiver()
after(async () => {
  await receiver.close()
  await world.close()
})
const { own, services, supervisor } = world
const root = supervisor.api
// Each test sends by itself.
await services.jobs.start([{ name: DELIVER_JOB, handler: async () => undefined }])
const deal = await addDeal(own)

afterEach(async () => {
  receiver.received.length = 0
  const events = ['visit.cancelled']
  await services.q.updateTable('webhook').set({ events }).execute()
})

const deliver = (id: string) => deliverDue(own.db, id, LIVE_EFFECTS)
const log = async (id: string) =>
  (await root.send(webhooks.superGetWebhookDeliveries, { query: { id } })).items
const present = async (id: string) =>
  (await root.send(webhooks.superGetWebhooks, { query: { companyId: own.id } })).find(
    (webhook) => webhook.id === id,
  )!
const goOn = async (id: string) => {
  const body = { id, version: (await present(id)).version, status: 'active' as const }
  return root.send(webhooks.superUpdateWebhook, { body })
}
/** As in a database that was restored beside the keys of another server. */
const sealByOther = (id: string) =>
  openCipher({ newest: () => ({ id: 1, bytes: randomBytes(32) }), find: () => undefined }).close(
    { companyId: own.id, table: 'webhook', id, field: 'secret' },
    'whsec_foreign',
  )

test('a secret that cannot be read ends its delivery with the reason and stops the address', async () => {
  const { id } = await addWebhook(world, own, receiver.url, ['act.issued'])
  await addIssued(own, deal)
  await addIssued(own, deal)
  const secret = sealByOther(id)
  await services.q.updateTable('webhook').set({ secret }).where('id', '=', id).execute()
  await deliver(id)
  const [waiting, ended] = await log(id)
  assert.deepEqual([ended!.status, ended!.last_error], ['failed', 'secret'])
  assert.equal(waiting!.status, 'waiting', 'what nobody has tried yet leaves with a new secret')
  const stopped = await present(id)
  assert.deepEqual([stopped.status, stopped.stop_reason], ['stopped', 'secret'])
  assert.equal(receiver.received.length, 0)
  const { items } = await root.send(user.getNotices, {
    query: { filter: { kind: ['webhook_stopped'] } },
  })
  assert.match(items[0]!.title, /секрет подписи не читается/)
  const rotated = await root.send(webhooks.superRotateWebhookSecret, {
    body: { id, version: stopped.version },
  })
  assert.equal(rotated.webhook.previous_until, null, 'the unreadable one signs nothing')
  await goOn(id)
  await deliver(id)
  assert.equal((await log(id))[0]!.status, 'delivered')
})

test('a previous secret that cannot be read does not keep the present one from signing', async () => {
  const { id } = await addWebhook(world, own, receiver.url, ['act.issued'])
  await addIssued(own, deal)
  await services.q
    .updateTable('webhook')
    .set({ previous_secret: sealByOther(id), previous_until: '2099-01-01T00:00:00Z' })
    .where('id', '=', id)
    .execute()
  await deliver(id)
  assert.equal((await log(id))[0]!.status, 'delivered')
})

test('a company that is closed sends nothing more, and what waited ends with the reason', async () => {
  const { id } = await addWebhook(world, own, receiver.url, ['act.issued'])
  await addIssued(own, deal)
  for (const new_status of ['suspended', 'archived'] as const)
    await root.send(company.setStatus, { body: { id: own.id, new_status } })
  await deliver(id)
  assert.equal(receiver.received.length, 0)
  const [ended] = await log(id)
  assert.deepEqual([ended!.status, ended!.last_error], ['failed', 'closed'])
  const stopped = await present(id)
  assert.deepEqual([stopped.status, stopped.stop_reason], ['stopped', 'closed'])
  const again = { id, version: stopped.version, status: 'active' as const }
  const resumed = await root.refused(webhooks.superUpdateWebhook, { body: again })
  assert.equal(resumed.code, 'webhook.company-closed')
  const added = await root.refused(webhooks.superCreateWebhook, {
    body: { company_id: own.id, title: 'Ещё', url: receiver.url, events: ['act.issued'] },
  })
  assert.equal(added.code, 'webhook.company-closed')
})
