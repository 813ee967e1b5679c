import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { approval } from '#test/support/approve.ts'
import { connectYard, letTimePass } from '#test/site/fake-yard.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { truckHands } from '#test/support/truck-driver.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
const { own, other } = world
const yard = await connectYard(world, own)
const { newPlate, send, refusal, sendConfirmed, captureIn, captureOut, visit } = truckHands(
  own,
  yard,
)
after(async () => {
  await yard.disconnect()
  await world.close()
})

const reason = 'Колесо мимо весов'

/** The next weighing of a visit that is still open, a while after the last one. */
async function captureMid({ id, version }: VisitCard, kg: number): Promise<VisitCard> {
  await yard.empty(1)
  await letTimePass(own, 90)
  return send({ command: 'capture_mid', id, version, reading: await yard.load(1, kg) })
}

async function captureLast(card: VisitCard, kg: number): Promise<VisitCard> {
  await yard.empty(1)
  await letTimePass(own, 90)
  return captureOut(card, kg)
}

const cancelOf = (card: VisitCard, weighing = live(card).at(-1)!) => ({
  command: 'cancel_weighing' as const,
  id: card.id,
  version: card.version,
  weighing_id: weighing.id,
  reason,
})
const live = ({ weighings }: VisitCard) => weighings.filter(({ cancelled }) => !cancelled)
const weightsOf = (card: VisitCard) => live(card).map(({ weight_g }) => weight_g / 1000)
const stateOf = ({ status, mode, direction, net_g, drops }: VisitCard) => ({
  status,
  mode,
  direction,
  net_g,
  drops: drops.length,
})
const OPEN = { status: 'in', direction: null, net_g: null, drops: 0 }

describe('a cancelled weighing', () => {
  afterEach(() => yard.empty(1))

  test('a third weighing in the wrong direction is refused, in the middle as at the end', async () => {
    const mid = await captureMid(await captureIn(18_400), 12_100)
    await yard.empty(1)
    await letTimePass(own, 90)
    const base = { id: mid.id, version: mid.version }
    for (const command of ['capture_mid', 'capture_out']) {
      const refused = await refusal({ ...base, command, reading: await yard.load(1, 15_000) })
      assert.equal(refused.code, 'weighing.direction-changed')
      assert.match(refused.message, /отмените его/)
      await yard.empty(1)
    }
    for (const kind of ['mid', 'out'] as const) {
      const command = 'manual_weight' as const
      const typed = { ...base, command, kind, weight_g: 15_000_000, reason }
      const refused = await refusal(typed)
      const token = await approval(own.operator, refused, own.manager)
      const again = await own.operator.api.refused(visitCalls.update, { body: typed }, token)
      assert.equal(again.code, 'weighing.direction-changed')
    }
  })

  test('the wrong second of three weighings is cancelled alone, and the visit continues from the first', async () => {
    const opened = await captureIn(12_000)
    const wrong = await captureMid(opened, 11_000)
    assert.deepEqual(stateOf(wrong), { ...OPEN, mode: 'multi' })
    const body = cancelOf(wrong)
    const asked = await refusal(body)
    assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
    const { number, carnumber } = wrong
    assert.deepEqual(asked.approval!.about, {
      number,
      carnumber,
      weight_g: 11_000_000,
      note: reason,
    })
    const back = await sendConfirmed(body)
    assert.deepEqual(stateOf(back), { ...OPEN, mode: 'two_pass' })
    assert.deepEqual(weightsOf(back), [12_000])
    assert.equal(back.weighings.at(-1)!.cancelled?.reason, reason)
    const closed = await captureLast(back, 15_500)
    assert.deepEqual(stateOf(closed), {
      status: 'closed',
      mode: 'two_pass',
      direction: 'shipment',
      net_g: 3_500_000,
      drops: 1,
    })
  })

  test('each of many weighings can be cancelled, from the last to the second, and the visit closes with the rest', async () => {
    const first = await captureMid(await captureIn(18_400), 12_100)
    const second = await captureMid(first, 9000)
    const closed = await captureLast(second, 6260)
    assert.deepEqual([closed.mode, closed.drops.length], ['multi', 3])
    const reopened = await sendConfirmed(cancelOf(closed))
    assert.deepEqual(stateOf(reopened), { ...OPEN, mode: 'multi' })
    const one = await sendConfirmed(cancelOf(reopened))
    assert.deepEqual([stateOf(one), weightsOf(one)], [{ ...OPEN, mode: 'multi' }, [18_400, 12_100]])
    const none = await sendConfirmed(cancelOf(one))
    assert.deepEqual([stateOf(none), weightsOf(none)], [{ ...OPEN, mode: 'two_pass' }, [18_400]])
    assert.deepEqual((await captureLast(none, 6300)).net_g, 12_100_000)
  })

  test('only the last weighing can be cancelled, the first only with its visit, and none twice', async () => {
    const mid = await captureMid(await captureIn(18_400), 12_100)
    const first = await refusal(cancelOf(mid, mid.weighings[0]))
    assert.equal(first.code, 'common.bad-transition')
    const back = await sendConfirmed(cancelOf(mid))
    assert.equal((await refusal(cancelOf(back, mid.weighings[1]))).code, 'common.not-found')
    const alone = await refusal(cancelOf(back))
    assert.equal(alone.code, 'common.bad-transition')
    assert.match(alone.message, /единственное взвешивание.*аннулируйте заезд/)
    assert.equal((await refusal({ ...cancelOf(back), version: mid.version })).code, 'common.stale')
    const body = cancelOf(back)
    const stranger = await other.operator.api.refused(visitCalls.update, { body })
    assert.equal(stranger.code, 'common.not-found')
  })

  test('a stored tare, a typed weight and a test load can be cancelled too', async () => {
    const carnumber = newPlate()
    await visit(9000, 4000, { carnumber })
    const firm = await addSupplier(own, { type: 'company' })
    const opened = await captureIn(10_000, newPlate())
    await own.db.q
      .updateTable('stored_tare')
      .set({ plate: opened.carnumber })
      .where('plate', 'is not', null)
      .execute()
    const { id, version } = opened
    const tared = await send({ command: 'use_stored_tare', id, version, supplier_id: firm.id })
    assert.deepEqual(stateOf(await sendConfirmed(cancelOf(tared))), { ...OPEN, mode: 'two_pass' })
    await yard.empty(1)

    const hour = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString()
    const typed = await sendConfirmed({
      command: 'manual',
      carnumber: newPlate(),
      in_g: 9_000_000,
      out_g: 4_000_000,
      in_at: hour(2),
      out_at: hour(1),
      reason,
    })
    const untyped = await sendConfirmed(cancelOf(typed))
    assert.deepEqual(stateOf(untyped), { ...OPEN, mode: 'two_pass' })
    assert.ok(untyped.flags.some(({ code }) => code === 'manual'))

    const test = await captureLast(
      await captureIn(9000, newPlate(), { direction: 'control' }),
      4000,
    )
    assert.equal(test.direction, 'control')
    const open = await sendConfirmed(cancelOf(test))
    assert.equal(open.direction, 'control')
    assert.equal((await captureLast(open, 4100)).direction, 'control')
  })

  test('a platform load and a void visit have no weighing to cancel', async () => {
    const closed = await visit(9000, 4000)
    const { id, version } = closed
    const gone = await sendConfirmed({ command: 'void', id, version, reason })
    assert.equal((await refusal(cancelOf(gone))).code, 'common.bad-transition')
    const reading = await yard.load(2, 86)
    const load = await send({ command: 'capture_platform', post: 2, reading })
    assert.equal((await refusal(cancelOf(load))).code, 'common.bad-transition')
    await yard.empty(2)
  })
})
