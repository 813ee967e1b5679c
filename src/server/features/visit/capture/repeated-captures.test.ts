import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own } = world
const { api } = own.operator
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})

const send = async (body: BodyInput<typeof visitCalls.update>) =>
  (await api.send(visitCalls.update, { body })) as VisitCard

test('an agent that was offline during a capture is notified when its link is back', async () => {
  const reading = await yard.load(1, 12_480)
  await send({ command: 'capture_in', reading, carnumber: 'А111АА77' })
  await yard.disconnect()
  yard.received.splice(0)
  await yard.reconnect()
  const told = () => yard.received.find(({ msg }) => msg === 'captured')
  const { device_id, episode_id, seq } = reading
  assert.deepEqual(await until(told), { msg: 'captured', device_id, episode_id, seq })
})

test("a visit's card has the remaining waiting time, and none when the vehicle may leave", async () => {
  await yard.empty(1)
  const reading = await yard.load(1, 9000)
  const opened = await send({ command: 'capture_in', reading, carnumber: 'А222АА77' })
  assert.ok(opened.wait_ms > 50_000 && opened.wait_ms <= 60_000, String(opened.wait_ms))
  await letTimePass(own, 61)
  const { items } = await api.send(visitCalls.find, { query: { filter: { id: opened.id } } })
  assert.equal(items[0]?.wait_ms, 0)
  await yard.empty(1)
  const { id, version } = opened
  const left = await yard.load(1, 4000)
  const closed = await send({ command: 'capture_out', id, version, reading: left })
  assert.equal(closed.wait_ms, 0)
})

test('a load that grew lighter before its capture is marked, a driver who steps off is not', async () => {
  const flagsAfter = async (weight_g: number, carnumber: string) => {
    await yard.empty(1)
    await yard.load(1, 12_340)
    await yard.change(1, { weight_g })
    const reading = await yard.shown(1)
    assert.equal(reading.weight_g, weight_g)
    const { flags } = await send({ command: 'capture_in', reading, carnumber })
    return flags.map(({ code }) => code).filter((code) => code === 'lighter')
  }
  assert.deepEqual(await flagsAfter(12_260_000, 'А333АА77'), [])
  assert.deepEqual(await flagsAfter(6_340_000, 'А444АА77'), ['lighter'])
})
