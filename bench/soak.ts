import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { weight } from '#contract/device/device.ts'
import { startProduct, type Part } from '#test/yard-day/running-product.ts'
import { callServer } from '#test/yard-day/call-server.ts'
import { memoryMb } from './measure.ts'
import { tell } from './tell.ts'
import type { YardBench } from './yard-bench.ts'

const SECONDS = 60
/** Heaps and caches grow to their working size first. */
const WARM_SHARE = 0.3
const SPEED = 50
const SAMPLE_MS = 1000
/** devices.md 10, test 24. */
const GROWTH_MB = 20
const PARTS = ['server', 'agent'] as const

interface Sample {
  readonly memory: number
  readonly handles: number
}

/** A day of 120 vehicles over and over at fifty times its speed: memory, open handles and unhandled errors. */
export async function measureSoak({ smoke, seed, seconds = SECONDS }: YardBench): Promise<void> {
  const lasts = smoke ? 5 : seconds
  // An unhandled rejection ends the process, and a process that ends by itself ends this run.
  const product = await startProduct({ speed: SPEED, seed })
  const samples: Record<Part, Sample[]> = { server: [], agent: [] }
  try {
    const call = callServer(product.url, product.world.own.operator.api.token!)
    const until = performance.now() + lasts * 1000
    let [looks, days] = [0, 0]
    while (performance.now() < until) {
      if (!(await isPlaying(product.yardUrl))) {
        await startDay(product.yardUrl, seed + days)
        days++
      }
      for (const part of PARTS) samples[part].push(sampleOf(product.pid(part)))
      for (const post of [1, 2, 3])
        if ((await call(weight.get, { query: { post } })).is === 'done') looks++
      await sleep(SAMPLE_MS)
    }
    for (const part of PARTS) tellPart(part, samples[part], { seconds: lasts, days, looks })
  } finally {
    await product.close()
  }
}

function tellPart(part: Part, samples: readonly Sample[], facts: object): void {
  const warm = samples[Math.floor(samples.length * WARM_SHARE)]!
  const last = samples.at(-1)!
  const growth = last.memory - warm.memory
  const memory = { from: warm.memory, to: last.memory, goal: GROWTH_MB }
  tell({ name: `soak ${part} memory growth`, value: growth, unit: 'MB', ...memory, ...facts })
  const handles = last.handles - warm.handles
  const open = { from: warm.handles, to: last.handles }
  tell({ name: `soak ${part} handle growth`, value: handles, unit: 'handles', ...open })
}

function sampleOf(pid: number): Sample {
  const handles = process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN
  return { memory: memoryMb(pid), handles }
}

async function isPlaying(yardUrl: string): Promise<boolean> {
  const state = (await (await fetch(`${yardUrl}/sim/state`)).json()) as { scenario: unknown }
  return state.scenario !== null
}

async function startDay(yardUrl: string, seed: number): Promise<void> {
  const answer = await fetch(`${yardUrl}/sim/scenario`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'full-day', seed }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
