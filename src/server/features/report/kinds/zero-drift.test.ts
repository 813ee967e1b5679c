import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { connectYard, type FakeYard } from '#test/site/fake-yard.ts'
import { until } from '#test/support/until.ts'
import { openWorld } from '#test/support/world.ts'
import { zeroDrift } from './zero-drift.ts'

const world = await openWorld()
const { own, other } = world
let yard: FakeYard
let events = 0
before(async () => {
  yard = await connectYard(world, own)
})
after(async () => {
  await yard.disconnect()
  await world.close()
})

/** As the agent tells of an empty scale at a moment. */
async function showEmpty(post: number, weight_g: number, at: string): Promise<void> {
  const event_id = `01ZER0${String(Date.now()).padStart(14, '0')}${String(++events).padStart(6, '0')}`
  const device_id = yard.devices[`scale${post}`]!
  yard.send({ msg: 'evt', event_id, type: 'zero', at, device_id, body: { weight_g } })
  await until(() => yard.received.some((m) => m.msg === 'ack' && m.event_ids.includes(event_id)))
}

const MAY = { date_from: '2026-05-01', date_to: '2026-05-31' }
const previewOf = ({ manager }: typeof own, params: object = {}) =>
  manager.api.send(report.preview, { query: { type: 'zero_drift', params: { ...MAY, ...params } } })

test('each day of a scale says where its zero began, ended and went, by days of the company', async () => {
  // e of this scale is 20 kg; the last word is of the next day in Moscow.
  for (const [weight_g, at] of [
    [0, '2026-05-10T05:00:00Z'],
    [-40_000, '2026-05-10T09:00:00Z'],
    [40_000, '2026-05-10T15:00:00Z'],
    [20_000, '2026-05-10T20:59:00Z'],
    [60_000, '2026-05-10T21:00:00Z'],
  ] as const)
    await showEmpty(1, weight_g, at)
  await showEmpty(2, 100, '2026-05-11T05:00:00Z')
  const { rows, chart } = await previewOf(own)
  const ids = Object.keys(zeroDrift.columns)
  const cells = (row: (typeof rows)[number], ...names: string[]) =>
    names.map((name) => row[ids.indexOf(name)])
  const figures = rows.map((row) => cells(row, 'day', 'scale', 'first', 'last', 'drift', 'beside'))
  assert.deepEqual(figures, [
    ['2026-05-10', 'Весы 1', 0, 20_000, 80_000, 2],
    ['2026-05-11', 'Весы 1', 60_000, 60_000, 0, 1],
    ['2026-05-11', 'Весы 2', 100, 100, 0, 0],
  ])
  assert.deepEqual(
    rows.map((row) => cells(row, 'far')[0]),
    [true, false, false],
  )
  assert.deepEqual(
    chart!.bars.map(({ value }) => value),
    [80_000, 0],
  )
  assert.deepEqual((await previewOf(other)).rows, [])
})
