import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { TEST_EVENT, webhookEventCodes } from '#contract/webhook/webhook-events.ts'
import { MAX_WEBHOOKS, webhooks } from '#contract/webhook/webhooks.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addServiceAccount, addWebhook } from '#test/builders/service-accounts.ts'
import { openReceiver } from '#test/failures/event-receiver.ts'
import { approval } from '#test/support/approve.ts'
import { logReader } from '#test/support/read-log.ts'
import { openWorld } from '#test/support/world.ts'
import { webhookHeaders } from '../../../outbound/sign-webhook.ts'
import { DELIVER_JOB } from '../../../outbox/queue-events.ts'
import { deliverDue, LIVE_EFFECTS } from './deliver.ts'
import { sealClearQueries } from './seal-clear-queries.ts'

const output = logReader()
const world = await openWorld({ config: { logLevel: 'debug' }, logTo: output })
const receiver = await openReceiver()
after(async () => {
  await receiver.close()
  await world.close()
})
const { own, other, services, supervisor } = world
const root = supervisor.api
await services.jobs.start([{ name: DELIVER_JOB, handler: async () => undefined }])

const log = async (id: string) =>
  (await root.send(webhooks.superGetWebhookDeliveries, { query: { id } })).items
const typesOf = async (id: string) => (await log(id)).map(({ type }) => type).toReversed()
const newBody = (url: string) => ({
  company_id: own.id,
  title: 'Обмен',
  url,
  events: ['act.issued' as const],
})

test('a secret is shown once: it is sealed, in no list, no journal and no log', async () => {
  const client_id = randomUUID()
  const body = { ...newBody(receiver.url), client_id }
  const { webhook, secret } = await root.send(webhooks.superCreateWebhook, { body })
  assert.match(secret!, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const again = await root.send(webhooks.superCreateWebhook, { body })
  assert.deepEqual([again.webhook.id, again.secret], [webhook.id, null])
  const other_body = { body: { ...body, title: 'Иное' } }
  assert.equal(
    (await root.refused(webhooks.superCreateWebhook, other_body)).code,
    'common.id-reused',
  )

  const rotate = { body: { id: webhook.id, version: webhook.version } }
  const next = await root.send(webhooks.superRotateWebhookSecret, rotate)
  assert.notEqual(next.secret, secret)
  assert.equal((await root.refused(webhooks.superRotateWebhookSecret, rotate)).code, 'common.stale')
  assert.ok(Date.parse(next.webhook.previous_until!) > Date.now())

  await root.send(webhooks.superTestWebhook, { body: { id: webhook.id } })
  await deliverDue(own.db, webhook.id, LIVE_EFFECTS)
  const [request] = receiver.received
  const { type, data } = JSON.parse(request!.text) as { type: string; data: object }
  assert.deepEqual([type, data], [TEST_EVENT, { webhook_id: webhook.id }])
  const seconds = Number(request!.headers['webhook-timestamp'])
  const expected = webhookHeaders(
    { id: request!.id, body: request!.text },
    [next.secret!, secret!],
    seconds,
  )
  assert.equal(request!.headers['webhook-signature'], expected['webhook-signature'])

  const stored = JSON.stringify([
    await services.q.selectFrom('webhook').selectAll().execute(),
    await services.q.selectFrom('webhook_delivery').selectAll().execute(),
    await services.q.selectFrom('audit_event').selectAll().execute(),
    await root.send(webhooks.superGetWebhooks, { query: { companyId: own.id } }),
    output.text(),
  ])
  for (const each of [secret!, next.secret!])
    assert.ok(!stored.includes(each) && !stored.includes(each.slice(6, 40)))
})

test('an address is https to the internet; in the demo also this machine', async () => {
  const refused = async (url: string) => {
    const answer = await root.refused(webhooks.superCreateWebhook, { body: newBody(url) })
    assert.equal(answer.code, 'webhook.bad-url', url)
    return answer.fields!['url']!
  }
  assert.match(await refused('http://hook.example/'), /https/)
  assert.match(await refused('http://hook.example/?%'), /https/)
  assert.match(await refused('ftp://hook.example/'), /https/)
  assert.match(await refused('это не адрес'), /https/)
  assert.match(await refused('https://me:secret@hook.example/'), /Логин и пароль/)
  assert.match(await refused('https://hook.example/#part'), /#/)
  for (const host of ['10.0.0.1', '169.254.169.254', '[fd00::1]', 'intranet', '0x0a000001'])
    assert.match(await refused(`https://${host}/`), /внутреннюю сеть/)
  const { config } = services
  Object.assign(config, { loopbackWebhooks: false })
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'x.localhost'])
    assert.match(await refused(`https://${host}/`), /внутреннюю сеть/)
  assert.match(await refused('http://127.0.0.1/'), /https/)
  Object.assign(config, { loopbackWebhooks: true, outboundHosts: ['hook.example'] })
  assert.match(await refused('https://other.example/'), /нет в списке/)
  Object.assign(config, { outboundHosts: undefined })
})

test('an address of another company does not hear, and those who may not manage see nothing', async () => {
  const ours = await addWebhook(world, own, receiver.url, ['supplier.created'])
  const theirs = await addWebhook(world, other, receiver.url, ['supplier.created'])
  const person = { type: 'person', last_name: 'Тихий', first_name: 'Пётр' } as const
  await own.operator.api.send(supplier.create, { body: person })
  assert.deepEqual(await typesOf(ours.id), ['supplier.created'])
  assert.deepEqual(await typesOf(theirs.id), [])
  const [delivery] = await log(ours.id)
  const { api: program } = await addServiceAccount(world, own, ['company.read'])
  for (const api of [own.operator.api, own.manager.api, other.manager.api, program]) {
    const codes = [
      await api.refused(webhooks.superGetWebhooks, { query: { companyId: own.id } }),
      await api.refused(webhooks.superGetWebhookDeliveries, { query: { id: ours.id } }),
      await api.refused(webhooks.superGetWebhookDelivery, { query: { id: delivery!.id } }),
      await api.refused(webhooks.superTestWebhook, { body: { id: ours.id } }),
      await api.refused(webhooks.superCreateWebhook, { body: newBody(receiver.url) }),
    ].map(({ code }) => code)
    assert.deepEqual(new Set(codes), new Set(['access.denied']))
  }
  const strange = { id: randomUUID() }
  const unknown = [
    await root.refused(webhooks.superGetWebhooks, { query: { companyId: strange.id } }),
    await root.refused(webhooks.superGetWebhookDeliveries, { query: strange }),
    await root.refused(webhooks.superGetWebhookDelivery, { query: strange }),
    await root.refused(webhooks.superTestWebhook, { body: strange }),
    await root.refused(webhooks.superResendWebhookDelivery, { body: strange }),
    await root.refused(webhooks.superUpdateWebhook, { body: { ...strange, version: 1 } }),
    await root.refused(webhooks.superRotateWebhookSecret, { body: { ...strange, version: 1 } }),
    await root.refused(webhooks.superCreateWebhook, {
      body: { ...newBody(receiver.url), company_id: strange.id },
    }),
  ].map(({ code }) => code)
  assert.deepEqual(new Set(unknown), new Set(['common.not-found']))
})

test('a record tells of its whole life, with ids and figures and nothing of a person', async () => {
  const { id } = await addWebhook(world, own, receiver.url, webhookEventCodes)
  const deal = await addDeal(own)
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const typed = {
    command: 'manual' as const,
    carnumber: 'А123ВС77',
    in_g: 9_000_000,
    out_g: 4_000_000,
    in_at: at(80),
    out_at: at(40),
    reason: 'Индикатор в поверке',
  }
  const question = await own.operator.api.refused(visitCalls.update, { body: typed })
  const allowed = await approval(own.operator, question, own.manager)
  await own.operator.api.send(visitCalls.update, { body: typed }, allowed)
  const issued = await addIssued(own, deal)
  const blocked = await addSupplier(own, { last_name: 'Канарейкин' })
  const state = {
    ids: [blocked.id],
    new_status: 'archived' as const,
    reason: 'Канарейкин не сдаёт',
  }
  await own.manager.api.send(supplier.setStatus, { body: state })
  const { version } = await own.operator.api.send(act.get, { query: { id: issued.id } })
  const annul = { command: 'void', id: issued.id, version, reason: 'Ошибка в весе' } as const
  const asked = await own.operator.api.refused(act.update, { body: annul })
  const confirmed = await approval(own.operator, asked, own.manager)
  await own.operator.api.send(act.update, { body: annul }, confirmed)
  assert.deepEqual(await typesOf(id), [
    'visit.closed',
    'act.issued',
    'supplier.changed',
    'act.cancelled',
  ])
  const rows = await services.q
    .selectFrom('webhook_delivery')
    .where('webhook_id', '=', id)
    .selectAll()
    .execute()
  const text = JSON.stringify(rows)
  assert.doesNotMatch(text, /Канарейкин|Кузнецов|Ошибка в весе|поверке|А123ВС|\+7926|4509/)
  const bodies = rows.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  const cancelled = bodies.find(({ type }) => type === 'act.cancelled')!.data
  assert.deepEqual(
    Object.entries(cancelled).filter(([key]) => ['id', 'status', 'number'].includes(key)),
    [
      ['id', issued.id],
      ['number', issued.number],
      ['status', 'void'],
    ],
  )
})

test('an address is changed, stopped and let go on; a stale version changes nothing', async () => {
  const { id, version } = await addWebhook(world, own, receiver.url, ['act.issued'])
  const events = ['supplier.changed' as const]
  const change = { id, version, title: 'Сайт', url: `${receiver.url}?key=k1`, events }
  const changed = await root.send(webhooks.superUpdateWebhook, { body: change })
  assert.deepEqual([changed.title, changed.events], ['Сайт', events])
  assert.equal(
    (await root.refused(webhooks.superUpdateWebhook, { body: change })).code,
    'common.stale',
  )
  const stop = { id, version: changed.version, status: 'stopped' as const }
  const stopped = await root.send(webhooks.superUpdateWebhook, { body: stop })
  assert.deepEqual([stopped.status, stopped.stop_reason], ['stopped', 'person'])
  const wrong = { id, version: stopped.version, url: 'http://hook.example/' }
  assert.equal(
    (await root.refused(webhooks.superUpdateWebhook, { body: wrong })).code,
    'webhook.bad-url',
  )
  const trail = await services.q
    .selectFrom('audit_event')
    .where('entity_id', '=', id)
    .orderBy('seq')
    .select(['action', 'after'])
    .execute()
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['webhook.create', 'webhook.update', 'webhook.stop'],
  )
  assert.doesNotMatch(JSON.stringify(trail), /k1/, 'keys in an address stay out of the journal')
})

test('what follows ? in an address is sealed, shown to nobody, and sent all the same', async () => {
  const key = `k${randomUUID()}`
  const url = `${receiver.url}?key=${key}`
  const made = await root.send(webhooks.superCreateWebhook, { body: newBody(url) })
  const { id } = made.webhook
  assert.equal(made.webhook.url, `${new URL(receiver.url).href}?…`)
  const stored = async () =>
    JSON.stringify(await services.q.selectFrom('webhook').selectAll().execute())
  assert.ok(!(await stored()).includes(key))

  const pathOf = async () => {
    await root.send(webhooks.superTestWebhook, { body: { id } })
    await deliverDue(own.db, id, LIVE_EFFECTS)
    return receiver.received.at(-1)!.path
  }
  assert.match(await pathOf(), new RegExp(`\\?key=${key}$`))
  // The form sends back what it was shown.
  const same = { id, version: made.webhook.version, title: 'Иначе', url: made.webhook.url }
  const renamed = await root.send(webhooks.superUpdateWebhook, { body: same })
  assert.match(await pathOf(), new RegExp(`\\?key=${key}$`))
  const half = { id, version: renamed.version, url: 'https://hook.example/other?…' }
  const no = await root.refused(webhooks.superUpdateWebhook, { body: half })
  assert.deepEqual([no.code, Object.keys(no.fields!)], ['webhook.bad-url', ['url']])
  const bare = { id, version: renamed.version, url: receiver.url }
  await root.send(webhooks.superUpdateWebhook, { body: bare })
  assert.doesNotMatch(await pathOf(), /key=/)

  // A row of an earlier release.
  await services.q.updateTable('webhook').set({ url }).where('id', '=', id).execute()
  await sealClearQueries(services)
  assert.ok(!(await stored()).includes(key))
  assert.match(await pathOf(), new RegExp(`\\?key=${key}$`))
})

test('a company has so many addresses at most', async () => {
  const listed = async () =>
    (await root.send(webhooks.superGetWebhooks, { query: { companyId: other.id } })).length
  for (let n = await listed(); n < MAX_WEBHOOKS; n++)
    await addWebhook(world, other, receiver.url, ['act.paid'])
  const body = { ...newBody(receiver.url), company_id: other.id }
  const refused = await root.refused(webhooks.superCreateWebhook, { body })
  assert.equal(refused.code, 'webhook.too-many')
  assert.equal(await listed(), MAX_WEBHOOKS)
})

test('a log of more than a page is continued', async () => {
  const { id } = await addWebhook(world, own, receiver.url, ['supplier.created'])
  for (let n = 0; n < 51; n++) await root.send(webhooks.superTestWebhook, { body: { id } })
  const first = await root.send(webhooks.superGetWebhookDeliveries, { query: { id } })
  assert.equal(first.items.length, 50)
  const query = { id, after: first.next!, status: 'waiting' as const }
  const rest = await root.send(webhooks.superGetWebhookDeliveries, { query })
  assert.deepEqual([rest.items.length, rest.next], [1, null])
})

test('a slow receiver makes room for other addresses after its turn, and goes on in the next one', async () => {
  const { id } = await addWebhook(world, own, receiver.url, ['supplier.created'])
  for (let n = 0; n < 2; n++) await root.send(webhooks.superTestWebhook, { body: { id } })
  const states = async () => (await log(id)).map(({ status }) => status).toReversed()
  await deliverDue(own.db, id, { ...LIVE_EFFECTS, turnMs: 0 })
  assert.deepEqual(await states(), ['delivered', 'waiting'])
  await deliverDue(own.db, id, { ...LIVE_EFFECTS, turnMs: 0 })
  assert.deepEqual(await states(), ['delivered', 'delivered'])
})
