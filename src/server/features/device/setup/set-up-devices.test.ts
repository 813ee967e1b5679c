import { deviceSetUp } from '#contract/device/device-set-up.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { device } from '#contract/device/device.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type World } from '#test/support/world.ts'

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

const line = { type: 'tcp', host: '192.168.1.20', port: 4001 } as const
const watch = (companyId = world.own.id, device_id = yard.devices['scale1']!) => ({
  body: { companyId, device_id, after: 7 },
})
const detect = (companyId = world.own.id, site_id = world.own.siteId) => ({
  body: { companyId, site_id, transport: line },
})

const search = (companyId = world.own.id, site_id = world.own.siteId) => ({
  body: { companyId, site_id, user: 'admin', password: 'p' },
})

test('a super administrator and the manager see the raw traffic of a scale', async () => {
  for (const { api } of [world.supervisor, world.own.manager]) {
    const { frames } = await api.send(device.superWatchDevice, watch())
    assert.deepEqual(
      frames.map(({ n, hex }) => [n, hex]),
      [[8, 'ff01c2ff']],
    )
    const found = await api.send(deviceSetUp.superDetectScale, detect())
    assert.deepEqual(found, { bytes: 120, candidates: [] })
    assert.deepEqual(await api.send(device.superFindCameras, search()), { cameras: [] })
  }
})

test('the set-up of devices is refused to operators and to another company', async () => {
  const { operator, user } = world.own
  for (const { api } of [operator, user]) {
    assert.equal((await api.refused(device.superWatchDevice, watch())).status, 403)
    assert.equal((await api.refused(deviceSetUp.superDetectScale, detect())).status, 403)
    assert.equal((await api.refused(device.superFindCameras, search())).status, 403)
  }
  const stranger = world.other.manager.api
  const none = (await stranger.refused(device.superWatchDevice, watch(world.other.id))).code
  assert.equal(none, 'common.not-found')
  assert.equal((await stranger.refused(device.superWatchDevice, watch())).code, 'common.not-found')
  assert.equal(
    (await stranger.refused(deviceSetUp.superDetectScale, detect())).code,
    'common.not-found',
  )
  assert.equal((await stranger.refused(device.superFindCameras, search())).code, 'common.not-found')
  const foreignSite = detect(world.other.id, world.own.siteId)
  assert.equal((await stranger.refused(deviceSetUp.superDetectScale, foreignSite)).status, 404)
  assert.equal((await world.nobody.refused(device.superWatchDevice, watch())).status, 401)
  const offline = await world.supervisor.api.refused(
    deviceSetUp.superDetectScale,
    detect(world.other.id, world.other.siteId),
  )
  assert.equal(offline.code, 'device.offline')
})

test('bad frames of the last hour are what the agent counted', async () => {
  const id = yard.devices['scale2']!
  yard.send({ msg: 'line', device_id: id, bad_frames_hour: 17, frames_per_second: 9 })
  const shown = async () =>
    (await world.own.operator.api.send(device.getAll)).find((row) => row.id === id)!.bad_frames_hour
  await until(async () => (await shown()) === 17)
})

test('a revoked agent loses its link, and its token stays refused', async () => {
  const revoke = (agent_id: string, companyId = world.own.id) => ({ body: { companyId, agent_id } })
  const call = device.superRevokeAgent
  assert.equal((await world.own.manager.api.refused(call, revoke(yard.agentId))).status, 403)
  const wrong = revoke(yard.agentId, world.other.id)
  assert.equal((await world.supervisor.api.refused(call, wrong)).status, 404)
  assert.equal((await world.supervisor.api.refused(call, revoke(uuidv7()))).status, 404)
  const token = await yard.token()
  await world.supervisor.api.send(call, revoke(yard.agentId))
  await world.supervisor.api.send(call, revoke(yard.agentId))
  const socket = new WebSocket(`${yard.url.replace('http', 'ws')}/api/v1/agent/link`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [code] = (await once(socket, 'close')) as [number]
  assert.equal(code, 4003)
  const put = await fetch(`${yard.url}/api/v1/agent/blob/${uuidv7()}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${await yard.token()}` },
    body: Buffer.from([0xff, 0xd8, 0xff]),
  })
  assert.equal(put.status, 401)
  const audited = await world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'agent.revoke')
    .where('entity_id', '=', yard.agentId)
    .select('user_id')
    .execute()
  assert.deepEqual(audited, [{ user_id: world.supervisor.id }])
})
