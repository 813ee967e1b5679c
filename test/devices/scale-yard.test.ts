import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { FORMAT_NAMES, type FormatName } from '#simulators/yard/scale/formats.ts'
import { startYard } from '#simulators/yard/yard.ts'
import type { Yard } from '#simulators/yard/running-yard.ts'
import { wireFormats } from './scale-formats.ts'
import { randomWords } from './scale-vectors.ts'
import { until } from '../support/until.ts'
import { watchLine, type ScaleLimits } from './scale-yard.ts'

/** How many times faster than real time the simulator and the agent run. */
const SPEED = 10
const LOADS = 5
const FAULTS = ['garbage', 'cut_frames', 'flipped_bits', 'stall', 'slow_link', 'no_link', 'silence']

const TRUCK = { max_g: 60_000_000, d_g: 20_000, presence_g: 200_000, decimals: 0 }
const LARGE = { max_g: 600_000, d_g: 100, presence_g: 1000, decimals: 1 }
const SMALL = { max_g: 150_000, d_g: 50, presence_g: 1000, decimals: 2 }

/** Three posts a yard: every format on a truck scale or a platform, mixed faults on the line. */
const YARDS = Array.from({ length: Math.ceil(FORMAT_NAMES.length / 3) }, (_, i) =>
  [0, 1, 2].map((n) => FORMAT_NAMES[(3 * i + n) % FORMAT_NAMES.length]!),
)

describe('five loads with faults on the line, at ten times the pace', { concurrency: true }, () => {
  for (const formats of YARDS)
    test(`${formats.join(', ')}: every taken weight is the journal's, each load once`, async () => {
      const yard = await startYard({ speed: SPEED, seed: 5, scaleFormats: formats })
      try {
        await Promise.all(
          [TRUCK, LARGE, SMALL].map((limits, i) => weighFive(yard, i, formats[i]!, limits)),
        )
      } finally {
        await yard.close()
      }
    })
})

describe('faults of the indicator', { concurrency: true }, () => {
  test('pounds and net without its tare are reported and never taken', async () => {
    await onPost('and18', async (yard, line) => {
      yard.command({ do: 'arrive', post: 3, mass_kg: 40 })
      await until(() => (yard.catchUp(), line.taken.length === 1))
      const said = (detail: string) => () => line.states.at(-1)?.detail === detail
      const tare = { do: 'tare', post: 3 }
      yard.command(tare)
      const net = 'Индикатор в режиме нетто: сбросьте тару на индикаторе'
      await until(() => (yard.catchUp(), said(net)()))
      yard.command({ ...tare, on: false })
      await until(() => (yard.catchUp(), line.states.at(-1)?.status === 'online'))
      yard.command({ do: 'wrong_unit', post: 3 })
      await until(() => (yard.catchUp(), said('Индикатор показывает не килограммы')()))
      assert.equal(line.taken.length, 1)
    })
  })

  test('a tare that the protocol sends is added, so that the weight is the gross one', async () => {
    await onPost('massa-k', async (yard, line) => {
      yard.command({ do: 'residue', post: 3, mass_kg: 0.5 })
      await yardSeconds(3)
      yard.command({ do: 'tare', post: 3 })
      yard.command({ do: 'arrive', post: 3, mass_kg: 40 })
      await until(() => (yard.catchUp(), line.taken.length === 1))
      assert.equal(line.taken[0]!.weight_g, 40_500)
    })
  })

  test('overload and moving cattle are never taken', async () => {
    await onPost('cas22', async (yard, line) => {
      yard.command({ do: 'arrive', post: 3, mass_kg: 170 })
      await until(() => (yard.catchUp(), line.readings.at(-1)?.status === 'overload'))
      assert.ok(line.readings.at(-1)!.blockers.includes('weighing.out-of-range'))
      await until(() => (yard.catchUp(), yard.posts[2]!.guest?.phase === 'standing'))
      yard.command({ do: 'leave', post: 3 })
      await until(() => (yard.catchUp(), line.readings.at(-1)?.episode_id === null))
      yard.command({ do: 'unstable', post: 3 })
      yard.command({ do: 'arrive', post: 3, mass_kg: 90 })
      await yardSeconds(30)
      assert.deepEqual(line.taken, [])
    })
  })
})

async function onPost(
  name: FormatName,
  play: (yard: Yard, line: Awaited<ReturnType<typeof watchLine>>) => Promise<void>,
) {
  const yard = await startYard({
    speed: SPEED,
    seed: 9,
    scaleFormats: ['tenso-m', 'massa-k', name],
  })
  const format = wireFormats.find((format) => format.name === name)!
  const { port } = yard.ports.posts[2]!
  const line = await watchLine(format, { type: 'tcp', host: '127.0.0.1', port }, SMALL, SPEED)
  try {
    await until(() => (yard.catchUp(), line.readings.length > 0))
    await play(yard, line)
  } finally {
    await line.stop()
    await yard.close()
  }
}

async function weighFive(yard: Yard, index: number, name: FormatName, limits: ScaleLimits) {
  const post = index + 1
  const format = wireFormats.find((format) => format.name === name)!
  const { port } = yard.ports.posts[index]!
  const line = await watchLine(format, { type: 'tcp', host: '127.0.0.1', port }, limits, SPEED)
  const next = randomWords(post * 31)
  try {
    for (let n = 1; n <= LOADS; n++) {
      const divisions = 30 + (next() % Math.floor(limits.max_g / limits.d_g / 2))
      const mass_kg = (divisions * limits.d_g) / 1000
      yard.command({ do: 'arrive', post, mass_kg, ...(post === 1 && { plate: 'А123ВС77' }) })
      const fault = FAULTS[next() % FAULTS.length]!
      await yardSeconds(next() % 12)
      yard.command({ do: fault, post })
      await yardSeconds(3)
      yard.command({ do: fault, post, on: false })
      await until(() => (yard.catchUp(), line.taken.length >= n))
      await until(() => (yard.catchUp(), yard.posts[index]!.guest?.phase === 'standing'))
      yard.command({ do: 'leave', post })
      await until(() => (yard.catchUp(), yard.posts[index]!.passedZero))
      await until(() => (yard.catchUp(), line.readings.at(-1)?.episode_id === null))
    }
    const truth = yard.journal.loads.filter((load) => load.post === post)
    assert.deepEqual(
      line.taken.map(({ weight_g }) => weight_g),
      truth.map(({ rounded_g }) => rounded_g),
      name,
    )
    assert.equal(new Set(line.taken.map(({ episode_id }) => episode_id)).size, LOADS)
  } finally {
    await line.stop()
  }
}

const yardSeconds = (seconds: number) => sleep((seconds * 1000) / SPEED)
