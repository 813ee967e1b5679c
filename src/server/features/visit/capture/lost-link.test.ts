import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reading } from '#contract/device/reading.ts'
import { weight } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { openWorld } from '#test/support/world.ts'

/** devices.md 4.2: no older reading is captured. */
const MAX_AGE_MS = 2000

const world = await openWorld()
const { api } = world.own.operator
const yard = await connectYard(world, world.own)
after(async () => {
  await yard.disconnect()
  await world.close()
})

test('without a link no weight is shown and a kept reading is refused; with it the load is weighed', async () => {
  const kept = await yard.load(1, 9000)
  const carnumber = 'А123ВС77'
  const bodyOf = (reading: Reading) => ({ command: 'capture_in', reading, carnumber }) as const
  await yard.disconnect()
  assert.equal((await api.refused(weight.get, { query: { post: 1 } })).code, 'device.offline')
  await sleep(MAX_AGE_MS + 300)
  const late = await api.refused(visitCalls.update, { body: bodyOf(kept) })
  assert.equal(late.code, 'weighing.stale-reading')
  await yard.reconnect()
  const shown = await yard.load(1, 9000)
  const opened = await api.send(visitCalls.update, { body: bodyOf(shown) })
  assert.equal((opened as { in_g: number }).in_g, 9_000_000)
})
