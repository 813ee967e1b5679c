import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, describe, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { StoredTare, VisitCard } from '#contract/visit/visit-entities.ts'
import { approval } from '#test/support/approve.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

type Body = BodyInput<typeof visitCalls.update>
type Command<C> = Extract<Body, { command: C }>

const world = await openWorld()
const { own, other } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const person = await addSupplier(own)
const firm = await addSupplier(own, { type: 'company' })
const products = await addProducts(own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
describe('weighing on a platform', () => {
  afterEach(async () => {
    await yard.empty(1)
    await yard.empty(2)
  })

  const send = async (body: BodyInput<typeof visitCalls.update>) =>
    (await api.send(visitCalls.update, { body })) as VisitCard
  const refused = async (body: Record<string, unknown>) =>
    (await api.refused(visitCalls.update, { body })).code
  const platform = (more: Omit<Command<'capture_platform'>, 'command'>) => ({
    command: 'capture_platform' as const,
    post: 2,
    ...more,
  })
  const keepTare = async (body: Omit<Command<'capture_tare'>, 'command'>) =>
    (await api.send(visitCalls.update, {
      body: { command: 'capture_tare', ...body },
    })) as StoredTare

  async function weighTwice(carnumber: string, more: object = {}) {
    const reading = await yard.load(1, 9000)
    const opened = await send({ command: 'capture_in', reading, carnumber, ...more })
    await yard.empty(1)
    await letTimePass(own, 90)
    const closed = await send({
      command: 'capture_out',
      id: opened.id,
      version: opened.version,
      reading: await yard.load(1, 4000),
    })
    await yard.empty(1)
    return closed
  }

  test('one load on a platform is a closed visit, less the typed pack', async () => {
    const reading = await yard.load(2, 120)
    const product_id = products.steel.id
    const card = await send(
      platform({
        reading,
        pack_g: 2000,
        supplier_id: person.id,
        product_id,
        client_id: randomUUID(),
      }),
    )
    assert.deepEqual(
      [card.mode, card.status, card.direction, card.gross_g, card.tare_g, card.pack_g, card.net_g],
      ['platform', 'closed', 'purchase', 120_000, 0, 2000, 118_000],
    )
    assert.equal(card.carnumber, null)
    assert.deepEqual(
      card.drops.map((drop) => [drop.weight_g, drop.product_id]),
      [[120_000, product_id]],
    )
  })

  test('a container is weighed once and subtracted by its code', async () => {
    const tare = await keepTare({ reading: await yard.load(2, 12), container_code: 'К-7' })
    assert.deepEqual([tare.container_code, tare.tare_g, tare.expired], ['К-7', 12_000, false])
    await yard.empty(2)
    const card = await send(platform({ reading: await yard.load(2, 80), container_code: 'К-7' }))
    assert.deepEqual([card.gross_g, card.tare_g, card.net_g], [80_000, 12_000, 68_000])
    await yard.empty(2)
    await yard.load(2, 10)
    // Each with what the scale shows now: on a busy machine three answers take longer than a reading is taken.
    const refusedNow = async (more: object) =>
      refused(platform({ reading: await yard.shown(2), ...more }))
    assert.equal(await refusedNow({ container_code: 'К-7' }), 'weighing.no-change')
    assert.equal(await refusedNow({ pack_g: 10_000 }), 'weighing.no-change')
    assert.equal(await refusedNow({ container_code: 'К-8' }), 'transaction.no-tare')
  })

  test('a container that weighs otherwise than before by more than a tenth is told', async () => {
    const marksAt = async (kg: number) => {
      await yard.empty(2)
      await keepTare({ reading: await yard.load(2, kg), container_code: 'К-11' })
      await yard.empty(2)
      const card = await send(platform({ reading: await yard.load(2, 80), container_code: 'К-11' }))
      return card.flags.filter(({ code }) => code === 'tare_deviation').map(({ why }) => why)
    }
    assert.deepEqual(await marksAt(20), [])
    assert.deepEqual(await marksAt(22), [])
    assert.deepEqual(await marksAt(19.7), ['К-11: 19,7 кг, прежде 22 кг'])
  })

  test('a shipment or a test load on a platform becomes no purchase afterwards', async () => {
    for (const direction of ['shipment', 'control'] as const) {
      await yard.empty(2)
      const card = await send(platform({ reading: await yard.load(2, 80), direction }))
      const body = { command: 'set_info' as const, id: card.id, version: card.version }
      assert.equal(await refused({ ...body, direction: 'purchase' }), 'transaction.not-purchase')
      const back = await send({ ...body, direction: 'shipment' })
      assert.equal(back.direction, 'shipment')
    }
  })

  test('an expired container has to be weighed again', async () => {
    await keepTare({ reading: await yard.load(2, 12), container_code: 'К-9' })
    await own.db.q
      .updateTable('stored_tare')
      .set({ expires_at: '2026-01-01T00:00:00Z' })
      .where('container_code', '=', 'К-9')
      .execute()
    await yard.empty(2)
    const reading = await yard.load(2, 80)
    assert.equal(
      await refused(platform({ reading, container_code: 'К-9' })),
      'transaction.tare-expired',
    )
  })

  test('a tare sent again after a lost answer is stored once', async () => {
    const body = {
      reading: await yard.load(1, 4100),
      carnumber: 'Т100ТТ77',
      client_id: randomUUID(),
    }
    const kept = await keepTare(body)
    assert.equal((await keepTare(body)).id, kept.id)
  })

  test('a platform load on a truck scale, and a vehicle on a platform, are refused', async () => {
    const truck = await yard.load(1, 9000)
    assert.equal(await refused(platform({ reading: truck })), 'weighing.bad-signature')
    assert.equal(await refused(platform({ reading: truck, post: 1 })), 'common.bad-transition')
  })

  test('an overloaded scale shows no weight and its capture is refused', async () => {
    await yard.load(1, 9000)
    await yard.change(1, { overload: true, weight_g: null })
    const reading = await yard.shown(1)
    const body = { command: 'capture_in' as const, reading, carnumber: 'Т101ТТ77' }
    assert.equal(await refused(body), 'weighing.out-of-range')
  })

  test('a known plate gives its last supplier, product and tares', async () => {
    const closed = await weighTwice('Т102ТТ77', {
      supplier_id: firm.id,
      product_id: products.steel.id,
    })
    const found = await api.send(visitCalls.findInByCarnumber, {
      query: { carnumber: 'Т102ТТ77' },
    })
    assert.equal(found.transaction, null)
    assert.deepEqual(
      [found.last?.id, found.last?.supplier_id, found.last?.product_id],
      [closed.id, firm.id, products.steel.id],
    )
    assert.deepEqual(
      found.last?.last_tares.map(({ tare_g }) => tare_g),
      [4_000_000],
    )
    assert.equal(found.last?.stored_tare?.tare_g, 4_000_000)
    const strange = await other.operator.api.send(visitCalls.findInByCarnumber, {
      query: { carnumber: 'Т102ТТ77' },
    })
    assert.deepEqual([strange.transaction, strange.last], [null, null])
  })

  test("a stored tare is not offered for a private person's delivery", async () => {
    const closed = await weighTwice('Т103ТТ77', { supplier_id: person.id })
    assert.equal(closed.stored_tare, null)
  })

  test('an expired tare of a plate needs a PIN, and the visit keeps its mark', async () => {
    await weighTwice('Т104ТТ77', { supplier_id: firm.id })
    await own.db.q
      .updateTable('stored_tare')
      .set({ expires_at: '2026-01-01T00:00:00Z' })
      .where('plate', '=', 'Т104ТТ77')
      .execute()
    const reading = await yard.load(1, 9500)
    const opened = await send({ command: 'capture_in', reading, carnumber: 'Т104ТТ77' })
    assert.equal(opened.stored_tare?.expired, true)
    const body = { command: 'use_stored_tare' as const, id: opened.id, version: opened.version }
    const asked = await api.refused(visitCalls.update, { body })
    assert.equal(asked.code, 'approval.required')
    assert.deepEqual(asked.approval!.about, {
      number: opened.number,
      carnumber: 'Т104ТТ77',
      weight_g: opened.stored_tare!.tare_g,
    })
    const closed = (await api.send(
      visitCalls.update,
      { body },
      await approval(own.operator, asked, own.manager),
    )) as VisitCard
    assert.equal(closed.mode, 'stored_tare')
    assert.ok(closed.flags.some(({ code }) => code === 'tare_expired'))
  })

  test('a tare is of the plate that the camera read, with the trailer it was weighed with', async () => {
    const tareOf = async (carnumber: string, seen: string | null) => {
      await yard.empty(1)
      return { reading: await yard.load(1, 8000, seen), carnumber }
    }
    const wrong = { command: 'capture_tare', ...(await tareOf('Т107ТТ77', 'Т108ТТ77')) }
    assert.equal(await refused(wrong), 'weighing.other-plate')
    await weighTwice('Т107ТТ77', { supplier_id: firm.id, trailer_number: 'АВ123477' })
    const comes = async (more: object = {}) => {
      await yard.empty(1)
      const reading = await yard.load(1, 9500)
      const carnumber = 'Т107ТТ77'
      return send({ command: 'capture_in', reading, carnumber, ...more })
    }
    const { id, version } = await comes()
    const body = { command: 'use_stored_tare' as const, id, version }
    assert.equal(await refused(body), 'transaction.tare-of-other-trailer')
    const closed = await send({ ...body, trailer_number: 'АВ123477' })
    assert.equal(closed.mode, 'stored_tare')
    assert.ok(!closed.flags.some(({ code }) => code === 'tare_deviation'))
  })

  test('a plate without a stored tare is refused', async () => {
    const reading = await yard.load(1, 9500)
    const { id, version } = await send({ command: 'capture_in', reading, carnumber: 'Т105ТТ77' })
    assert.equal(await refused({ command: 'use_stored_tare', id, version }), 'transaction.no-tare')
  })

  test('a weighing for a supplier in the stop-list is refused', async () => {
    const bad = await addSupplier(own)
    await own.db.q
      .updateTable('supplier')
      .set({ status: 'blocked' })
      .where('id', '=', bad.id)
      .execute()
    const reading = await yard.load(1, 9500)
    const body = {
      command: 'capture_in' as const,
      reading,
      carnumber: 'Т106ТТ77',
      supplier_id: bad.id,
    }
    assert.equal(await refused(body), 'supplier.blocked')
  })
})
