import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { inTransaction, type Tx } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { openWorld } from '#test/support/world.ts'
import {
  addDeparturePhoto,
  endDepartures,
  lastDeparture,
  lockScaleLimits,
  storeDeparture,
} from './zero-departure-queries.ts'

// Each condition beside the nearest departure for which it does not hold (devices.md 4.3).
const world = await openWorld()
const { own, other } = world
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
const scale = yard.devices['scale1']!
const neighbour = yard.devices['scale2']!
const at = (minutes: number) =>
  new Date(Date.parse('2026-05-10T05:00:00Z') + minutes * 60_000).toISOString()
const within = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(own.db, work)

beforeEach(async () => {
  await own.db.q.deleteFrom('zero_departure').execute()
})

async function stood(device: string, from: number, until: number | null, weight_g = -180_000) {
  const id = uuidv7()
  await within((tx) =>
    storeDeparture(tx, device, { id, started_at: at(from), weight_g, flags: [] }),
  )
  if (until !== null) await within((tx) => endDepartures(tx, device, at(until), null))
  return id
}
const read = async (id: string) =>
  own.db.q.selectFrom('zero_departure').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const endOf = async (id: string) => {
  const { ended_at } = await read(id)
  return ended_at === null ? null : new Date(ended_at).toISOString()
}

test('limits are those of a scale of the own company', async () => {
  const limits = (device: string, of = own) =>
    inTransaction(of.db, (tx) => lockScaleLimits(tx, device))
  assert.equal((await limits(scale))?.max_g, 60_000_000)
  assert.equal(await limits(scale, other), undefined)
  assert.equal(await limits(yard.devices['camera1'] ?? yard.devices['camera2']!), undefined)
})

test('the last departure is of this scale, to this side, and begun before', async () => {
  const first = await stood(scale, 0, 3)
  await stood(neighbour, 5, null)
  const last = (minutes: number, weight_g: number) =>
    within(async (tx) => (await lastDeparture(tx, scale, { at: at(minutes), weight_g }))?.id)
  assert.equal(await last(10, -1), first)
  assert.equal(await last(-1, -1), undefined)
  assert.equal(await last(10, 1), undefined)
  const second = await stood(scale, 7, null)
  assert.equal(await last(10, -1), second)
  assert.equal(await last(6, -1), first)
})

test('what ends is open, of this scale and begun before, and not the named one', async () => {
  const [ended, open, theirs] = [
    await stood(scale, 0, 3),
    await stood(scale, 5, null),
    await stood(neighbour, 5, null),
  ]
  const end = (minutes: number, besides: string | null = null) =>
    within((tx) => endDepartures(tx, scale, at(minutes), besides))
  await end(4)
  await end(8, open)
  assert.deepEqual([await endOf(ended), await endOf(open)], [at(3), null])
  await end(9)
  assert.deepEqual(
    [await endOf(ended), await endOf(open), await endOf(theirs)],
    [at(3), at(9), null],
  )
})

test('a second open departure of a scale is a word that came late', async () => {
  await stood(scale, 5, null)
  const late = { id: uuidv7(), started_at: at(1), weight_g: 180_000, flags: [] }
  assert.equal(await within((tx) => storeDeparture(tx, scale, late)), false)
  assert.equal(await within((tx) => storeDeparture(tx, neighbour, late)), true)
})

let events = 0
async function told(device_id: string, minutes: number, type = 'zero'): Promise<string> {
  const event_id = `01DEPARTURE${String(++events).padStart(15, '0')}`
  await own.db.q
    .insertInto('agent_event')
    .values({
      company_id: own.id,
      agent_id: yard.agentId,
      event_id,
      device_id,
      type,
      at: at(minutes),
      body: '{}',
    })
    .execute()
  return event_id
}
async function pictured(zero_event_id: string, id = uuidv7(), device = scale): Promise<string> {
  await within((tx) => addDeparturePhoto(tx, device, { id, zero_event_id }, 2))
  return id
}
const photosOf = async (id: string) => (await read(id)).photos

test('a picture is of the departure that its word of a zero lies in, each once and no more than two', async () => {
  const down = await stood(scale, 0, 4)
  const beside = await stood(neighbour, 1, null)
  const word = await told(scale, 2)
  const first = await pictured(word)
  await pictured(word, first)
  assert.deepEqual(await photosOf(down), [first])
  const second = await pictured(word)
  await pictured(word)
  assert.deepEqual(await photosOf(down), [first, second])
  assert.deepEqual(await photosOf(beside), [])
})

test('a picture of no zero, of another scale, and from before or after is none', async () => {
  const down = await stood(scale, 2, 4)
  const later = await stood(scale, 7, 9)
  await pictured(await told(scale, 3, 'episode'))
  await pictured(await told(neighbour, 3))
  await pictured(await told(scale, 1))
  await pictured(await told(scale, 5))
  assert.deepEqual([await photosOf(down), await photosOf(later)], [[], []])
  // Of two that touch, the one that began last.
  const next = await stood(scale, 9, null)
  const id = await pictured(await told(scale, 9))
  assert.deepEqual([await photosOf(later), await photosOf(next)], [[], [id]])
})
