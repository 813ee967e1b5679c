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

test('the empty scale beside zero is photographed when that begins, at most every two minutes, and a dead camera costs no word', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'priyomka-zero-pictures-'))
  const told: Extract<AgentMessage, { msg: 'evt' }>[] = []
  let now = 0
  let cameras = [1, 2]
  const clock = agentClock(1, { wall: () => now, monotonic: () => now })
  const outbox = openOutbox(dir, clock, (message: AgentMessage) => {
    if (message.msg === 'evt') {
      told.push(message)
      outbox.acknowledged([message.event_id])
    }
    return true
  })
  t.after(async () => {
    outbox.close()
    await rm(dir, { recursive: true })
  })
  const loads = loadRecorder({
    device: { device_id: DEVICE, d_g: 20_000, zero_band_g: 20_000 },
    outbox,
    clock,
    linkUp: () => true,
    plate: () => undefined,
    pictures: () =>
      Promise.resolve(
        cameras.map((camera) => ({
          camera,
          jpeg: Buffer.alloc(100),
          taken_at: new Date(now).toISOString(),
        })),
      ),
  })
  const show = async (weight_g: number, seconds = 1) => {
    now += 1000 * seconds
    loads.reading({ weight_g, stable: true, episode_id: null } as Reading)
    await Promise.resolve()
    await new Promise(setImmediate)
    return told
      .splice(0)
      .map(({ type, body }) => [type, 'zero_event_id' in body ? body.zero_event_id : null])
  }
  outbox.linkOpened()
  assert.deepEqual(await show(0), [['zero', null]])
  now += 1000
  loads.reading({ weight_g: -180_000, stable: true, episode_id: null } as Reading)
  await new Promise(setImmediate)
  const [zero, ...photos] = told.splice(0)
  assert.deepEqual(
    photos.map(({ type, body }) => [type, 'zero_event_id' in body && body.zero_event_id]),
    [
      ['photo', zero!.event_id],
      ['photo', zero!.event_id],
    ],
  )
  assert.ok(outbox.photos.nextToSend(), 'it goes to the server')
  // Zeroed, laid on, zeroed: a tremble has no pictures of its own.
  for (const weight_g of [0, 180_000, 0, -180_000])
    assert.deepEqual(await show(weight_g), [['zero', null]])
  assert.deepEqual(await show(-180_000, 10), [])
  assert.equal((await show(180_000, 120)).length, 3)
  cameras = []
  assert.deepEqual(await show(-180_000, 300), [['zero', null]])
})
