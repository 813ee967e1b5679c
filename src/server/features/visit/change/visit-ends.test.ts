import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import { visitCalls } from '#contract/visit/visit.ts'
import { approval } from '#test/support/approve.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own, other } = world
const { api } = own.operator
const yard = await connectYard(world, own)
const { newPlate, send, refusal, refused, sendConfirmed, captureIn, visit } = truckHands(own, yard)
const supplier = await addSupplier(own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
describe('typed, void and cancelled visits', () => {
  afterEach(async () => {
    yard.dark.clear()
    await yard.empty(1)
  })

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  test("a typed visit needs another person's PIN and keeps its mark", async () => {
    const body = {
      command: 'manual' as const,
      carnumber: newPlate(),
      in_g: 9_000_000,
      out_g: 4_000_000,
      in_at: minutesAgo(80),
      out_at: minutesAgo(40),
      reason: 'Индикатор в поверке',
    }
    const asked = await refusal(body)
    assert.equal(asked.code, 'approval.required')
    assert.equal(asked.approval?.who, 'other')
    const { warnings: _facts, ...about } = asked.approval.about!
    assert.deepEqual(about, { carnumber: body.carnumber, weight_g: 5_000_000, note: body.reason })
    const own_ = await api.refused(visitCalls.update, { body }, await approval(own.operator, asked))
    assert.equal(own_.code, 'approval.required')
    const card = await sendConfirmed(body)
    assert.deepEqual([card.mode, card.net_g, card.sources], ['manual', 5_000_000, ['manual']])
    assert.ok(card.flags.some(({ code }) => code === 'manual'))
    assert.ok(card.weighings.every(({ approver_name }) => approver_name !== null))
  })

  test('a weight of more digits than a scale could show is refused before anybody gives a PIN', async () => {
    const times = { in_at: minutesAgo(80), out_at: minutesAgo(40) }
    const typed = { reason: 'Индикатор в поверке', carnumber: newPlate() }
    const visits = [
      { command: 'manual', ...typed, ...times, in_g: 1e15, out_g: 0 },
      { command: 'manual', ...typed, ...times, in_g: 4_000_000, out_g: 1_000_000_000 },
      { command: 'manual_weight', ...typed, kind: 'in', weight_g: 1_000_000_000 },
    ]
    for (const body of visits) assert.equal((await refusal(body)).code, 'common.number-range')
  })

  test("voiding a visit needs another person's PIN, and the visit stays in the list", async () => {
    const closed = await visit(9000, 4000)
    const body = {
      command: 'void' as const,
      id: closed.id,
      version: closed.version,
      reason: 'Взвешена не та машина',
    }
    const { number, carnumber } = closed
    const voids = (await refusal(body)).approval!.about
    assert.deepEqual(voids, { number, carnumber, weight_g: 5_000_000, note: body.reason })
    const gone = await sendConfirmed(body)
    assert.deepEqual([gone.status, gone.void_reason], ['void', body.reason])
    const list = await api.send(visitCalls.getAll, { query: { filter: { status: ['void'] } } })
    assert.ok(list.items.some(({ id }) => id === closed.id))
  })

  test('a cancelled exit weighing opens the visit again; the weighing is kept as cancelled', async () => {
    const closed = await visit(9000, 4000)
    const last = closed.weighings.at(-1)!
    const body = {
      command: 'cancel_weighing' as const,
      id: closed.id,
      version: closed.version,
      weighing_id: last.id,
      reason: 'Колесо мимо весов',
    }
    const { number, carnumber } = closed
    const undoes = (await refusal(body)).approval!.about
    assert.deepEqual(undoes, { number, carnumber, weight_g: last.weight_g, note: body.reason })
    const open = await sendConfirmed(body)
    assert.deepEqual([open.status, open.net_g, open.weighings.length], ['in', null, 2])
    assert.equal(open.weighings.at(-1)!.cancelled?.reason, body.reason)
  })

  test('a stored tare replaces the second weighing, except for a private person', async () => {
    const carnumber = newPlate()
    await visit(9000, 4000, { carnumber })
    const firm = await addSupplier(own, { type: 'company' })
    const selfEmployed = await addSupplier(own, { type: 'self_employed' })
    const second = await captureIn(10_000, carnumber)
    const base = { command: 'use_stored_tare' as const, id: second.id, version: second.version }
    for (const { id } of [supplier, selfEmployed])
      assert.equal(await refused({ ...base, supplier_id: id }), 'transaction.tare-for-person')
    const closed = await send({ ...base, supplier_id: firm.id })
    assert.deepEqual(
      [closed.mode, closed.net_g, closed.sources],
      ['stored_tare', 6_000_000, ['scale', 'stored_tare']],
    )
  })

  test('a visit ends at once although the server’s clock is ahead of the database’s', async (t) => {
    const carnumber = newPlate()
    await visit(9000, 4000, { carnumber })
    const firm = await addSupplier(own, { type: 'company' })
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 400 })
    const second = await captureIn(10_000, carnumber)
    t.mock.timers.reset()
    const base = { command: 'use_stored_tare' as const, id: second.id, version: second.version }
    const closed = await send({ ...base, supplier_id: firm.id })
    assert.equal(closed.status, 'closed')
    assert.ok(closed.out_at! >= closed.in_at)
  })

  test('another company finds and changes nothing', async () => {
    const opened = await captureIn(9000)
    const body = {
      command: 'set_info' as const,
      id: opened.id,
      version: opened.version,
      comment: 'чужое',
    }
    const stranger = await other.operator.api.refused(visitCalls.update, { body })
    const missing = await other.operator.api.refused(visitCalls.update, {
      body: { ...body, id: '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d81' },
    })
    assert.deepEqual([stranger.status, stranger.code], [missing.status, missing.code])
    assert.equal((await other.operator.api.send(visitCalls.getAll, {})).total, 0)
    assert.equal(await refused({ ...body, version: 99 }), 'common.stale')
    const foreign = await addSupplier(other)
    assert.equal(await refused({ ...body, supplier_id: foreign.id }), 'common.not-found')
    const found = await api.send(visitCalls.find, { query: { filter: { id: opened.id } } })
    assert.equal(found.items[0]!.comment, null)
  })
})
