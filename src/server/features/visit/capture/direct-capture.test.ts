import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import type { Reading } from '#contract/device/reading.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { openWorld } from '#test/support/world.ts'

const YARD = 'https://ves.example'
const world = await openWorld({ config: { deviceOrigins: [YARD] } })
const { own } = world
const { api } = own.operator
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
describe('readings that only the browser has', () => {
  afterEach(async () => {
    await world.services.q.deleteFrom('route_entry').execute()
    await yard.empty(1)
  })

  let plates = 100
  const bodyOf = (reading: Reading) => ({
    command: 'capture_in' as const,
    carnumber: `А${++plates}ВС77`,
    reading,
  })
  const capture = async (reading: Reading) =>
    (await api.send(visitCalls.update, { body: bodyOf(reading) })) as VisitCard
  const refused = async (reading: Reading) =>
    (await api.refused(visitCalls.update, { body: bodyOf(reading) })).code

  async function weighDirectly(tag = 'weight', url = `${YARD}/api/v1/`): Promise<void> {
    await world.services.q
      .insertInto('route_entry')
      .values({ company_id: own.id, id: uuidv7(), tag, url })
      .execute()
  }

  /** A reading that the browser had from the agent itself: the link never carried its number. */
  async function direct(ago_ms = 0): Promise<Reading> {
    const shown = await yard.load(1, 9000)
    const ts = new Date(Date.now() - ago_ms).toISOString()
    return yard.sign(1, { ...shown, seq: shown.seq + 100_000, ts })
  }

  test('a reading that only the browser saw is captured where browsers ask the agent itself', async () => {
    await weighDirectly()
    const reading = await direct()
    const opened = await capture(reading)
    assert.equal(opened.in_g, 9_000_000)
    const later = { ...reading, seq: reading.seq + 1, ts: new Date().toISOString() }
    assert.equal(await refused(yard.sign(1, later)), 'weighing.same-load')
  })

  test('the age of such a reading is measured by the time that the agent signed', async () => {
    await weighDirectly()
    assert.equal(await refused(await direct(2600)), 'weighing.stale-reading')
    assert.equal(await refused(await direct(-5000)), 'weighing.stale-reading')
    const old = await direct(2600)
    const renewed = { ...old, ts: new Date().toISOString() }
    assert.equal(await refused(renewed), 'weighing.bad-signature')
  })

  test('where weights come over the link, a reading that it never carried is refused', async () => {
    assert.equal(await refused(await direct()), 'weighing.stale-reading')
    await weighDirectly('camera')
    assert.equal(await refused(await direct()), 'weighing.stale-reading')
    await weighDirectly('weight', 'https://elsewhere.example/api/v1/')
    assert.equal(await refused(await direct()), 'weighing.stale-reading')
  })
})
