import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { FlagCode } from '#contract/core/flags.ts'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addSite } from '#test/builders/past/past-acts.ts'
import { connectYard, letTimePass, type FakeYard } from '#test/site/fake-yard.ts'
import { openWorld } from '#test/support/world.ts'
import { markLongStays } from '../visit-jobs.ts'

// What is seen around a weighing: of its plate on other scales, of other vehicles on the same one (domain.md 6.5).
const world = await openWorld()
const { own, supervisor } = world
const { api } = own.operator
let yard: FakeYard
let farScale = ''
before(async () => {
  yard = await connectYard(world, own)
  farScale = uuidv7()
  const far = {
    id: farScale,
    code: 77,
    title: 'Дальние весы',
    post_id: null,
    site_id: await addSite(own, 'Вторая площадка'),
  }
  await sql`insert into device select (jsonb_populate_record(d, ${JSON.stringify(far)}::jsonb)).*
    from device d where d.id = ${yard.devices['scale1']!}`.execute(own.db.q)
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

let plates = 100
const newPlate = () => `А${++plates}АА77`

async function setRules(weight: object): Promise<void> {
  const { version } = await supervisor.api.send(company.get, { query: { id: own.id } })
  const body = { id: own.id, version, settings: { modules_cfg: { weight } } }
  await supervisor.api.send(companyChange.update, { body })
}

/** A load whose plate a camera read and nobody weighed. */
async function addLoad(deviceId: string, plate: string, minutesAgo: number, peak_g = 7_400_000) {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await own.db.q
    .insertInto('weight_episode')
    .values({
      company_id: own.id,
      id: `01SEEN${String(++plates).padStart(20, '0')}`,
      device_id: deviceId,
      started_at: at(minutesAgo + 1),
      ended_at: at(minutesAgo),
      peak_g,
      plate,
      plate_confidence_bp: 9100,
      offline: false,
    })
    .execute()
}

let arrivals = 0
/** No two of these trucks weigh the same. */
async function drivesIn(carnumber: string, more: object = {}): Promise<VisitCard> {
  await yard.empty(1)
  const reading = await yard.load(1, 12_480 + 60 * (++arrivals % 50))
  const body = { command: 'capture_in' as const, reading, carnumber, ...more }
  return (await api.send(visitCalls.update, { body })) as VisitCard
}

/** Comes full and leaves empty, three minutes later. */
async function visits(carnumber: string, emptyKg: number, more: object = {}): Promise<VisitCard> {
  const visit = await drivesIn(carnumber, more)
  await letTimePass(own, 180)
  await yard.empty(1)
  const reading = await yard.load(1, emptyKg)
  const { id, version } = visit
  const body = { command: 'capture_out' as const, id, version, reading }
  const closed = (await api.send(visitCalls.update, { body })) as VisitCard
  await letTimePass(own, 180)
  return closed
}

const whyOf = ({ flags }: VisitCard, code: FlagCode) =>
  flags.find((flag) => flag.code === code)?.why ?? null

test('a plate that was on another site just before is marked with the site, and not after the minutes of the company', async () => {
  const [seen, early, off] = [newPlate(), newPlate(), newPlate()]
  await addLoad(farScale, seen, 5)
  await addLoad(farScale, early, 30)
  assert.match(whyOf(await drivesIn(seen), 'two_places')!, /«Вторая площадка» с разницей в \d+ мин/)
  assert.equal(whyOf(await drivesIn(early), 'two_places'), null)
  assert.equal(whyOf(await drivesIn(newPlate()), 'two_places'), null)
  await setRules({ two_sites_min: 0 })
  await addLoad(farScale, off, 5)
  assert.equal(whyOf(await drivesIn(off), 'two_places'), null)
  await setRules({ two_sites_min: 15 })
})

test('two vehicles on one scale closer than one can leave and the other come are told, the second of them', async () => {
  await letTimePass(own, 300)
  const first = await drivesIn(newPlate())
  assert.equal(whyOf(first, 'too_close'), null)
  const second = await drivesIn(newPlate())
  assert.match(whyOf(second, 'too_close')!, new RegExp(`взвешен заезд ${first.number}`))
  await letTimePass(own, 21)
  assert.equal(whyOf(await drivesIn(newPlate()), 'too_close'), null)
  const query = { filter: { is_reviewed: false, code: ['too_close' as const] } }
  const { items } = await own.manager.api.send(flagReview.getExceptions, { query })
  assert.ok(items.some(({ entity_id }) => entity_id === second.id))
})

test('a tare is compared with the last three of the plate with the same trailer, by the kilograms of the company', async () => {
  const plate = newPlate()
  const trailer = { trailer_number: 'АВ123477' }
  for (const kg of [4260, 4260, 4260]) await visits(plate, kg)
  assert.equal(whyOf(await visits(plate, 4340), 'tare_deviation'), null)
  assert.match(
    whyOf(await visits(plate, 4400), 'tare_deviation')!,
    /На 140 кг больше обычных 4.260 кг/,
  )
  // Another trailer is another vehicle: nothing usual is known of it yet.
  assert.equal(whyOf(await visits(plate, 7200, trailer), 'tare_deviation'), null)
  await setRules({ tare_free_kg: 40 })
  assert.match(whyOf(await visits(plate, 4280), 'tare_deviation')!, /меньше обычных 4.340 кг/)
  await setRules({ tare_free_kg: 100 })
})

test('a vehicle that went over a scale again and was not weighed has left: marked once, with where and when', async () => {
  const [gone, stays, light] = [newPlate(), newPlate(), newPlate()]
  const [left, here] = [await drivesIn(gone), await drivesIn(stays)]
  const passed = await drivesIn(light)
  await letTimePass(own, 3600)
  const scale = yard.devices['scale1']!
  await addLoad(scale, gone, 20)
  // Still standing there, or no vehicle at all: nothing is said yet.
  await addLoad(scale, stays, 5)
  await addLoad(scale, light, 20, 100_000)
  await markLongStays(world.services)
  await markLongStays(world.services)
  const query = { filter: { is_reviewed: false, code: ['left_unweighed' as const] } }
  const { items } = await own.manager.api.send(flagReview.getExceptions, { query })
  const told = items.filter(({ entity_id: id }) => [left.id, here.id, passed.id].includes(id))
  assert.deepEqual(
    told.map(({ entity_id }) => entity_id),
    [left.id],
  )
  assert.match(told[0]!.why!, /Номер был на весах «Весы 1» .*, взвешивания нет/)
})

test('a tare that can hardly be of the vehicle that came full is told from its first visit on', async () => {
  assert.equal(whyOf(await visits(newPlate(), 3200), 'tare_deviation'), null)
  const car = await visits(newPlate(), 1640)
  assert.match(whyOf(car, 'tare_deviation')!, /^Слишком лёгкая для 1\d.\d{3} кг с грузом$/)
  const plate = newPlate()
  await visits(plate, 4260)
  assert.equal(whyOf(await visits(plate, 4600), 'tare_deviation'), null)
  assert.match(whyOf(await visits(plate, 3200), 'tare_deviation')!, /меньше обычных 4.600 кг/)
})

test('a truck is weighed on truck scales alone, whichever weighing it is', async () => {
  await yard.load(2, 80)
  const reading = async () => ({ reading: await yard.shown(2), post: 2 })
  const refused = async (body: object) =>
    (await api.refused(visitCalls.update, { body: { ...body, ...(await reading()) } })).code
  const carnumber = newPlate()
  const { id, version } = await drivesIn(carnumber)
  await letTimePass(own, 180)
  for (const command of ['capture_mid', 'capture_out'])
    assert.equal(await refused({ command, id, version }), 'weighing.not-truck-scale')
  for (const command of ['capture_in', 'capture_tare'])
    assert.equal(
      await refused({ command, carnumber: newPlate() }),
      'weighing.not-truck-scale',
      command,
    )
})

test('a truck that leaves over a scale of another site than it came to is told', async () => {
  const { id, version } = await drivesIn(newPlate())
  await letTimePass(own, 3600)
  const site = await addSite(own, 'Третья площадка')
  await own.db.q.updateTable('visit').set({ site_id: site }).where('id', '=', id).execute()
  await yard.empty(1)
  const body = { command: 'capture_out' as const, id, version, reading: await yard.load(1, 4260) }
  const closed = (await api.send(visitCalls.update, { body })) as VisitCard
  assert.match(whyOf(closed, 'two_places')!, /^Въезд взвешен на площадке «Третья площадка», дальше/)
})

test('a load of a platform that is put back minutes later is told, a voided one is weighed again', async () => {
  const weigh = async (kg: number) => {
    await yard.empty(2)
    const body = { command: 'capture_platform' as const, reading: await yard.load(2, kg), post: 2 }
    return (await api.send(visitCalls.update, { body })) as VisitCard
  }
  const first = await weigh(250)
  assert.equal(whyOf(first, 'too_close'), null)
  assert.equal(whyOf(await weigh(251), 'too_close'), null)
  const again = await weigh(249.3)
  assert.match(
    whyOf(again, 'too_close')!,
    new RegExp(`весил на тех же весах заезд ${first.number}`),
  )
  // Of a light load two divisions are alike, whatever share of it they are.
  await weigh(5)
  assert.ok(whyOf(await weigh(5.2), 'too_close'))
  await letTimePass(own, 601)
  assert.equal(whyOf(await weigh(250), 'too_close'), null)
  await own.db.q
    .updateTable('visit')
    .set({ status: 'void', void_reason: 'Ошибка' })
    .where('mode', '=', 'platform')
    .execute()
  assert.equal(whyOf(await weigh(250), 'too_close'), null)
})

test('a truck that comes round under another plate weighs the same, and no camera read either', async () => {
  const comes = async (kg: number, plate: string, seen: string | null = null) => {
    await letTimePass(own, 60)
    await yard.empty(1)
    const reading = await yard.load(1, kg, seen)
    const body = { command: 'capture_in' as const, reading, carnumber: plate }
    return whyOf((await api.send(visitCalls.update, { body })) as VisitCard, 'too_close')
  }
  const read = newPlate()
  assert.equal(await comes(17_340, newPlate()), null)
  assert.equal(await comes(17_340, read, read), null)
  assert.equal(await comes(17_380, newPlate()), null)
  assert.match((await comes(17_360, newPlate()))!, /столько же весил/)
  // The camera read the first one; it is the same vehicle that came back; it left with as much as this one brings.
  const [seen, back] = [newPlate(), newPlate()]
  const leaves = async (id: string, version: number) => {
    await letTimePass(own, 90)
    await yard.empty(1)
    const reading = await yard.load(1, 5000)
    await api.send(visitCalls.update, { body: { command: 'capture_out', id, version, reading } })
  }
  await comes(18_000, seen, seen)
  assert.equal(await comes(18_000, newPlate()), null)
  await comes(18_400, back)
  const query = { filter: { search: back } }
  const [{ id, version }] = (await api.send(visitCalls.getAll, { query })).items as [VisitCard]
  await leaves(id, version)
  assert.equal(await comes(18_400, back), null)
  assert.equal(await comes(5000, newPlate()), null)
})

test('a tare whose plate the camera read is used without a mark', async () => {
  const carnumber = newPlate()
  await yard.empty(1)
  const tare = { command: 'capture_tare' as const, carnumber }
  const reading = await yard.load(1, 4260, carnumber)
  await api.send(visitCalls.update, { body: { ...tare, reading } })
  await letTimePass(own, 300)
  const { id, version } = await drivesIn(carnumber)
  const body = { command: 'use_stored_tare' as const, id, version }
  const closed = (await api.send(visitCalls.update, { body })) as VisitCard
  assert.equal(whyOf(closed, 'tare_deviation'), null)
})
