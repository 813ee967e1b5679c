import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { camera, carnumber, device, weight } from '#contract/device/device.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { hubOf } from './link/hub.ts'
import { until } from '#test/support/until.ts'
import { assertWithin } from '#test/support/promised-speed.ts'

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

const post = (number: number) => ({ query: { post: number } })

test('the answer has the weight on the scale', async () => {
  const loadedAt = performance.now()
  const reading = await yard.load(1, 12_480)
  assert.equal(reading.weight_g, 12_480_000)
  assert.equal(reading.device_id, yard.devices['scale1'])
  assert.ok(reading.age_ms <= performance.now() - loadedAt)
  await yard.empty(1)
})

test('without a number the post of the weighing screen answers', async () => {
  await yard.load(1, 3000)
  const reading = await world.own.operator.api.send(weight.get)
  assert.equal(reading.post, 1)
  assert.equal(reading.weight_g, 3_000_000)
  await yard.empty(1)
})

test('a reading older than two seconds is never answered: the post is offline', async () => {
  yard.silence(true)
  try {
    const silentAt = performance.now()
    let refusedAt = 0
    while (refusedAt === 0) {
      const answer = await world.own.operator.api.raw({
        method: 'GET',
        url: '/api/v1/weight/get_weight?post=1',
      })
      if (answer.statusCode === 200) assert.ok(answer.json().age_ms <= 2000, answer.body)
      else {
        assert.equal(answer.statusCode, 503)
        assert.equal(answer.json().code, 'device.offline')
        assert.equal(answer.headers['retry-after'], '2')
        refusedAt = performance.now()
      }
      await sleep(20)
    }
    assertWithin(refusedAt - silentAt, 2300, 'refusal of an old weight')
  } finally {
    yard.silence(false)
    await yard.empty(1)
  }
})

test('a lost link is shown at once, and its devices are stored as offline', async () => {
  await yard.disconnect()
  const answer = await world.own.operator.api.refused(weight.get, post(1))
  assert.equal(answer.code, 'device.offline')
  assert.equal(answer.message, 'Нет связи с площадкой')
  const picture = await world.own.operator.api.refused(camera.getScreenshot, {
    query: { camera: 1 },
  })
  assert.equal(picture.code, 'device.offline')
  await until(async () => (await statuses()).every((status) => status === 'offline'))
  await yard.reconnect()
  await until(async () => (await statuses()).every((status) => status === 'online'))
})

async function statuses(): Promise<string[]> {
  const devices = await world.own.operator.api.send(device.getAll)
  return devices.map(({ status }) => status)
}

test('a post without scales, a disabled device and an unknown post have different refusals', async () => {
  const { api } = world.own.operator
  assert.equal((await api.refused(weight.get, post(77))).code, 'common.not-found')
  assert.equal((await api.refused(camera.getScreenshot, { query: { camera: 9 } })).status, 404)
  const bare = await api.refused(carnumber.get, post(2))
  assert.deepEqual(
    [bare.code, bare.message],
    ['device.not-configured', 'Распознавание номеров не настроено'],
  )
  const disable = (status: string) =>
    world.own.db.q
      .updateTable('device')
      .set({ status })
      .where('id', '=', yard.devices['scale3']!)
      .execute()
  await disable('disabled')
  const off = await api.refused(weight.get, post(3))
  assert.deepEqual([off.code, off.message], ['device.not-configured', 'Устройство отключено'])
  await disable('online')
})

test('posts and cameras of another company are not found', async () => {
  const { api } = world.other.operator
  assert.equal((await api.refused(camera.getScreenshot, { query: { camera: 1 } })).status, 404)
  // Its own post has the same number and no scale: nothing of the neighbour shows through.
  assert.equal((await api.refused(weight.get, post(1))).code, 'device.not-configured')
  assert.deepEqual(await api.send(device.getAll), [])
})

test('a picture comes from the camera with its age', async () => {
  const answer = await world.own.operator.api.raw({
    method: 'GET',
    url: '/api/v1/camera/get_screenshot?camera=2',
  })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'image/jpeg')
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.ok(answer.headers['x-taken-at'])
  assert.equal(answer.headers['x-age-ms'], '12')
  assert.deepEqual([...answer.rawPayload.subarray(0, 3)], [0xff, 0xd8, 0xff])
  yard.dark.add(2)
  const dark = await world.own.operator.api.refused(camera.getScreenshot, { query: { camera: 2 } })
  assert.equal(dark.message, 'Камера не отвечает')
  yard.dark.delete(2)
})

test('the plate of the present load is what the agent read', async () => {
  await yard.load(1, 9000, 'А123ВС77')
  const seen = await world.own.operator.api.send(carnumber.get, post(1))
  assert.equal(seen.plate, 'А123ВС77')
  assert.equal(seen.confidence_bp, 9600)
  await yard.empty(1)
  assert.equal((await world.own.operator.api.send(carnumber.get, post(1))).plate, null)
})

test('zero is set only on an empty scale, by a person who may weigh, and is recorded', async () => {
  const { api } = world.own.operator
  await api.send(weight.zero, { body: { post: 2 } })
  const events = await world.own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'weight.zero')
    .select(['entity_id', 'user_id'])
    .execute()
  assert.deepEqual(events, [{ entity_id: yard.devices['scale2'], user_id: world.own.operator.id }])
  await yard.load(2, 120)
  const loaded = await api.refused(weight.zero, { body: { post: 2 } })
  assert.equal(loaded.code, 'common.bad-transition')
  await yard.empty(2)
  assert.equal((await world.own.user.api.refused(weight.zero, { body: {} })).status, 403)
  assert.equal((await world.nobody.refused(weight.zero, { body: {} })).status, 401)
})

test('devices show their state, their site and how fast they answer', async () => {
  const devices = await world.own.operator.api.send(device.getAll)
  const scale = devices.find(({ id }) => id === yard.devices['scale1'])!
  assert.equal(scale.site_name, 'Площадка 1')
  assert.equal(scale.status, 'online')
  assert.equal(scale.status_detail, '')
  assert.equal(scale.connection, undefined)
  assert.ok(scale.frames_per_second !== null && scale.frames_per_second >= 1)
  assert.equal(devices.find(({ kind }) => kind === 'camera')!.frames_per_second, null)
  // A device without a message over an open link is starting, not lost.
  ;(hubOf(world.services).states as Map<string, unknown>).delete(scale.id)
  const [again] = (await world.own.operator.api.send(device.getAll)).filter(
    (d) => d.id === scale.id,
  )
  assert.equal(again!.status_detail, '')
})

test('the live stream carries a new weight at once, and silence as a state', async () => {
  const stream = await openStream(world.own.operator.api.token!)
  const first = await stream.next('weight')
  assert.equal((first as { post: number }).post, 1)
  const at = performance.now()
  const loading = yard.load(1, 7300)
  await stream.next('weight', (data) => data['weight_g'] === 7_300_000)
  assertWithin(performance.now() - at, 200, 'a new weight in the stream')
  await loading
  await stream.next('episode', (data) => data['state'] === 'settled')
  yard.silence(true)
  const silentAt = performance.now()
  await stream.next('state', (data) => data['status'] === 'offline')
  assertWithin(performance.now() - silentAt, 2000, 'silence as a state')
  yard.silence(false)
  await stream.next('state', (data) => data['status'] === 'online')
  await stream.next('weight')
  stream.close()
  await yard.empty(1)
})

test('a plate that the yard reads by itself appears in the stream of its post', async () => {
  const stream = await openStream(world.own.operator.api.token!)
  await stream.next('weight')
  const reading = {
    plate: 'М456ОР178',
    raw: 'M456OP178',
    confidence_bp: 9200,
    ts: new Date().toISOString(),
    candidates: [],
  }
  yard.send({ msg: 'plate', device_id: yard.devices['plate_camera1'], reading })
  assert.deepEqual(await stream.next('plate'), reading)
  stream.close()
})

test('a session has at most three streams, and a fourth ends the oldest', async () => {
  const token = world.own.manager.api.token!
  const streams = []
  for (let i = 0; i < 3; i++) streams.push(await openStream(token))
  const fourth = await openStream(token)
  await streams[0]!.ended
  await fourth.next('weight')
  for (const stream of [...streams, fourth]) stream.close()
  assert.equal((await fetch(`${yard.url}/api/v1/weight/stream`)).status, 401)
})

type Data = Record<string, unknown>

/** Reads the events of a stream one after another. */
async function openStream(token: string) {
  const abort = new AbortController()
  const response = await fetch(`${yard.url}/api/v1/weight/stream?post=1`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
  const ended = Promise.withResolvers<void>()
  const events: { name: string; data: Data }[] = []
  let wake = Promise.withResolvers<void>()
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const found = /^event: (.+)\ndata: (.+)$/.exec(block)
        if (found) events.push({ name: found[1]!, data: JSON.parse(found[2]!) as Data })
      }
      wake.resolve()
      wake = Promise.withResolvers()
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => ended.resolve())
  return {
    ended: ended.promise,
    close: () => abort.abort(),
    async next(name: string, fits: (data: Data) => boolean = () => true): Promise<Data> {
      for (;;) {
        while (events.length > 0) {
          const event = events.shift()!
          if (event.name === name && fits(event.data)) return event.data
        }
        await wake.promise
      }
    },
  }
}

test("a page of a browser and a wrong address cannot open the agents' socket", async () => {
  const dial = async (path: string, headers: Record<string, string>) => {
    const socket = new WebSocket(`${yard.url.replace('http', 'ws')}${path}`, { headers })
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, Answer]
    return response.statusCode
  }
  const authorization = `Bearer ${await yard.token()}`
  const link = '/api/v1/agent/link'
  assert.equal(await dial(link, { authorization, origin: yard.url }), 403)
  assert.equal(await dial('/api/v1/agent/other', { authorization }), 404)
  assert.equal(await dial(link, {}), 401)
})

interface Answer {
  statusCode: number
}
