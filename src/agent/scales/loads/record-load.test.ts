import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import type { Reading } from '#contract/device/reading.ts'
import { agentClock } from '../../clock.ts'
import { openOutbox } from '../../outbox/outbox.ts'
import { loadRecorder } from './record-load.ts'

const DEVICE = '019f3a52-7c00-7000-8000-000000000001'
const HOUR_MS = 3_600_000

test('an empty scale beside zero is told at once, its return too, and a wind within the zero band once an hour', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'priyomka-zeros-'))
  const told: unknown[] = []
  let now = 0
  const clock = agentClock(1, { wall: () => now, monotonic: () => now })
  const outbox = openOutbox(dir, clock, (message: AgentMessage) => {
    if (message.msg === 'evt') told.push(message.body)
    return true
  })
  t.after(async () => {
    outbox.close()
    await rm(dir, { recursive: true })
  })
  outbox.linkOpened()
  const loads = loadRecorder({
    device: { device_id: DEVICE, d_g: 20_000, zero_band_g: 20_000 },
    outbox,
    clock,
    linkUp: () => true,
    plate: () => undefined,
    pictures: () => Promise.resolve([]),
  })
  const show = (weight_g: number, stable = true) => {
    now += 1000
    loads.reading({ weight_g, stable, episode_id: null } as Reading)
  }
  const noted = (...weights: number[]) =>
    assert.deepEqual(
      told.splice(0),
      weights.map((weight_g) => ({ weight_g })),
    )
  show(0)
  noted(0)
  // An object is laid on the scale, zeroed and taken away.
  for (const weight_g of [180_000, 180_000, 0, 0, -180_000, -180_000]) show(weight_g)
  noted(180_000, 0, -180_000)
  for (const weight_g of [-160_000, -180_000, -200_000]) show(weight_g)
  noted()
  show(0)
  noted(0)
  for (const weight_g of [20_000, -20_000, 0, 20_000]) show(weight_g)
  show(90_000, false)
  noted()
  now += HOUR_MS
  show(20_000)
  noted(20_000)
})
