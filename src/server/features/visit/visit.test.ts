import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import type { Reading } from '#contract/device/reading.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld, PATIENT_WITH_CAMERAS } from '#test/support/world.ts'

const world = await openWorld({ config: { deadlines: PATIENT_WITH_CAMERAS } })
const { own } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const { newPlate, send, refused, captureIn, captureOut, visit } = truckHands(own, yard)
const supplier = await addSupplier(own)
const products = await addProducts(own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
describe('weighing in and out', () => {
  afterEach(async () => {
    yard.dark.clear()
    await yard.empty(1)
  })

  test('a truck is weighed in and out: gross, tare and net are right, pictures stay with each weighing', async () => {
    const carnumber = 'a777вс 77'
    const opened = await captureIn(12_480, carnumber, {
      supplier_id: supplier.id,
      product_id: products.steel.id,
    })
    assert.equal(opened.status, 'in')
    assert.equal(opened.carnumber, 'А777ВС77')
    assert.match(opened.number, /^\d{6}-001$/)
    assert.equal(opened.in_g, 12_480_000)
    const onSite = await api.send(visitCalls.getIn, {})
    assert.deepEqual(
      onSite.items.map(({ id }) => id),
      [opened.id],
    )
    await yard.empty(1)
    await letTimePass(own, 90)
    const closed = await captureOut(opened, 4260)
    assert.deepEqual(
      [closed.status, closed.direction, closed.gross_g, closed.tare_g, closed.net_g],
      ['closed', 'purchase', 12_480_000, 4_260_000, 8_220_000],
    )
    assert.deepEqual(
      closed.drops.map(({ weight_g, product_name }) => [weight_g, product_name]),
      [[8_220_000, products.steel.name]],
    )
    assert.ok(
      closed.weighings.every(({ photos, source }) => photos.length >= 2 && source === 'scale'),
    )
    const free = await api.send(visitCalls.getFree, {
      query: { filter: { supplier_id: supplier.id } },
    })
    assert.deepEqual(
      free.items.map(({ id }) => id),
      [closed.id],
    )
  })

  test("the plate is that of the post's camera, whatever the screen sends", async () => {
    // The scale has been free for a while.
    await letTimePass(own, 60)
    const reading = await yard.load(1, 9000, 'К777КК99')
    const opened = await send({
      command: 'capture_in',
      reading,
      carnumber: newPlate(),
      plate_reading: null,
    })
    assert.equal(opened.weighings[0]!.plate_read, 'К777КК99')
    assert.deepEqual(
      opened.flags.map(({ code }) => code),
      ['plate_mismatch'],
    )
    await letTimePass(own, 60)
    await yard.empty(1)
    const honest = newPlate()
    const same = await send({
      command: 'capture_in',
      reading: await yard.load(1, 9000, honest),
      carnumber: honest,
    })
    assert.deepEqual(same.flags, [])
  })

  test('a load leaves the scale heavier: the direction is shipment', async () => {
    const closed = await visit(4300, 9000)
    assert.deepEqual(
      [closed.direction, closed.gross_g, closed.tare_g, closed.net_g],
      ['shipment', 9_000_000, 4_300_000, 4_700_000],
    )
  })

  test('one load is captured once, also by two operators at the same moment', async () => {
    const reading = await yard.load(1, 8000)
    const both = await Promise.allSettled([
      send({ command: 'capture_in', reading, carnumber: newPlate() }),
      send({ command: 'capture_in', reading, carnumber: newPlate() }),
    ])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(
      await refused({ command: 'capture_in', reading: await yard.shown(1), carnumber: newPlate() }),
      'weighing.same-load',
    )
  })

  test('a repeat after a lost answer makes no second visit, other content under its id is refused', async () => {
    const body = {
      command: 'capture_in' as const,
      client_id: '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d80',
      reading: await yard.load(1, 8000),
      carnumber: newPlate(),
    }
    const first = await send(body)
    assert.equal((await send(body)).id, first.id)
    assert.equal(await refused({ ...body, carnumber: newPlate() }), 'common.id-reused')
    const list = await api.send(visitCalls.getAll, {
      query: { filter: { carnumber: body.carnumber } },
    })
    assert.deepEqual(
      list.items.map(({ id }) => id),
      [first.id],
    )
  })

  test('a plate that is on site cannot enter again', async () => {
    const opened = await captureIn(9000)
    await yard.empty(1)
    const reading = await yard.load(1, 9000)
    assert.equal(
      await refused({ command: 'capture_in', reading, carnumber: opened.carnumber }),
      'transaction.already-in',
    )
  })

  test('each kind of unusable reading is refused with its own code', async () => {
    const carnumber = newPlate()
    const fresh = await yard.load(1, 9000)
    const forged: Reading = { ...fresh, weight_g: 9_900_000 }
    assert.equal(
      await refused({ command: 'capture_in', reading: forged, carnumber }),
      'weighing.bad-signature',
    )
    assert.equal(
      await refused({
        command: 'capture_in',
        reading: { ...fresh, seq: fresh.seq + 1_000_000 },
        carnumber,
      }),
      'weighing.bad-signature',
    )
    const unseen = yard.sign(1, { ...fresh, seq: fresh.seq + 1_000_000 })
    assert.equal(
      await refused({ command: 'capture_in', reading: unseen, carnumber }),
      'weighing.stale-reading',
    )
    await new Promise((resolve) => setTimeout(resolve, 2300))
    assert.equal(
      await refused({ command: 'capture_in', reading: fresh, carnumber }),
      'weighing.stale-reading',
    )
    await yard.change(1, { stable: false })
    assert.equal(
      await refused({ command: 'capture_in', reading: await yard.shown(1), carnumber }),
      'weighing.unstable',
    )
    await yard.empty(1)
    assert.equal(
      await refused({ command: 'capture_in', reading: await yard.shown(1), carnumber }),
      'weighing.no-load',
    )
    const light = await yard.load(1, 300)
    assert.equal(
      await refused({ command: 'capture_in', reading: light, carnumber }),
      'weighing.out-of-range',
    )
  })

  test('an exit weighing too soon or with the same weight is refused', async () => {
    const opened = await captureIn(9000)
    await yard.empty(1)
    const base = { command: 'capture_out' as const, id: opened.id, version: opened.version }
    assert.equal(await refused({ ...base, reading: await yard.load(1, 4000) }), 'weighing.too-soon')
    await letTimePass(own, 90)
    await yard.empty(1)
    assert.equal(
      await refused({ ...base, reading: await yard.load(1, 8960) }),
      'weighing.no-change',
    )
  })

  test('several drops must all be unloadings or all be loadings', async () => {
    const opened = await captureIn(18_400)
    await yard.empty(1)
    await letTimePass(own, 90)
    const mid = await send({
      command: 'capture_mid',
      id: opened.id,
      version: opened.version,
      reading: await yard.load(1, 12_100),
    })
    assert.equal(mid.mode, 'multi')
    await yard.empty(1)
    await letTimePass(own, 90)
    const base = { command: 'capture_out' as const, id: opened.id, version: mid.version }
    assert.equal(
      await refused({ ...base, reading: await yard.load(1, 15_000) }),
      'weighing.direction-changed',
    )
    await yard.empty(1)
    const closed = await send({ ...base, reading: await yard.load(1, 6260) })
    assert.deepEqual(
      closed.drops.map(({ weight_g }) => weight_g),
      [6_300_000, 5_840_000],
    )
  })

  test('a missing picture marks the visit and never blocks it', async () => {
    yard.dark.add(1)
    yard.dark.add(2)
    const opened = await captureIn(9000)
    assert.ok(opened.flags.some(({ code }) => code === 'no_photo'))
  })

  test('a plate that differs by one character is offered and never taken by itself', async () => {
    const opened = await captureIn(9000, 'К123МН99')
    const near = await api.send(visitCalls.findInByCarnumber, {
      query: { carnumber: 'К128МН99' },
    })
    assert.equal(near.transaction, null)
    assert.deepEqual(
      near.similar.map(({ id }) => id),
      [opened.id],
    )
    const exact = await api.send(visitCalls.findInByCarnumber, {
      query: { carnumber: 'k123mh99' },
    })
    assert.equal(exact.transaction?.id, opened.id)
  })

  test('a plate of a neighbouring country is found in either alphabet, and only an unknown form is marked', async () => {
    await yard.empty(1)
    const opened = await captureIn(9000, '857 IMB-02')
    assert.equal(opened.carnumber, '857IMB02')
    const codes = (flags: readonly { code: string }[]) => flags.map(({ code }) => code)
    assert.ok(!codes(opened.flags).includes('plate_unknown'))
    const typed = await api.send(visitCalls.findInByCarnumber, {
      query: { carnumber: '857IМВ02' },
    })
    assert.equal(typed.transaction?.id, opened.id)
    await yard.empty(1)
    const unknown = await captureIn(9000, 'AB-123-CD')
    assert.ok(codes(unknown.flags).includes('plate_unknown'))
  })
})
