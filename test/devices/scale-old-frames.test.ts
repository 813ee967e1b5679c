import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import type { Reading } from '#contract/device/reading.ts'
import type { ScaleTransport } from '#contract/device/scale-connection.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { findSocat } from '../../scripts/test-programs.ts'
import { listenOnLine as listen } from '../failures/line-peer.ts'
import { until } from '../support/until.ts'
import { wireFormats, type WireFormat } from './scale-formats.ts'
import { watchLine } from './scale-yard.ts'

const SPEED = 10
/** A cable is one program more between indicator and agent: a busy machine lets its frames come in heaps. */
const CABLE_SPEED = 4
const LIMITS = { max_g: 150_000, d_g: 50, presence_g: 1000, decimals: 2 }
const OLD = 'Весы передают то, что накопилось на линии: дождитесь свежего веса'
const NET = 'Индикатор в режиме нетто: сбросьте тару на индикаторе'

type Line = Awaited<ReturnType<typeof watchLine>>

describe('frames buffered on the way', { concurrency: true }, () => {
  for (const name of ['and18', 'cas22', 'cas10', 'continuous', 'ricelake', 'tf0', 'tf2'] as const)
    test(`${name}: frames that a device server sends late are no weight of a load that has left`, async () => {
      await onLine(name, 'tcp', (yard, line) => weighBehindBacklog(yard, line, 4000))
    })

  test('the same over a serial port', async () => {
    await onLine('and18', 'tty', (yard, line) => weighBehindBacklog(yard, line, 40_000))
  })

  test('the same over a connection that was given up and opened anew', async () => {
    await onLine('and18', 'tcp', (yard, line) => weighBehindBacklog(yard, line, 40_000))
  })

  test('answers that come seconds late are reported as late and give no weight', async () => {
    const waiting: { answer: Buffer; at: number }[] = []
    let delayMs = 0
    const answer = Buffer.from('ff01c3402301104cffff', 'hex')
    const peer = await listen((socket) => {
      const timer = setInterval(() => {
        while (waiting[0] && waiting[0].at <= performance.now())
          socket.write(waiting.shift()!.answer)
      }, 5)
      // The way grows longer and longer, as on a crowded network: something always comes.
      socket.on('data', () => {
        waiting.push({ answer, at: performance.now() + delayMs })
        delayMs = Math.min(2500, delayMs + 120)
      })
      socket.on('close', () => clearInterval(timer))
    })
    const tenso = { driver: 'tenso-m', settings: {} } as const
    const limits = { ...LIMITS, max_g: 60_000_000, d_g: 20_000, presence_g: 200_000, decimals: 0 }
    const line = await watchLine(tenso, peer.transport, limits, 1)
    try {
      await until(() => line.states.some(({ detail }) => /с опозданием/.test(detail)))
    } finally {
      await line.stop()
      await peer.close()
    }
  })
})

describe('the tare key of the terminal', { concurrency: true }, () => {
  for (const transport of ['tcp', 'tty'] as const)
    test(`continuous over ${transport}: net with its tare is added up, without it is refused with a message`, async () => {
      await onLine('continuous', transport, async (yard, line) => {
        yard.command({ do: 'residue', post: 3, mass_kg: 0.5 })
        await until(() => line.readings.at(-1)?.weight_g === 500)
        yard.command({ do: 'tare', post: 3 })
        yard.command({ do: 'arrive', post: 3, mass_kg: 40 })
        await until(() => line.taken.length === 1)
        assert.equal(line.taken[0]!.weight_g, 40_500)
      })
    })

  for (const name of ['cas22', 'and18', 'ricelake', 'a12'] as const)
    test(`${name}: net is refused with a message where the protocol sends no tare`, async () => {
      await onLine(name, 'tcp', async (yard, line) => {
        yard.command({ do: 'residue', post: 3, mass_kg: 0.5 })
        await until(() => line.readings.at(-1)?.weight_g === 500)
        yard.command({ do: 'tare', post: 3 })
        yard.command({ do: 'arrive', post: 3, mass_kg: 40 })
        await until(() => line.states.at(-1)?.detail === NET)
        const { seq } = line.readings.at(-1)!
        await until(() => yard.posts[2]!.guest?.phase === 'standing')
        assert.deepEqual([line.taken, line.readings.at(-1)!.seq], [[], seq])
        yard.command({ do: 'tare', post: 3, on: false })
        await until(() => line.taken.length === 1)
        assert.equal(line.taken[0]!.weight_g, 40_500)
      })
    })

  test('continuous without a tare field: 11 840 kg net of a truck of 12 340 kg is refused with a message', async () => {
    const frame = Buffer.from('\u000221 011840      \r')
    const peer = await listen((socket) => {
      const timer = setInterval(() => socket.write(frame), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const settings = { format: 'continuous', checksum: 'off' }
    const limits = { ...LIMITS, max_g: 60_000_000, d_g: 20_000, presence_g: 200_000, decimals: 0 }
    const line = await watchLine({ driver: 'mettler', settings }, peer.transport, limits, 10)
    try {
      await until(() => line.states.at(-1)?.detail === NET)
      await until(() => line.scale.terminal(0).length > 30)
      assert.deepEqual([line.readings, line.taken], [[], []])
    } finally {
      await line.stop()
      await peer.close()
    }
  })

  for (const period_ms of [100, 400, 500])
    test(`SICS asked every ${period_ms} ms: a tare set and cleared under a standing load does not change its weight`, async () => {
      await onLine('sics', 'tcp', (yard, line) => playWithTare(yard, line, period_ms), period_ms)
    })
})

describe('an indicator that does not match its settings', { concurrency: true }, () => {
  test('set to kilograms, an indicator switched to tonnes or pounds is reported and gives no weight', async () => {
    let unit = 'kg'
    const peer = await listen((socket) => {
      const timer = setInterval(() => socket.write(`ST,GS,+0012340${unit}\r\n`), 50)
      socket.on('close', () => clearInterval(timer))
    })
    const settings = { format: 'and18', unit: 'kg' }
    const limits = { ...LIMITS, max_g: 60_000_000, d_g: 20_000, presence_g: 200_000 }
    const line = await watchLine({ driver: 'ascii', settings }, peer.transport, limits, 1)
    try {
      await until(() => line.readings.length > 3)
      const told = (detail: string) => until(() => line.states.at(-1)?.detail === detail)
      unit = 'lb'
      await told('Индикатор показывает не килограммы')
      const { seq } = line.readings.at(-1)!
      unit = ' t'
      await told('На индикаторе не та единица, что задана в настройках весов')
      assert.equal(line.readings.at(-1)!.seq, seq)
    } finally {
      await line.stop()
      await peer.close()
    }
  })

  for (const [ms, said] of [
    [2000, /^Весы передают вес реже раза в 1,2\sс/],
    [1000, /^$/],
  ] as const)
    test(`a frame every ${ms} ms ${ms > 1200 ? 'is told to be too seldom' : 'is a weight'}`, async () => {
      const peer = await listen((socket) => {
        const timer = setInterval(() => socket.write('ST,GS,+0012340kg\r\n'), ms)
        socket.on('close', () => clearInterval(timer))
      })
      const limits = { ...LIMITS, max_g: 60_000_000, d_g: 20_000, presence_g: 200_000 }
      const and18 = { driver: 'ascii', settings: { format: 'and18' } } as const
      const line = await watchLine(and18, peer.transport, limits, 1)
      try {
        if (ms > 1200) await until(() => said.test(line.states.at(-1)?.detail ?? ''))
        else {
          await until(() => line.taken.length === 1)
          assert.match(line.states.at(-1)!.detail, said)
        }
      } finally {
        await line.stop()
        await peer.close()
      }
    })
})

async function playWithTare(yard: Yard, line: Line, period_ms: number): Promise<void> {
  yard.command({ do: 'arrive', post: 3, mass_kg: 80 })
  await until(() => line.taken.length === 1)
  for (let n = 0; n < 4; n++) {
    const before = line.readings.at(-1)!.seq
    yard.command({ do: 'tare', post: 3, on: n % 2 === 0 })
    // A machine that lags at tenfold speed settles later, so what is waited for is a weight, not a number of frames alone.
    const settled = () =>
      line.readings.filter(({ seq, stable }) => stable && seq > before + 6000 / period_ms)
    await until(() => settled().length > 1)
    const stable = line.readings.filter((reading) => reading.stable && reading.seq > before)
    assert.deepEqual([...new Set(stable.map(({ weight_g }) => weight_g))], [80_000])
  }
}

/** A load is on the scale, the line stalls, the load leaves, the line empties itself: nothing old is ever shown. */
async function weighBehindBacklog(yard: Yard, line: Line, gone_ms: number): Promise<void> {
  // The usual rate is known after some seconds.
  yard.command({ do: 'arrive', post: 3, mass_kg: 40 })
  await until(() => line.taken.length === 1)
  const stands = () => yard.posts[2]!.guest?.phase === 'standing'
  await until(stands)
  yard.command({ do: 'backlog', post: 3 })
  const { now_ms } = yard.posts[2]!
  await until(() => yard.posts[2]!.now_ms > now_ms + 16_000)
  yard.command({ do: 'leave', post: 3 })
  await until(() => yard.posts[2]!.guest === null)
  const left = yard.posts[2]!.now_ms
  await until(() => yard.posts[2]!.now_ms > left + gone_ms)
  const before = line.readings.at(-1)!.seq
  yard.command({ do: 'backlog', post: 3, on: false })
  await until(() => line.readings.at(-1)?.episode_id === null && line.readings.at(-1)!.stable)
  const later = line.readings.filter(({ seq }) => seq > before)
  assert.equal(later.filter(isOldLoad).length, 0)
  assert.ok(line.states.some(({ detail }) => detail === OLD))
}

function isOldLoad({ weight_g, stable }: Reading): boolean {
  return stable && weight_g !== null && weight_g >= LIMITS.presence_g
}

async function onLine(
  name: WireFormat['name'],
  way: 'tcp' | 'tty',
  play: (yard: Yard, line: Line) => Promise<void>,
  period_ms = 100,
): Promise<void> {
  const scaleFormats = ['tenso-m', 'massa-k', name] as const
  const speed = way === 'tty' ? CABLE_SPEED : SPEED
  const yard = await startYard({ speed, seed: 4, scaleFormats: [...scaleFormats] })
  const known = wireFormats.find((one) => one.name === name)!
  const format = {
    ...known,
    settings: { ...known.settings, ...(name === 'sics' && { period_ms }) },
  }
  const { port } = yard.ports.posts[2]!
  const cable = way === 'tty' ? await plug(port) : undefined
  const tcp: ScaleTransport = { type: 'tcp', host: '127.0.0.1', port }
  const line = await watchLine(format, cable?.transport ?? tcp, LIMITS, speed)
  try {
    await until(() => line.readings.length > 0)
    await using _plugged = await cable?.keepIn()
    await play(yard, line)
  } finally {
    await line.stop()
    await cable?.unplug()
    await yard.close()
  }
}

/** A pseudo-terminal that leads to the indicator. */
async function plug(port: number) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-old-frames-'))
  const link = path.join(dir, 'ttyUSB0')
  const pty = `pty,raw,echo=0,wait-slave,link=${link}`
  const cable = spawn(findSocat()!, [pty, `tcp:127.0.0.1:${port}`], { stdio: 'ignore' })
  await until(() => existsSync(link))
  const settings = { baud: 9600, bits: 8, parity: 'none', stop: 1 } as const
  return {
    transport: { type: 'tty', path: link, ...settings } as ScaleTransport,
    /** A silent port is closed and opened again by the agent; without another user of the terminal that would end `socat`. */
    keepIn: () => open(link, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK),
    async unplug() {
      const ended = cable.exitCode === null && cable.signalCode === null && once(cable, 'exit')
      cable.kill()
      await ended
      await rm(dir, { recursive: true })
    },
  }
}
