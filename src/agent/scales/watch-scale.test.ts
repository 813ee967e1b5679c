import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceState } from '#contract/device/agent-link.ts'
import type { Reading } from '#contract/device/reading.ts'
import { TEST_SIGNER } from '#test/devices/scale-yard.ts'
import { until } from '#test/support/until.ts'
import { assertWithin } from '#test/support/promised-speed.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import { agentClock } from '../clock.ts'
import { ulidSource } from '../ulid.ts'
import type { EpisodeMemory } from './loads/episode.ts'
import { openScaleMemory, type ScaleMemory } from './scale-memory.ts'
import { openTcp } from './transports/open-transport.ts'
import { createDriver as ascii } from './drivers/ascii.ts'
import type { ScaleDriver } from './frames/scale-driver.ts'
import { createDriver as tensoM } from './drivers/tenso-m.ts'
import { watchScale, type WatchedScale } from './watch-scale.ts'

const STABLE_12340 = Buffer.from('ff01c3402301104cffff', 'hex')
const settings = { address: 1, crc: true, unit: 'kg' } as const

describe('one scale over TCP', () => {
  let dir: string
  let peer: Awaited<ReturnType<typeof indicator>>
  let scale: WatchedScale
  let readings: { reading: Reading; at: number }[]
  let states: DeviceState[]
  let memory: ScaleMemory

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'priyomka-scale-'))
    peer = await indicator()
    readings = []
    states = []
  })
  afterEach(async () => {
    await scale.stop()
    await memory.settle()
    await peer.close()
    await rm(dir, { recursive: true })
  })

  async function watch(
    factor = 1,
    standing?: EpisodeMemory,
    driver: ScaleDriver = tensoM(settings),
  ): Promise<void> {
    const clock = agentClock(factor)
    const address = allowedAddress('127.0.0.1', true)
    const device = {
      device_id: '019f3a52-7c00-7000-8000-000000000001',
      kind: 'scale',
      code: 1,
      post: 1,
      driver: 'tenso-m',
      connection: {},
      max_g: 60_000_000,
      min_g: 400_000,
      d_g: 20_000,
      e_g: 20_000,
      zero_band_g: 20_000,
      presence_g: 200_000,
      agent_key: Buffer.alloc(32, 7).toString('base64url'),
    } as const
    const rules = {
      stab_frames: 10,
      stab_ms: 2000,
      max_age_ms: 2000,
      min_confidence_bp: 8500,
      on_capture: [],
    }
    memory = await openScaleMemory(join(dir, 'scales.json'))
    scale = watchScale(
      {
        device,
        driver,
        open: (signal) => openTcp(address, peer.port, signal),
        period_ms: 100,
        rules,
        clock,
        signer: TEST_SIGNER,
        memory,
        load: standing,
        newEpisodeId: ulidSource(clock.wall),
      },
      {
        reading: (reading) => void readings.push({ reading, at: performance.now() }),
        state: (state) => void states.push(state),
        arrived: () => {},
        settled: () => {},
        captured: () => {},
        emptied: () => {},
        zeroPoint: () => {},
      },
    )
  }

  test('a reading is published at the last byte of its frame', async () => {
    const sent: number[] = []
    peer.answer = (socket) => {
      socket.write(STABLE_12340.subarray(0, 4))
      setTimeout(() => {
        sent.push(performance.now())
        socket.write(STABLE_12340.subarray(4))
      }, 5)
    }
    await watch()
    await until(() => readings.length >= 20)
    const delays = readings.map(({ at }, i) => at - sent[i]!)
    // A pause of the agent's own would be in each of them; what a busy machine adds is in some.
    assert.ok(Math.min(...delays) <= 5, `${delays.map((d) => d.toFixed(1))}`)
  })

  test('the weight is stable and capturable after two seconds, and every reading has a new number', async () => {
    peer.answer = (socket) => void socket.write(STABLE_12340)
    await watch(10)
    await until(() => readings.at(-1)?.reading.stable === true)
    const { reading } = readings.at(-1)!
    assert.deepEqual(reading.blockers, [])
    assert.equal(reading.raw, STABLE_12340.toString('hex'))
    const seqs = readings.map((r) => r.reading.seq)
    assert.equal(new Set(seqs).size, seqs.length)
    assert.ok(seqs[0]! > 1.7e12)
  })

  test('three requests without an answer make the scale offline, an answer makes it online', async () => {
    await watch()
    await until(() => states.at(-1)?.detail === 'Весы не отвечают')
    peer.answer = (socket) => void socket.write(STABLE_12340)
    await until(() => states.at(-1)?.status === 'online')
    assert.equal(states.at(-1)?.detail, '')
  })

  test('a line that is half open is closed within four seconds and opened again', async () => {
    await watch()
    await until(() => peer.connections === 1)
    const started = performance.now()
    await until(() => peer.connections === 2)
    assertWithin(performance.now() - started, 5000, 'a half-open line')
  })

  test('ten frames with a wrong checksum are reported with advice on the cause', async () => {
    const broken = Buffer.from(STABLE_12340)
    broken[7]! ^= 1
    peer.answer = (socket) => void socket.write(broken)
    await watch(10)
    await until(() => states.at(-1)?.detail.startsWith('Весы передают непонятные данные') ?? false)
    peer.answer = (socket) =>
      void socket.write(Buffer.from('ff01c34023 0110ffff'.replace(' ', ''), 'hex'))
    await until(() => states.at(-1)?.detail.includes('CRC выключен в индикаторе') ?? false)
    assert.equal(readings.length, 0)
  })

  test('frames in pounds are reported as pounds as long as they come', async () => {
    await watch(1, undefined, ascii({ format: 'and18' }))
    await until(() => peer.connections === 1)
    for (let frames = 0; frames < 30; frames++) {
      peer.say('ST,GS,+0012340lb\r\n')
      await sleep(50)
    }
    const told = states.map(({ detail }) => detail)
    assert.equal(told[0], 'Индикатор показывает не килограммы')
    assert.deepEqual(
      told.filter((detail) => detail.includes('непонятные')),
      [],
    )
  })

  test("a net weight without its tare is refused, since the indicator's tare may hide a load", async () => {
    peer.answer = (socket) => void socket.write(netFrame())
    await watch()
    await until(() => states.at(-1)?.detail.startsWith('Индикатор в режиме нетто') ?? false)
    assert.equal(readings.length, 0)
  })

  test('a restarted scale continues with larger numbers and the same load', async () => {
    peer.answer = (socket) => void socket.write(STABLE_12340)
    await watch(10)
    await until(() => readings.at(-1)?.reading.episode_id != null)
    const before = readings.at(-1)!.reading
    await scale.stop()
    await memory.settle()
    readings = []
    await watch(10, { episode_id: before.episode_id, captured: false })
    await until(() => readings.length > 0)
    const after = readings[0]!.reading
    assert.equal(after.episode_id, before.episode_id)
    assert.ok(after.seq > before.seq)
  })

  test('after a load has left an older file does not restore it, and the next load has its own id', async () => {
    const stale = { episode_id: '01STALE', captured: false, seq: 7 }
    const file = { '019f3a52-7c00-7000-8000-000000000001': stale }
    await writeFile(join(dir, 'scales.json'), JSON.stringify(file), { mode: 0o600 })
    peer.answer = (socket) => void socket.write(STABLE_12340)
    await watch(10)
    await until(() => readings.at(-1)?.reading.episode_id != null)
    assert.notEqual(readings.at(-1)!.reading.episode_id, stale.episode_id)
  })
})

async function indicator() {
  const sockets = new Set<Socket>()
  const peer = {
    port: 0,
    connections: 0,
    answer: undefined as ((socket: Socket) => void) | undefined,
    say(line: string) {
      for (const socket of sockets) socket.write(line)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((socket) => {
    peer.connections++
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('data', () => peer.answer?.(socket)).on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  peer.port = (server.address() as AddressInfo).port
  return peer
}

/** Operation C2 with its own checksum, taken from the driver's rule by trying all 256. */
function netFrame(): Buffer {
  for (let crc = 0; crc < 255; crc++) {
    const frame = Buffer.from([0xff, 1, 0xc2, 0x40, 0x23, 0x01, 0x10, crc, 0xff, 0xff])
    if (
      tensoM(settings)
        .feed(frame)
        .some((e) => e.kind === 'sample')
    )
      return frame
  }
  throw new Error('No checksum fits')
}
