import { detectedScales } from '#contract/device/scale-detection.ts'
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { episodeBody } from '#contract/device/agent-events.ts'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import { plateReading, type Reading } from '#contract/device/reading.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { yardConfig } from '#test/site/agent-config.ts'
import { startAgentProgram } from '#test/site/agent-program.ts'
import { startLinkServer } from '#test/failures/link-server.ts'
import { untilLoad } from '#test/site/open-load.ts'
import { TERMINAL_PAGE, watchedTraffic } from '#contract/device/scale-terminal.ts'
import { signReading } from './scales/sign-reading.ts'
import { assertWithin } from '#test/support/promised-speed.ts'
import { until } from '#test/support/until.ts'

type Server = Awaited<ReturnType<typeof startLinkServer>>
type Event = Extract<AgentMessage, { msg: 'evt' }>
type Weight = Extract<AgentMessage, { msg: 'weight' }>

/** At more of it a window of two seconds is shorter than a busy machine keeps a program waiting. */
const SPEED = 6
const CODE = 'ABCD-1234'
const [key, deviceId] = [randomBytes(32), randomUUID()]

async function signatureOf(dir: string, reading: Reading): Promise<string> {
  const { private_key } = JSON.parse(await readFile(join(dir, 'identity.json'), 'utf8'))
  return signReading({ agent_id: reading.agent_id!, key: createPrivateKey(private_key) }, reading)
}

describe('an enrolled agent connected to a running yard simulator', () => {
  let yard: Yard
  let server: Server
  let dir: string
  let agent: ChildProcess
  let said = ''

  before(async () => {
    yard = await startYard({ speed: SPEED })
    // Ten minutes apart: tokens made by this machine's clock alone would be too old.
    const acknowledges = ({ type }: Event) => type !== 'episode'
    server = await startLinkServer({ code: CODE, ahead_ms: 600_000, acknowledges })
    server.configure(yardConfig(yard, deviceId, key))
    dir = await mkdtemp(join(tmpdir(), 'priyomka-agent-'))
    agent = startAgentProgram({
      url: server.url,
      dir,
      code: CODE,
      speed: SPEED,
      said: ['pipe', 'inherit'],
    })
    agent.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(agent, 'message')
    // Until then frames of the first lorries would wait for the models.
    await untilAnswered(() => server.ask({ call: 'plate', params: { post: 1 } }))
  })
  after(async () => {
    agent?.kill('SIGTERM')
    if (agent?.exitCode === null && agent.signalCode === null) await once(agent, 'exit')
    await server?.close()
    await yard?.close()
    if (dir) await rm(dir, { recursive: true })
  })

  test('the agent reports that it is ready, and its key file is readable by its owner only', async () => {
    assert.match(said, /^\{"ready":true\}$/m)
    const mode = (file: string) => stat(join(dir, file)).then((s) => s.mode & 0o777)
    assert.equal(await mode('identity.json'), 0o600)
    assert.equal(await mode('config.json'), 0o600)
    const identity = await readFile(join(dir, 'identity.json'), 'utf8')
    assert.match(identity, /BEGIN PRIVATE KEY/)
  })

  test('a lorry that drives onto the scale gives one episode, a stable signed weight and no blocker', async () => {
    yard.command({ do: 'arrive', post: 1, plate: 'А123ВС77', mass_kg: 12_480 })
    const { reading } = await server.seen(isCapturable)
    assert.equal(reading.weight_g, 12_480_000)
    assert.equal(reading.status, 'ok')
    assert.equal(reading.post, 1)
    assert.ok(reading.age_ms <= 50, `age ${reading.age_ms} ms`)
    assert.equal(reading.sig, await signatureOf(dir, reading))
    assert.ok(reading.doubt_ms! < 2000, `${reading.doubt_ms} ms of doubt`)
    const ahead = Date.parse(reading.ts) - Date.now() - 600_000
    assert.ok(Math.abs(ahead) < 2500, `clock ${ahead} ms off the server`)
    const episodes = server.messages.flatMap((m) =>
      m.msg === 'weight' && m.reading.episode_id ? [m.reading.episode_id] : [],
    )
    assert.deepEqual([...new Set(episodes)], [reading.episode_id])
  })

  test('the plate is read from the picture of the standing lorry', async () => {
    assert.equal(await surePlate(server), 'А123ВС77')
  })

  test('a photo arrives beside the link before its answer', async () => {
    const blob_id = randomUUID()
    const answer = await server.ask({ call: 'photo', params: { camera: 1, blob_id } })
    assert.ok(answer.ok)
    assert.deepEqual([...server.blobs.get(blob_id)!.subarray(0, 3)], [0xff, 0xd8, 0xff])
  })

  test('a captured load is reported as the same load until the scale has passed zero', async () => {
    const { reading } = server.messages.findLast(isWeight)!
    const from = server.messages.length
    const { device_id, episode_id, seq } = reading
    server.send({ msg: 'captured', device_id, episode_id, seq })
    const same = await server.seen(
      (m): m is Weight => isWeight(m) && m.reading.blockers.includes('weighing.same-load'),
      from,
    )
    assert.equal(same.reading.episode_id, episode_id)
    yard.command({ do: 'leave', post: 1 })
    await server.seen((m): m is Weight => isWeight(m) && m.reading.episode_id === null, from)
    yard.command({ do: 'arrive', post: 1, plate: 'М456ОР178', mass_kg: 20_000 })
    const next = await server.seen(isCapturable, server.messages.length)
    assert.notEqual(next.reading.episode_id, episode_id)
    assert.equal(await surePlate(server), 'М456ОР178')
  })

  test('a loaded scale is not zeroed, an empty one is', async () => {
    const loaded = await server.ask({ call: 'zero', params: { post: 1 } })
    assert.ok(!loaded.ok)
    assert.equal(loaded.code, 'common.bad-transition')
    const from = server.messages.length
    yard.command({ do: 'leave', post: 1 })
    await server.seen((m): m is Weight => isWeight(m) && m.reading.zero, from)
    assert.ok((await server.ask({ call: 'zero', params: { post: 1 } })).ok)
  })

  test("the traffic of a scale's line is read page by page", async () => {
    const watch = async (after: number) => {
      const params = { device_id: deviceId, after }
      const answer = await server.ask({ call: 'watch', params })
      assert.ok(answer.ok)
      return watchedTraffic.parse(answer.body).frames
    }
    const first = await watch(0)
    assert.equal(first.length, TERMINAL_PAGE)
    assert.ok(first.some(({ way, hex }) => way === 'out' && hex.startsWith('ff01c3')))
    assert.ok(first.some(({ way, read }) => way === 'in' && /кг/.test(read)))
    const second = await watch(first.at(-1)!.n)
    assert.equal(second[0]!.n, first.at(-1)!.n + 1)
    const stranger = { device_id: randomUUID(), after: 0 }
    const refused = await server.ask({ call: 'watch', params: stranger })
    assert.ok(!refused.ok && refused.code === 'common.not-found')
  })

  test('detection searches a free line for its protocol and refuses a line in use', async () => {
    const at = (index: number) => ({
      transport: { type: 'tcp', host: '127.0.0.1', port: yard.ports.posts[index]!.port } as const,
    })
    const busy = await server.ask({ call: 'detect', params: at(0) })
    assert.ok(!busy.ok && busy.code === 'common.bad-transition')
    const free = await server.ask({ call: 'detect', params: at(1) }, 10_000)
    assert.ok(free.ok)
    const { candidates } = detectedScales.parse(free.body)
    assert.deepEqual(
      candidates.map(({ driver }) => driver),
      ['massa-k'],
    )
  })

  test('an unknown post and an unknown camera are refused with a message', async () => {
    const answer = await server.ask({ call: 'plate', params: { post: 9 } })
    assert.deepEqual(
      { ...answer, id: '' },
      {
        msg: 'res',
        id: '',
        ok: false,
        code: 'device.not-configured',
        message: 'Распознавание номеров не настроено',
      },
    )
    const photo = { call: 'photo', params: { camera: 77, blob_id: randomUUID() } } as const
    const refused = await server.ask(photo)
    assert.ok(!refused.ok && refused.code === 'device.not-configured')
  })

  test('a silent indicator is offline, and its readings stop', async () => {
    const from = server.messages.length
    const silentAt = performance.now()
    yard.command({ do: 'silence', post: 1, on: true })
    const state = await server.seen(
      (m): m is Extract<AgentMessage, { msg: 'state' }> =>
        m.msg === 'state' && m.device_id === deviceId && m.status === 'offline',
      from,
    )
    assertWithin(performance.now() - silentAt, 1500, 'a silent indicator')
    assert.equal(state.detail, 'Весы не отвечают')
    const quiet = server.messages.length
    yard.command({ do: 'silence', post: 1, on: false })
    await server.seen(isWeight, quiet)
  })

  test('a device with an unknown driver is named and keeps its settings, the others get the new ones', async () => {
    const config = yardConfig(yard, deviceId, key)
    const devices = config.devices.map((d) => (d.kind === 'scale' ? { ...d, driver: 'abacus' } : d))
    const from = server.messages.length
    server.configure({ ...config, rev: 2, devices })
    const bad = await server.seen(
      (m): m is Extract<AgentMessage, { msg: 'config_bad' }> => m.msg === 'config_bad',
      from,
    )
    assert.equal(bad.rev, 2)
    assert.equal(bad.device_id, deviceId)
    await server.seen((m): m is AgentMessage => m.msg === 'config_ok' && m.rev === 2, from)
    await server.seen(isWeight, server.messages.length)
    server.configure({ ...config, rev: 3 })
  })

  test('a cut link is restored with a hello of the same boot', async () => {
    const boot = server.messages.find((m) => m.msg === 'hello')!.boot_id
    await server.seen(isWeight, server.messages.length) // It reads again after a change of settings.
    const from = server.messages.length
    server.cut()
    const hello = await server.seen(
      (m): m is Extract<AgentMessage, { msg: 'hello' }> => m.msg === 'hello',
      from,
    )
    assert.equal(hello.boot_id, boot)
    assert.ok(hello.devices.some((d) => d.device_id === deviceId && d.status === 'online'))
    await server.seen(isWeight, from)
  })

  test('a load seen without a link is sent later with its reading and pictures', async () => {
    const isEvent = (m: AgentMessage): m is Event => m.msg === 'evt'
    const isLoad = (m: AgentMessage): m is Event =>
      isEvent(m) && m.type === 'episode' && m.body['offline'] === true
    const from = server.messages.length
    server.refuse(true)
    server.cut()
    yard.command({ do: 'arrive', post: 1, plate: 'О321ТТ77', mass_kg: 15_260 })
    await untilLoad(
      dir,
      deviceId,
      (load, pictures) =>
        load?.reading?.weight_g === 15_260_000 && load.plate !== null && pictures === 2,
    )
    yard.command({ do: 'leave', post: 1 })
    await untilLoad(dir, deviceId, (load) => load === undefined)
    server.refuse(false)
    const load = await server.seen(isLoad, from)
    server.cut()
    const again = await server.seen(isLoad, server.messages.indexOf(load) + 1)
    assert.equal(again.event_id, load.event_id)
    const body = episodeBody.parse(load.body)
    assert.equal(body.reading!.weight_g, 15_260_000)
    assert.equal(body.reading!.sig, await signatureOf(dir, body.reading!))
    assert.equal(body.peak_g! >= 15_260_000, true)
    assert.equal(body.plate, 'О321ТТ77')
    assert.equal(body.captured, false)
    assert.deepEqual(
      body.photos.map(({ camera }) => camera),
      [1, 2],
    )
    server.send({ msg: 'ack', event_ids: [load.event_id] })
    await until(() => body.photos.every(({ id }) => server.blobs.has(id)))
  })

  test("the agent takes the server's time from the enrolment answer, so no token is refused", () => {
    assert.ok(server.statuses.length > 0)
    assert.ok(!server.statuses.includes(401))
  })

  test('sample numbers never decrease', () => {
    const seqs = server.messages.filter(isWeight).map((m) => m.reading.seq)
    assert.ok(seqs.length > 50)
    assert.ok(seqs.every((seq, i) => i === 0 || seq > seqs[i - 1]!))
  })
})

/** Asks as a screen does: again after a frame that a busy machine did not read in time, until two of them agree. */
async function surePlate(server: Server): Promise<string | null> {
  const { plate } = await untilAnswered(async () => {
    const answer = await server.ask({ call: 'plate', params: { post: 1 } })
    const sure = answer.ok && plateReading.parse(answer.body).confidence_bp >= 8500
    return { ok: sure, plate: sure ? plateReading.parse(answer.body).plate : null }
  })
  return plate
}

/** Asks until the answer is a success. */
const untilAnswered = <T extends { ok: boolean }>(ask: () => Promise<T>): Promise<T> =>
  until(ask, ({ ok }) => ok)

function isWeight(message: AgentMessage): message is Weight {
  return message.msg === 'weight'
}

function isCapturable(message: AgentMessage): message is Weight {
  return isWeight(message) && message.reading.blockers.length === 0
}
