import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import type { EpisodeBody } from '#contract/device/agent-events.ts'
import type { Reading } from '#contract/device/reading.ts'
import { weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approval } from '#test/support/approve.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { addProducts } from '#test/builders/builders.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own, other } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const { sendConfirmed } = truckHands(own, yard)
after(async () => {
  await yard.disconnect()
  await world.close()
})

const DAY_MIN = 24 * 60
let plates = 500
let loads = 0
const newPlate = () => `Е${++plates}КХ77`
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()

/** A load that the agent saw so many minutes ago and tells of now. */
async function seen(kg: number, minutesAgo: number, more: Partial<EpisodeBody> = {}, post = 1) {
  const shown = await yard.shown(post)
  const episode_id = `01FFNE${String(++loads).padStart(20, '0')}`
  const reading = yard.sign(post, {
    ...shown,
    weight_g: kg * 1000,
    stable: true,
    zero: false,
    status: 'ok',
    ts: at(minutesAgo),
    seq: shown.seq - 1_000_000 + loads,
    episode_id,
    blockers: [],
  })
  const body = {
    episode_id,
    started_at: at(minutesAgo + 1),
    ended_at: at(minutesAgo - 1),
    peak_g: kg * 1000,
    reading,
    plate: 'М456ОР178',
    plate_confidence_bp: 9100,
    photos: [],
    captured: false,
    offline: true,
    ...more,
  }
  await tell(body, post)
  return reading
}

async function tell(body: EpisodeBody, post: number) {
  const device_id = yard.devices[`scale${post}`]!
  const event_id = `01EVT${String(++loads).padStart(21, '0')}`
  yard.send({ msg: 'evt', event_id, type: 'episode', at: at(0), device_id, body })
  const acked = () => yard.received.some((m) => m.msg === 'ack' && m.event_ids.includes(event_id))
  await until(acked)
}

type Body = BodyInput<typeof visitCalls.update>
const send = async (body: Body) => (await api.send(visitCalls.update, { body })) as VisitCard
const refused = async (body: Record<string, unknown>) =>
  (await api.refused(visitCalls.update, { body })).code
const waiting = async () =>
  (await api.send(weight.getEpisodes, { query: { filter: { offline: true } } })).items.map(
    ({ id }) => id,
  )

test('two loads seen without a link become one visit with their own times, marks and plate', async () => {
  const arrived = await seen(12_480, 120)
  const left = await seen(4260, 60)
  assert.deepEqual(await waiting(), [left.episode_id, arrived.episode_id])
  const carnumber = newPlate()
  const opened = await send({ command: 'capture_in', reading: arrived, carnumber })
  assert.equal(Date.parse(opened.in_at), Date.parse(arrived.ts))
  assert.deepEqual(
    opened.weighings.map(({ offline, plate_read }) => [offline, plate_read]),
    [[true, 'М456ОР178']],
  )
  assert.ok(opened.flags.some(({ code }) => code === 'offline'))
  assert.ok(opened.flags.some(({ code }) => code === 'plate_mismatch'))
  const { id, version } = opened
  const closed = await send({ command: 'capture_out', id, version, reading: left })
  assert.equal(closed.status, 'closed')
  assert.equal(closed.net_g, 8_220_000)
  assert.equal(Date.parse(closed.out_at!), Date.parse(left.ts))
  assert.deepEqual(await waiting(), [])
  const { items } = await api.send(weight.getEpisodes)
  assert.ok(items.every((episode) => episode.transaction_number === closed.number))
})

test('a load without a link is captured once, and a replay of the capture answers the same visit', async () => {
  const reading = await seen(9000, 30)
  const body = {
    command: 'capture_in' as const,
    reading,
    carnumber: newPlate(),
    client_id: uuidv7(),
  }
  const first = await send(body)
  assert.equal((await send(body)).id, first.id)
  assert.equal(
    await refused({ command: 'capture_in', reading, carnumber: newPlate() }),
    'weighing.same-load',
  )
})

test('a live weighing in between prevents neither the capture of the older load nor of the newer one', async () => {
  const older = await seen(8000, 45)
  const live = await yard.load(1, 7000)
  await send({ command: 'capture_in', reading: live, carnumber: newPlate() })
  await yard.empty(1)
  await send({ command: 'capture_in', reading: older, carnumber: newPlate() })
  const next = await yard.load(1, 6000)
  await send({ command: 'capture_in', reading: next, carnumber: newPlate() })
  await yard.empty(1)
})

test('an exit before its entry is refused by the times of the loads', async () => {
  const later = await seen(12_000, 20)
  const earlier = await seen(5000, 40)
  const opened = await send({ command: 'capture_in', reading: later, carnumber: newPlate() })
  const { id, version } = opened
  assert.equal(
    await refused({ command: 'capture_out', id, version, reading: earlier }),
    'weighing.too-soon',
  )
})

const typedIn = (more: Partial<Extract<Body, { command: 'manual_weight' }>>) => ({
  command: 'manual_weight' as const,
  kind: 'in' as const,
  client_id: uuidv7(),
  carnumber: newPlate(),
  weight_g: 12_480_000,
  reason: 'Агент не видел въезда',
  ...more,
})

test('a weight typed afterwards with its own time is followed by what the scale saw since', async () => {
  const unloaded = await seen(9000, 40)
  const left = await seen(4260, 20)
  const opened = await sendConfirmed(typedIn({ taken_at: at(60) }))
  assert.ok(Math.abs(Date.parse(opened.in_at) - Date.parse(at(60))) < 10_000)
  const { id } = opened
  const stopped = await send({
    command: 'capture_mid',
    id,
    version: opened.version,
    reading: unloaded,
  })
  const closed = await send({ command: 'capture_out', id, version: stopped.version, reading: left })
  assert.deepEqual([closed.status, closed.net_g], ['closed', 8_220_000])
  assert.deepEqual(
    closed.weighings.map(({ source, weight_g }) => [source, weight_g]),
    [
      ['manual', 12_480_000],
      ['scale', 9_000_000],
      ['scale', 4_260_000],
    ],
  )
  assert.ok(closed.flags.some(({ code }) => code === 'manual'))
})

test('an exit typed afterwards leaves at its own time, neither in the future nor before the weighing before it', async () => {
  const opened = await sendConfirmed(typedIn({ taken_at: at(60) }))
  const { id, version } = opened
  const out = {
    ...typedIn({ kind: 'out', weight_g: 4_000_000 }),
    id,
    version,
    carnumber: undefined,
  }
  const early = { ...out, taken_at: at(61) }
  const asked = await api.refused(visitCalls.update, { body: early })
  const options = await approval(own.operator, asked, own.manager)
  const before = await api.refused(visitCalls.update, { body: early }, options)
  assert.equal(before.code, 'weighing.too-soon')
  assert.deepEqual(Object.keys(before.fields!), ['taken_at'])
  const future = await api.refused(visitCalls.update, {
    body: { ...out, taken_at: at(-5) },
  })
  assert.deepEqual([future.code, Object.keys(future.fields!)], ['common.validation', ['taken_at']])
  const leftAt = at(30)
  const closed = await sendConfirmed({ ...out, taken_at: leftAt })
  assert.deepEqual(
    [closed.status, Date.parse(closed.out_at!), Date.parse(closed.weighings[1]!.taken_at)],
    ['closed', Date.parse(leftAt), Date.parse(leftAt)],
  )
})

test('a load older than a typed weighing is refused, with the remaining way named', async () => {
  const left = await seen(4260, 20)
  const { id, version } = await sendConfirmed(typedIn({}))
  const late = await api.refused(visitCalls.update, {
    body: { command: 'capture_out', id, version, reading: left },
  })
  assert.equal(late.code, 'weighing.too-soon')
  assert.match(late.message, /Впишите вес вручную: «Ручной ввод»/)
  await letTimePass(own, 61)
  const out = typedIn({ kind: 'out', weight_g: 4_260_000, id, version, carnumber: undefined })
  assert.equal((await sendConfirmed(out)).net_g, 8_220_000)
  assert.ok((await waiting()).includes(left.episode_id!))
})

test('only a load seen without a link, within seven days, at its own time and with its signature is accepted', async () => {
  const carnumber = newPlate()
  const capture = (reading: Reading) => refused({ command: 'capture_in', reading, carnumber })
  assert.equal(await capture(await seen(9000, 30, { offline: false })), 'weighing.stale-reading')
  assert.equal(await capture(await seen(9000, 7 * DAY_MIN + 5)), 'weighing.stale-reading')
  const sound = await seen(9000, 30)
  const outside = yard.sign(1, { ...sound, ts: at(10) })
  assert.equal(await capture(outside), 'weighing.stale-reading')
  assert.equal(await capture({ ...sound, weight_g: 9_020_000 }), 'weighing.bad-signature')
  const unstable = yard.sign(1, { ...sound, stable: false, status: 'unstable' })
  assert.equal(await capture(unstable), 'weighing.unstable')
  const light = yard.sign(1, { ...sound, weight_g: 100_000 })
  assert.equal(await capture(light), 'weighing.no-load')
  const strange = await other.operator.api.refused(visitCalls.update, {
    body: { command: 'capture_in', reading: sound, carnumber },
  })
  assert.equal(strange.code, 'common.not-found')
})

test('of two concurrent captures of one load one succeeds', async () => {
  const reading = await seen(11_000, 15)
  const tries = await Promise.all(
    Array.from({ length: 5 }, () =>
      api.raw({
        method: visitCalls.update.method,
        url: visitCalls.update.path,
        payload: { command: 'capture_in', reading, carnumber: newPlate() },
      }),
    ),
  )
  const statuses = tries.map(({ statusCode }) => statusCode).toSorted()
  assert.deepEqual(statuses, [200, 409, 409, 409, 409])
})

test('a load of goods that a platform saw without a link is a visit without a vehicle', async () => {
  const reading = await seen(86, 30, { plate: null, plate_confidence_bp: null }, 2)
  const { items } = await api.send(weight.getEpisodes, { query: { filter: { offline: true } } })
  const load = items.find(({ id }) => id === reading.episode_id)!
  assert.deepEqual([load.post, load.post_kind], [2, 'platform'])
  const { steel } = await addProducts(own)
  const made = await send({ command: 'capture_platform', reading, product_id: steel.id })
  assert.deepEqual(
    [made.mode, made.status, made.carnumber, made.net_g, made.product_id],
    ['platform', 'closed', null, 86_000, steel.id],
  )
  assert.equal(Date.parse(made.in_at), Date.parse(reading.ts))
  assert.ok(!(await waiting()).includes(reading.episode_id!))
})
