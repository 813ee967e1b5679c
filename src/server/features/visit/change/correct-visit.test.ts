import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import { user } from '#contract/user/user.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultRules } from '#contract/company/company-settings.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { approval } from '#test/support/approve.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld } from '#test/support/world.ts'
import { markLongStays } from '../visit-jobs.ts'

const world = await openWorld()
const { own } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const hands = truckHands(own, yard)
const { newPlate, send, refusal, sendConfirmed, captureIn } = hands
const products = await addProducts(own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
describe('visits with failures and corrections', () => {
  afterEach(async () => {
    yard.dark.clear()
    await yard.empty(1)
  })

  const visit = (carnumber: string) => hands.visit(12_480, 4260, { carnumber })

  test('a slow camera does not make a fresh reading old', async () => {
    const reading = await yard.load(1, 9000)
    yard.silence(true)
    await sleep(900)
    // Neither picture is answered: the capture waits its second and a half for them.
    yard.slow(1600)
    try {
      const opened = await send({ command: 'capture_in', reading, carnumber: newPlate() })
      assert.deepEqual(
        opened.flags.map(({ code }) => code),
        ['no_photo'],
      )
    } finally {
      yard.slow(0)
      yard.silence(false)
    }
  })

  test('with a full store a weighing is saved without its pictures', async () => {
    const id = '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d99'
    await own.db.q
      .insertInto('file')
      .values({
        company_id: own.id,
        id,
        kind: 'other',
        mime: 'image/jpeg',
        size: defaultRules.storage_gb * 1024 ** 3,
        sha256: Buffer.alloc(32),
        storage_key: 'none',
      })
      .execute()
    const opened = await captureIn(9000)
    assert.deepEqual([opened.photos_count, opened.flags[0]!.code], [0, 'no_photo'])
    await own.db.q.deleteFrom('file').where('id', '=', id).execute()
  })

  test('with a full disk a weighing is saved without its pictures', async () => {
    const { files } = world.services
    const { put } = files
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    Object.assign(files, { put: () => Promise.reject(full) })
    const opened = await captureIn(9000).finally(() => Object.assign(files, { put }))
    assert.deepEqual([opened.photos_count, opened.flags[0]!.code], [0, 'no_photo'])
  })

  test('a repeated exit capture answers the same visit and adds no weighing', async () => {
    const opened = await captureIn(12_480)
    await yard.empty(1)
    await letTimePass(own, 90)
    const body = {
      command: 'capture_out' as const,
      id: opened.id,
      version: opened.version,
      client_id: '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d81',
      reading: await yard.load(1, 4260),
    }
    const first = await send(body)
    const again = await send(body)
    assert.deepEqual([again.id, again.version], [first.id, first.version])
    assert.equal(again.weighings.length, 2)
  })

  test('the tare of a void visit is not used again, and the visit leaves the sums of the day', async () => {
    const plate = newPlate()
    const before = await vehicles()
    const closed = await visit(plate)
    assert.equal(await vehicles(), before + 1)
    const voided = await sendConfirmed({
      command: 'void',
      id: closed.id,
      version: closed.version,
      reason: 'Взвешена не та машина',
    })
    assert.equal(voided.status, 'void')
    assert.equal(await vehicles(), before)
    const next = await captureIn(12_000, plate)
    assert.equal(next.stored_tare, null)
    const { id, version } = next
    const tare = await refusal({ command: 'use_stored_tare', id, version })
    assert.equal(tare.code, 'transaction.no-tare')
  })

  async function vehicles(): Promise<number> {
    const rows = await own.db.q
      .selectFrom('daily_rollup')
      .where('company_id', '=', own.id)
      .select('vehicles')
      .execute()
    return rows.reduce((sum, row) => sum + row.vehicles, 0)
  }

  test('a private person cannot be set later for a visit with a stored tare', async () => {
    const plate = newPlate()
    await visit(plate)
    const opened = await captureIn(12_000, plate)
    const { id, version } = opened
    const closed = await send({ command: 'use_stored_tare', id, version })
    assert.equal(closed.mode, 'stored_tare')
    for (const type of ['person', 'self_employed'] as const) {
      const { id: supplier_id } = await addSupplier(own, { type })
      const answer = await refusal({
        command: 'set_info',
        id,
        version: closed.version,
        supplier_id,
      })
      assert.equal(answer.code, 'transaction.tare-for-person', type)
    }
  })

  test('another supplier is no mark while the truck is still on site', async () => {
    let { id, version } = await captureIn(12_480)
    for (const one of [await addSupplier(own), await addSupplier(own)]) {
      const body = { command: 'set_info' as const, id, version, supplier_id: one.id }
      const told = await send(body)
      version = told.version
      assert.ok(!told.flags.some(({ code }) => code === 'supplier_changed'))
    }
  })

  test('a product set later is stored at the drop; the direction follows from the weights', async () => {
    const closed = await visit(newPlate())
    const info = { command: 'set_info' as const, id: closed.id }
    const named = await send({ ...info, version: closed.version, product_id: products.steel.id })
    assert.equal(named.drops[0]!.product_id, products.steel.id)
    const wrong = await refusal({ ...info, version: named.version, direction: 'shipment' })
    assert.deepEqual(Object.keys(wrong.fields!), ['direction'])
    const control = await send({ ...info, version: named.version, direction: 'control' })
    assert.equal(control.direction, 'control')
    const back = await send({ ...info, version: control.version, direction: 'purchase' })
    assert.equal(back.direction, 'purchase')
  })

  test('the least minute between entry and exit holds for typed weights too', async () => {
    const opened = await captureIn(12_480)
    const { id, version } = opened
    const typed = {
      command: 'manual_weight' as const,
      id,
      version,
      kind: 'out',
      weight_g: 4_260_000,
      reason: 'Индикатор не отвечает',
    }
    const asked = await refusal(typed)
    const options = await approval(own.operator, asked, own.manager)
    const soon = await api.refused(visitCalls.update, { body: typed }, options)
    assert.equal(soon.code, 'weighing.too-soon')
    const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    const both = await refusal({
      command: 'manual',
      carnumber: newPlate(),
      in_g: 9_000_000,
      out_g: 4_000_000,
      in_at: at(59),
      out_at: at(1),
      reason: 'Весы на поверке',
    })
    assert.equal(both.code, 'weighing.too-soon')
  })

  test('a visit of more than a day is marked once and not voided', async () => {
    const opened = await captureIn(12_480)
    await letTimePass(own, 25 * 3600)
    await markLongStays(world.services)
    await markLongStays(world.services)
    const found = await api.send(visitCalls.find, {
      query: { filter: { id: opened.id } },
    })
    const [card] = found.items
    assert.deepEqual(
      [card!.status, card!.flags.filter(({ code }) => code === 'stale').length],
      ['in', 1],
    )
    const told = await own.manager.api.send(user.getNotices, {
      query: { filter: { kind: ['long_on_site'] } },
    })
    const ofThis = told.items.filter(
      ({ href }) => href === `/operator/transactions?id=${opened.id}`,
    )
    assert.equal(ofThis.length, 1)
    assert.match(ofThis[0]!.title, /на площадке больше 24 ч: заезд/)
  })
})
