import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { linkClose } from '#contract/device/agent-link.ts'
import { camera, carnumber, device, weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { knock, openSecondProcess } from '#test/failures/second-process.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { PEER_PATH } from './peer-listener.ts'
import { peerNews, peerRequest, readPeer } from './peer-messages.ts'
import { peersOf } from './peers.ts'
import { processOf } from './process.ts'
import { deleteProcess, insertProcess, leaveDeadLinks } from './process-queries.ts'

const world = await openWorld()
const { q } = world.services
const first = await connectYard(world, world.own)
const second = await openSecondProcess(world)
const there = second.world.own.operator.api
after(async () => {
  await first.disconnect()
  await second.close()
  await world.close()
})

/** Of the agent that is not revoked and of its scale. */
const statuses = async () => {
  const { rows } = await sql<{ status: string }>`select status from agent where status <> 'revoked'
    union all select status from device where id = ${first.devices['scale1']!}`.execute(q)
  return rows.map(({ status }) => status)
}
const isOnline = (found: string[]) => found.every((status) => status === 'online')
const post = { query: { post: 1 } }
const shown = () =>
  until(
    () => there.send(weight.get, post),
    ({ weight_g }) => weight_g !== 0,
  )

test('a process that starts leaves the agents of another as they are', async () => {
  // Another one, now that the agent's first words are surely written down.
  await until(statuses, isOnline)
  const third = await openSecondProcess(world)
  const found = await statuses()
  await third.close()
  assert.deepEqual(found, ['online', 'online'])
})

test('weight, plate, picture and zero are the same in the process that does not hold the link', async () => {
  await first.empty(1)
  assert.deepEqual(await there.send(weight.zero, { body: { post: 1 } }), { ok: true })
  const here = await first.load(1, 12_480, 'А123ВС77')
  const reading = await shown()
  assert.equal(reading.weight_g, 12_480_000)
  assert.equal(reading.episode_id, here.episode_id)
  assert.equal((await there.send(carnumber.get, post)).plate, 'А123ВС77')
  const picture = (await there.send(camera.getScreenshot, { query: { camera: 2 } })) as Blob
  assert.ok(picture.size > 200)
  const devices = await there.send(device.getAll)
  assert.ok(devices.every(({ status_detail }) => status_detail === ''))
  const refused = await there.refused(weight.zero, { body: { post: 1 } })
  assert.equal(refused.message, 'На весах груз')
})

test('a load is captured by the other process with its pictures, and its agent is notified', async () => {
  await first.empty(1)
  await first.load(1, 9040, 'А123ВС77')
  const reading = await shown()
  const body = { command: 'capture_in', reading, carnumber: 'А123ВС77' } as const
  const visit = await there.send(visitCalls.update, { body })
  assert.ok('in_g' in visit && visit.in_g === 9_040_000)
  const told = await until(() => first.received.find(({ msg }) => msg === 'captured'))
  assert.equal(told?.msg === 'captured' && told.episode_id, reading.episode_id)
})

test('a lost link is shown by both processes', async () => {
  await first.disconnect()
  // On a busy machine a reading may be old before the lost link is known.
  await until(
    () => there.raw({ method: 'GET', url: `${weight.get.path}?post=1` }),
    ({ statusCode, body }) => statusCode === 503 && body.includes('Нет связи с площадкой'),
  )
  await first.reconnect()
  await until(
    () => there.raw({ method: 'GET', url: `${weight.get.path}?post=1` }),
    ({ statusCode }) => statusCode === 200,
  )
})

test('an agent that dials the other process is served there, and its former socket is closed', async () => {
  const yard = await connectYard(second.world, second.world.own, { ...first.devices })
  // The code that it was enrolled with in the second process revoked the first agent in the first.
  await assert.rejects(first.reconnect())
  await yard.load(1, 7000)
  await until(
    () => world.own.operator.api.send(weight.get, post).catch(() => undefined),
    (reading) => reading?.weight_g === 7_000_000,
  )
  const blob = await world.own.operator.api.send(camera.getScreenshot, { query: { camera: 2 } })
  assert.ok((blob as Blob).size > 200)
  // Its first words may be written down later than its weight is shown.
  await until(statuses, isOnline)
  await yard.disconnect()
  await until(statuses, (found) => !found.includes('online'))
})

test('agents of a dead process are offline, those of a running one are online', async () => {
  const dead = uuidv7()
  await insertProcess(q, { id: dead, address: null })
  await sql`update server_process set seen_at = now() - interval '1 minute' where id = ${dead}`.execute(
    q,
  )
  await sql`update agent set status = 'online', link_process = ${dead} where status = 'offline'`.execute(
    q,
  )
  await sql`update device set status = 'online' where id = ${first.devices['scale1']!}`.execute(q)
  await leaveDeadLinks(q)
  assert.deepEqual(await statuses(), ['offline', 'offline'])
})

test('only a process with the secrets of the installation is let in, and a token opens one socket', async () => {
  const { tokens } = peersOf(world.services)
  const own = processOf(world.services)
  const token = tokens.make(uuidv7(), own)
  assert.equal(await knock(first.url, PEER_PATH, token), 101)
  assert.equal(await knock(first.url, PEER_PATH, token), 401)
  assert.equal(await knock(second.url, PEER_PATH, tokens.make(own, own)), 401)
  assert.equal(await knock(first.url, PEER_PATH, `${tokens.make(own, own)}x`), 401)
  assert.equal(await knock(first.url, PEER_PATH, await first.token()), 401)
  assert.equal(linkClose.replaced, 4001)
})

test('messages of a process of another release are ignored by both sides', () => {
  for (const text of ['', '{', 'null', '[]', '{"news":"sung"}', '{"ask":"dance","id":"1"}']) {
    assert.equal(readPeer(peerNews, text), undefined)
    assert.equal(readPeer(peerRequest, text), undefined)
  }
})

test('a process that was taken for dead registers itself again', async () => {
  const id = processOf(second.world.services)
  await deleteProcess(q, id)
  await until(
    () => sql<{ id: string }>`select id from server_process where id = ${id}`.execute(q),
    ({ rows }) => rows.length === 1,
  )
})
