import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { EpisodeBody } from '#contract/device/agent-events.ts'
import type { Reading } from '#contract/device/reading.ts'
import { device, weight } from '#contract/device/device.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { addPerson, openWorld, type Person, type World } from '#test/support/world.ts'
import { approval } from '#test/support/approve.ts'
import { until } from '#test/support/until.ts'

let world: World
let yard: FakeYard
before(async () => {
  world = await openWorld()
  yard = await connectYard(world, world.own)
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

let events = 0

/** Sends one event and waits for its acknowledgement. */
async function send(type: string, device_id: string | null, body: object, event_id = newId()) {
  const from = yard.received.length
  yard.send({ msg: 'evt', event_id, type, at: new Date().toISOString(), device_id, body })
  await until(() =>
    yard.received.slice(from).some((m) => m.msg === 'ack' && m.event_ids.includes(event_id)),
  )
  return event_id
}

function newId(): string {
  return `01EVT${String(Date.now()).padStart(15, '0')}${String(++events).padStart(6, '0')}`
}

function load(reading: Reading, minutesAgo: number, more: Partial<EpisodeBody> = {}): EpisodeBody {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  return {
    episode_id: reading.episode_id!,
    started_at: at(minutesAgo + 1),
    ended_at: at(minutesAgo),
    peak_g: reading.weight_g,
    reading,
    plate: 'А123ВС77',
    plate_confidence_bp: 9100,
    photos: [],
    captured: false,
    offline: true,
    ...more,
  }
}

const ids = async (filter: object) =>
  (await world.own.operator.api.send(weight.getEpisodes, { query: { filter } })).items.map(
    ({ id }) => id,
  )

test('a load without a link is listed with its reading, and a repeated event changes nothing', async () => {
  const reading = await yard.load(1, 12_480)
  const body = load(reading, 1)
  const event = await send('episode', reading.device_id, body)
  await send('episode', reading.device_id, body, event)
  await send('episode', reading.device_id, body)
  const { items } = await world.own.operator.api.send(weight.getEpisodes, {
    query: { filter: { offline: true, post: 1 } },
  })
  assert.equal(items.length, 1)
  const [episode] = items
  assert.deepEqual(episode!.reading, { ...reading, age_ms: episode!.reading!.age_ms })
  assert.equal(episode!.plate, 'А123ВС77')
  assert.equal(episode!.device_title, 'Весы 1')
  assert.deepEqual([episode!.offline, episode!.without_weighing], [true, false])
  const rows = await world.own.db.q
    .selectFrom('agent_event')
    .where('event_id', '=', event)
    .select('type')
    .execute()
  assert.equal(rows.length, 1)
})

test('a load that left fifteen minutes ago without being weighed is marked', async () => {
  const reading = await yard.load(2, 300)
  await send('episode', reading.device_id, load(reading, 16, { offline: false }))
  assert.deepEqual(await ids({ without_weighing: true }), [reading.episode_id])
  assert.equal((await ids({ offline: true })).includes(reading.episode_id!), false)
  assert.deepEqual(await ids({ without_weighing: true, post: 1 }), [])
  const traced = await world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'weight.load')
    .where('entity_id', '=', reading.device_id)
    .select('after')
    .execute()
  assert.equal(traced.length, 1)
})

test('a load without a record is listed from the moment it left until somebody explains it', async () => {
  const { manager, operator } = world.own
  const fresh = await yard.load(2, 310)
  await send('episode', fresh.device_id, load(fresh, 1, { offline: false }))
  const listed = async () => await ids({ unrecorded: true, post: 2 })
  assert.ok((await listed()).includes(fresh.episode_id!))
  assert.ok(!(await ids({ without_weighing: true })).includes(fresh.episode_id!))
  // What waits for its visit without a link has a list of its own, and what is too light is no load.
  const offline = await yard.load(2, 320)
  await send('episode', offline.device_id, load(offline, 1))
  const light = await yard.load(2, 330)
  await send('episode', light.device_id, load(light, 1, { offline: false, peak_g: 1 }))
  const left = await listed()
  assert.ok(!left.includes(offline.episode_id!) && !left.includes(light.episode_id!))

  const old = await yard.load(2, 340)
  await send('episode', old.device_id, load(old, 20, { offline: false }))
  const filter = { unrecorded: true as const, post: 2 }
  const { items } = await operator.api.send(weight.getEpisodes, { query: { filter } })
  const row = items.find(({ id }) => id === old.episode_id)!
  assert.deepEqual([row.without_weighing, row.explained], [true, null])
  const place = { entity: 'weight_episode' as const, entity_id: row.record_id }
  const note = 'Проверка весов гирями'
  const input = { body: { items: [{ ...place, code: 'unweighed' as const }], note } }
  const asked = await manager.api.refused(flagReview.reviewExceptions, input)
  const confirmed = await approval(manager, asked)
  const done = await manager.api.send(flagReview.reviewExceptions, input, confirmed)
  assert.deepEqual(done, { reviewed: 1 })
  assert.ok(!(await listed()).includes(old.episode_id!))
  const named = { query: { filter: { record_ids: [row.record_id] } } }
  const [explained] = (await operator.api.send(weight.getEpisodes, named)).items
  assert.deepEqual([explained!.explained?.note, explained!.weighing_id], [note, null])
  assert.ok(explained!.explained?.by)
})

test('who weighed on a scale within the shift does not explain its loads without a record alone', async () => {
  const { manager } = world.own
  const weighed = await yard.load(1, 12_340)
  const body = { command: 'capture_in' as const, carnumber: 'А777ВС77', reading: weighed }
  await manager.api.send(visitCalls.update, { body })
  const reading = await yard.load(1, 12_000)
  await send('episode', reading.device_id, load(reading, 17, { offline: false }))
  const query = { filter: { is_reviewed: false, code: ['unweighed' as const] } }
  const { items } = await manager.api.send(flagReview.getExceptions, { query })
  const told = items.find(({ actual }) => actual!.startsWith('12\u00a0000'))!
  assert.ok(told.operator)
  // Its address opens this load and no other.
  assert.equal(told.href, `/operator/transactions?tab=loads&load=${told.entity_id}`)
  assert.deepEqual(await ids({ record_ids: [told.entity_id] }), [reading.episode_id])
  assert.deepEqual(await ids({ record_ids: [uuidv7()] }), [])
  const places = [{ entity: told.entity, entity_id: told.entity_id, code: told.code }]
  const input = { body: { items: places, note: 'Проверка весов гирями' } }
  const asked = await manager.api.refused(flagReview.reviewExceptions, input)
  assert.deepEqual([asked.code, asked.approval?.who], ['approval.required', 'other'])
  // Nor does an account that who weighed has opened, nor does either confirm it for the other.
  const addManager = (login: string) =>
    addPerson(world.app, world.services, world.own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
  const puppet = await addManager('puppet')
  const own = await puppet.api.refused(flagReview.reviewExceptions, input)
  assert.equal(own.approval?.who, 'self')
  await world.own.db.q
    .insertInto('account_opening')
    .values({ company_id: world.own.id, user_id: puppet.id, opened_by: manager.id })
    .execute()
  const same = await puppet.api.refused(flagReview.reviewExceptions, input)
  assert.deepEqual([same.code, same.approval?.who], ['approval.required', 'other'])
  const third = await addManager('third')
  const alone = await third.api.refused(flagReview.reviewExceptions, input)
  assert.equal(alone.approval?.who, 'self')
})

test('nor does who typed a weight at its post, nor whose PIN stood for it', async () => {
  const addManager = (login: string) =>
    addPerson(world.app, world.services, world.own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
  const [typist, giver] = [await addManager('typist'), await addManager('giver')]
  const body = {
    command: 'manual_weight' as const,
    kind: 'in' as const,
    post: 2,
    carnumber: 'В277ВС77',
    weight_g: 500_000,
    reason: 'Терминал выключен',
  }
  const pin = await approval(typist, await typist.api.refused(visitCalls.update, { body }), giver)
  await typist.api.send(visitCalls.update, { body }, pin)
  const reading = await yard.load(2, 300)
  await send('episode', reading.device_id, load(reading, 17, { offline: false }))
  const filter = { is_reviewed: false, code: ['unweighed' as const] }
  const { items } = await giver.api.send(flagReview.getExceptions, { query: { filter } })
  const told = items.find(({ actual }) => actual!.startsWith('300'))!
  assert.equal(told.operator, 'Иванова typist')
  const places = [{ entity: told.entity, entity_id: told.entity_id, code: told.code }]
  const input = { body: { items: places, note: 'Проверка весов гирями' } }
  const whose = async ({ api }: Person) =>
    (await api.refused(flagReview.reviewExceptions, input)).approval?.who
  assert.deepEqual(
    [await whose(typist), await whose(giver), await whose(await addManager('far'))],
    ['other', 'other', 'self'],
  )
})

test("an event for another company's device is refused, audited once and leaves the outbox", async () => {
  const stranger = await connectYard(world, world.other)
  const foreign = stranger.devices['scale1']!
  const reading = await yard.load(3, 40)
  const before = await ids({})
  const event = await send('episode', foreign, load(reading, 1))
  await send('zero', foreign, { weight_g: 0 })
  assert.deepEqual(await ids({}), before)
  const kept = await world.own.db.q
    .selectFrom('agent_event')
    .where('event_id', '=', event)
    .select('type')
    .execute()
  assert.deepEqual(kept, [])
  const audited = await world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'agent.foreign-device')
    .select(['company_id', 'entity_id'])
    .execute()
  assert.deepEqual(audited, [{ company_id: world.own.id, entity_id: yard.agentId }])
  await stranger.disconnect()
})

test('an event with impossible values is acknowledged and not stored', async () => {
  const event = await send('episode', yard.devices['scale1']!, { episode_id: 'x' })
  const kept = await world.own.db.q
    .selectFrom('agent_event')
    .where('event_id', '=', event)
    .select('type')
    .execute()
  assert.deepEqual(kept, [])
})

test('another company sees no loads, and a person without the right to weigh is refused', async () => {
  const { items } = await world.other.operator.api.send(weight.getEpisodes)
  assert.deepEqual(items, [])
  assert.equal((await world.nobody.refused(weight.getEpisodes)).status, 401)
  assert.equal((await world.own.user.api.refused(weight.getEpisodes)).status, 403)
  const bad = { query: { filter: { offline: false } } }
  assert.equal((await world.own.operator.api.refused(weight.getEpisodes, bad)).status, 400)
})

test('the state of a scale shows how far its zero has moved', async () => {
  const id = yard.devices['scale1']!
  const drift = async () =>
    (await world.own.operator.api.send(device.getAll)).find((d) => d.id === id)!.zero_drift_g
  assert.equal(await drift(), null)
  await send('zero', id, { weight_g: -20_000 })
  await send('zero', id, { weight_g: 60_000 })
  assert.equal(await drift(), 80_000)
})

test('a picture is accepted only after its announcement, and a repeat is stored once', async () => {
  const jpeg = await sharp({
    create: { width: 64, height: 48, channels: 3, background: '#456' },
  })
    .jpeg()
    .toBuffer()
  const id = uuidv7()
  const put = async () => {
    const answer = await fetch(`${yard.url}/api/v1/agent/blob/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${await yard.token()}` },
      body: new Uint8Array(jpeg),
    })
    return answer.status
  }
  assert.equal(await put(), 404)
  const reading = await yard.load(1, 9000)
  const photo = { id, camera: 2, taken_at: new Date().toISOString() }
  const { episode_id, device_id } = reading
  await send('photo', device_id, { ...photo, episode_id })
  assert.deepEqual([await put(), await put()], [200, 200])
  await send('episode', device_id, load(reading, 0, { photos: [photo] }))
  const { items } = await world.own.operator.api.send(weight.getEpisodes)
  const { photos } = items.find((episode) => episode.id === episode_id)!
  assert.deepEqual(
    photos.map((shown) => [shown.file_id, shown.camera, shown.kind]),
    [[id, 2, 'photo']],
  )
})
