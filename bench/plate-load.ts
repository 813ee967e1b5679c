import { setTimeout as sleep } from 'node:timers/promises'
import { weight } from '#contract/device/device.ts'
import { workerPlateReader } from '#agent/plates/worker-reader.ts'
import { yardPicture } from '#simulators/yard/drawing/plate-set.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { openWorld } from '#test/support/world.ts'
import type { YardBench } from './yard-bench.ts'
import { tell } from './tell.ts'

/** The bar of devices.md 10, test 19. */
const BAR_MS = 50
/** A screen that polls asks about as often. */
const PAUSE_MS = 10

/**
 * `get_weight` while plates are read without a pause, and without; the recogniser runs in the server's own process here,
 * which is harder than the agent's machine beside it.
 */
export async function measurePlateLoad({ smoke, seed, seconds = 20 }: YardBench): Promise<void> {
  const world = await openWorld()
  const yard = await connectYard(world, world.own)
  const reader = workerPlateReader()
  try {
    await yard.load(1, 12_480)
    const jpeg = await yardPicture(seed, 'А123ВС77')
    const signal = new AbortController().signal
    await reader.read(jpeg, { signal })
    let frames = 0
    const span = (smoke ? 2 : seconds) * 1000
    const ask = () => world.own.operator.api.send(weight.get, { query: { post: 1 } })
    const quiet = await timesOf(ask, span)
    const done = new AbortController()
    const reading = (async () => {
      while (!done.signal.aborted)
        frames += await reader.read(jpeg, { signal }).then(
          () => 1,
          () => 0,
        )
    })()
    const busy = await timesOf(ask, span)
    done.abort()
    await reading
    tell({
      name: 'get_weight p99 without recognition',
      value: p99(quiet),
      unit: 'ms',
      baseline: null,
    })
    tell({
      name: 'get_weight p99 during recognition',
      value: p99(busy),
      unit: 'ms',
      baseline: BAR_MS,
    })
    tell({ name: 'frames read meanwhile', value: frames, unit: 'frames', baseline: null })
  } finally {
    await reader.close()
    await yard.disconnect()
    await world.close()
  }
}

async function timesOf(ask: () => Promise<unknown>, span: number): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + span; performance.now() < end; await sleep(PAUSE_MS)) {
    const startedAt = performance.now()
    await ask()
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)
}

function p99(sorted: readonly number[]): number {
  return Math.round(10 * sorted[Math.ceil(0.99 * sorted.length) - 1]!) / 10
}
