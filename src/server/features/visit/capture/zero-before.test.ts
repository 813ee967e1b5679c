import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Reading } from '#contract/device/reading.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'

// What the scale shows between trucks is in the next weighing (devices.md 4.3); Max of these scales is 60 t, their zero band 20 kg.
const world = await openWorld()
const { own } = world
const { api } = own.manager
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})

const scale = yard.devices['scale1']!
let events = 0
let plates = 100

/** As the agent tells of its empty scale; answers when the server has it. */
async function showEmpty(weight_g: number, at = new Date().toISOString()): Promise<void> {
  const event_id = `01NVT0${String(Date.now()).padStart(14, '0')}${String(++events).padStart(6, '0')}`
  yard.send({ msg: 'evt', event_id, type: 'zero', at, device_id: scale, body: { weight_g } })
  await until(() => yard.received.some((m) => m.msg === 'ack' && m.event_ids.includes(event_id)))
}

async function drivesOn(): Promise<{ command: 'capture_in'; reading: Reading; carnumber: string }> {
  await yard.empty(1)
  const reading = await yard.load(1, 12_160)
  return { command: 'capture_in', reading, carnumber: `А${++plates}АА77` }
}
const weigh = async () =>
  (await api.send(visitCalls.update, { body: await drivesOn() })) as VisitCard
const marksOf = async (id: string) => {
  const { items } = await api.send(visitCalls.getAll, { query: { filter: { ids: [id] } } })
  return items[0]!.flags.filter(({ code }) => code === 'off_zero')
}
const zeroOf = async (id: string) => {
  const [weighing] = await api.send(visitCalls.getProof, { query: { id } })
  return weighing!.zero_before_g
}

test('a weight that was zeroed and taken away is with the next weighing: marked, and beyond a tenth of a per cent of Max refused', async () => {
  await showEmpty(0)
  const right = await weigh()
  assert.deepEqual([await marksOf(right.id), await zeroOf(right.id)], [[], 0])

  await showEmpty(-40_000)
  const light = await weigh()
  assert.equal((await marksOf(light.id)).length, 1)
  assert.equal(await zeroOf(light.id), -40_000)
  const query = { filter: { is_reviewed: false, code: ['off_zero' as const] } }
  const { items } = await world.own.manager.api.send(flagReview.getExceptions, { query })
  const told = items.find(({ entity_id }) => entity_id === light.id)!
  assert.deepEqual([told.expected, told.actual], ['0\u00a0кг', '−40\u00a0кг'])

  for (const weight_g of [-180_000, 180_000]) {
    await showEmpty(weight_g)
    const { code, message } = await api.refused(visitCalls.update, { body: await drivesOn() })
    assert.equal(code, 'weighing.off-zero')
    assert.match(message, weight_g < 0 ? /−180 кг/ : / 180 кг/)
  }
  await showEmpty(60_000)
  assert.equal((await marksOf((await weigh()).id)).length, 1, 'exactly a tenth of a per cent')
  await showEmpty(20_000)
  assert.deepEqual(await marksOf((await weigh()).id), [], 'within the zero band')
})

test('what left the scale with a vehicle marks its weighing; dirt that it dropped does not', async () => {
  await showEmpty(0)
  const dirty = await weigh()
  await showEmpty(60_000)
  assert.deepEqual(await marksOf(dirty.id), [])
  await showEmpty(0)
  const light = await weigh()
  await showEmpty(-180_000)
  const [mark] = await marksOf(light.id)
  assert.match(mark!.why!, /−180 кг/)
  // It stood at zero again, and was zeroed: what comes after is not about that weighing.
  await showEmpty(0)
  const next = await weigh()
  await showEmpty(0)
  await showEmpty(-180_000)
  assert.deepEqual(await marksOf(next.id), [])
})

test('a link that was down tells late of the empty scale: the weighing after it is marked all the same, once', async () => {
  await showEmpty(0)
  const told = new Date().toISOString()
  const { id } = await weigh()
  assert.deepEqual(await marksOf(id), [])
  await showEmpty(-180_000, told)
  assert.equal((await marksOf(id)).length, 1)
  await showEmpty(-190_000, new Date().toISOString())
  assert.equal((await marksOf(id)).length, 1)
  const traced = await own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'transaction.off-zero')
    .where('entity_id', '=', id)
    .select('after')
    .execute()
  assert.equal(traced.length, 1)
})
