import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { report } from '#contract/report/report.ts'
import { flagReview, type Exception } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { connectYard } from '#test/site/fake-yard.ts'
import { approval } from '#test/support/approve.ts'
import { until } from '#test/support/until.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { zeroDrift } from '../../report/kinds/zero-drift.ts'

// What the empty scale shows when nothing is weighed (devices.md 4.3); Max of these scales is 60 t, their zero band 20 kg.
const world = await openWorld()
const { own, other } = world
const yard = await connectYard(world, own)
after(async () => {
  await yard.disconnect()
  await world.close()
})
beforeEach(() => own.db.q.deleteFrom('zero_departure').execute())

const scale = yard.devices['scale1']!
const START = Date.parse('2026-05-10T05:00:00Z')
let told = 0

/** As the agent tells it, so many minutes after the start; answers the event's id when the server has it. */
async function tell(type: string, body: object, minutes: number, device_id = scale) {
  const event_id = `01NVT0${String(Date.now()).padStart(14, '0')}${String(++told).padStart(6, '0')}`
  const at = new Date(START + minutes * 60_000).toISOString()
  yard.send({ msg: 'evt', event_id, type, at, device_id, body })
  await until(() => yard.received.some((m) => m.msg === 'ack' && m.event_ids.includes(event_id)))
  return event_id
}
const shows = (weight_g: number, minutes: number, device_id?: string) =>
  tell('zero', { weight_g }, minutes, device_id)

async function pictures(zero_event_id: string, minutes: number, device_id?: string) {
  const id = uuidv7()
  const taken_at = new Date(START + minutes * 60_000).toISOString()
  await tell('photo', { id, camera: 1, taken_at, zero_event_id }, minutes, device_id)
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  const { status } = await fetch(`${yard.url}/api/v1/agent/blob/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${await yard.token()}` },
    body: new Uint8Array(jpeg),
  })
  assert.equal(status, 200)
  return id
}

const events = async () =>
  (
    await own.db.q
      .selectFrom('audit_event')
      .where('action', '=', 'weight.not-zero')
      .select('seq')
      .execute()
  ).length

const query = { filter: { is_reviewed: false, code: ['not_zero' as const] } }
const waiting = async ({ manager } = own): Promise<Exception[]> =>
  (await manager.api.send(flagReview.getExceptions, { query })).items

test('an object that is zeroed and taken away is told with its pictures, though nobody weighs after it', async () => {
  await shows(0, 0)
  const zero = await shows(-180_000, 1)
  const [dark] = await waiting()
  assert.deepEqual(
    [dark!.record, dark!.expected, dark!.actual, dark!.photos],
    ['Пустые весы «Весы 1»', '0\u00a0кг', '−180\u00a0кг, ещё не на нуле, снимка нет', []],
  )
  const id = await pictures(zero, 1)
  await shows(0, 4)
  const [told] = await waiting()
  assert.equal(told!.actual, '−180\u00a0кг, 3 мин')
  assert.deepEqual(
    told!.photos.map(({ file_id }) => file_id),
    [id],
  )
  assert.deepEqual(await waiting(other), [])
  const traced = await own.db.q
    .selectFrom('audit_event')
    .where('action', '=', 'weight.not-zero')
    .select('entity_id')
    .execute()
  assert.deepEqual(traced, [{ entity_id: scale }])
})

test('dirt within the share of Max at which weighings pass is in the report and is no mark; below zero and beyond the share is one', async () => {
  const count = async (weight_g: number, minutes: number) => {
    await shows(weight_g, minutes)
    await shows(0, minutes + 1)
    return (await waiting()).length
  }
  const zero = await shows(60_000, 0)
  await pictures(zero, 0)
  assert.equal((await waiting()).length, 0)
  assert.equal(await count(-20_000, 30), 0, 'within the zero band')
  assert.equal(await count(-21_000, 60), 1)
  assert.equal(await count(61_000, 90), 2)
  const input = {
    type: 'zero_drift' as const,
    params: { date_from: '2026-05-10', date_to: '2026-05-10' },
  }
  const { rows } = await own.manager.api.send(report.preview, { query: input })
  const at = Object.keys(zeroDrift.columns).indexOf('pictures')
  assert.equal(rows[0]![at], 1)
})

test('a scale that trembles around its band is one departure to each side, not a list of them', async () => {
  for (let minutes = 0; minutes < 8; minutes += 2) {
    await shows(-180_000, minutes)
    await shows(180_000, minutes + 1)
  }
  assert.deepEqual((await waiting()).map(({ actual }) => actual!.slice(0, 4)).toSorted(), [
    '180\u00a0',
    '−180',
  ])
  await shows(-400_000, 8)
  assert.match((await waiting()).map(({ actual }) => actual).join(), /−400/)
  assert.equal((await waiting()).length, 2)
})

test('a departure keeps the furthest that it showed, and what leaves zero ten minutes later is another one', async () => {
  const before = await events()
  await shows(-300_000, 0)
  await shows(-180_000, 1)
  await shows(0, 2)
  assert.match((await waiting())[0]!.actual!, /^−300/)
  await shows(-200_000, 12)
  assert.equal((await waiting()).length, 1)
  await shows(0, 13)
  await shows(-200_000, 24)
  assert.deepEqual((await waiting()).map(({ actual }) => actual!.slice(0, 4)).toSorted(), [
    '−200',
    '−300',
  ])
  assert.equal((await events()) - before, 2, 'one event a departure')
})

test('a word of a zero that no scale says is kept nowhere', async () => {
  await shows(-180_000, 0, yard.devices['camera1']!)
  assert.deepEqual(await own.db.q.selectFrom('zero_departure').select('id').execute(), [])
})

test('what goes further after a person looked is another mark, and what stays is none', async () => {
  await shows(-180_000, 0)
  const [told] = await waiting()
  const items = [{ entity: told!.entity, entity_id: told!.entity_id, code: told!.code }]
  const body = { items, note: 'Сняли лёд с весов' }
  await own.manager.api.send(flagReview.reviewExceptions, { body })
  await shows(-180_000, 61)
  assert.deepEqual(await waiting(), [])
  await shows(-300_000, 62)
  assert.match((await waiting())[0]!.actual!, /^−300/)
})

test('who weighed on a scale within the shift does not look at what its empty platform showed', async () => {
  const { manager } = own
  const reading = await yard.load(1, 12_340)
  const body = { command: 'capture_in' as const, carnumber: 'А777ВС77', reading }
  await manager.api.send(visitCalls.update, { body })
  const minutes = Math.floor((Date.now() - START) / 60_000)
  await shows(-180_000, minutes)
  await shows(0, minutes + 1)
  const [told] = await waiting()
  const items = [{ entity: told!.entity, entity_id: told!.entity_id, code: told!.code }]
  const review = { body: { items, note: 'Сняли лёд с весов' } }
  const { code } = await manager.api.refused(flagReview.reviewExceptions, review)
  assert.equal(code, 'exception.own')
  const looker = await addPerson(world.app, world.services, own.id, 'looker', 'USER', ['OWNER'])
  assert.deepEqual(await looker.api.send(flagReview.reviewExceptions, review), { reviewed: 1 })
})

test('nor does who typed a weight at its post, nor whose PIN stood for it', async () => {
  const addManager = (login: string) =>
    addPerson(world.app, world.services, own.id, login, 'USER', ['OPERATOR', 'MANAGER'])
  const [typist, giver, far] = [
    await addManager('typist'),
    await addManager('giver'),
    await addManager('far'),
  ]
  const type = async (by: Person, post: number, weight_g: number) => {
    const body = {
      command: 'manual_weight' as const,
      kind: 'in' as const,
      post,
      carnumber: `В${post}77ВС77`,
      weight_g,
      reason: 'Весы не на нуле',
    }
    const asked = await by.api.refused(visitCalls.update, { body })
    await by.api.send(visitCalls.update, { body }, await approval(by, asked, giver))
  }
  const minutes = Math.floor((Date.now() - START) / 60_000)
  await shows(-180_000, minutes)
  await shows(0, minutes + 1)
  await type(typist, 1, 12_000_000)
  const [told] = await waiting()
  const items = [{ entity: told!.entity, entity_id: told!.entity_id, code: told!.code }]
  const review = { body: { items, note: 'Сняли лёд с весов' } }
  for (const { api } of [typist, giver]) {
    const { code } = await api.refused(flagReview.reviewExceptions, review)
    assert.equal(code, 'exception.own')
  }
  await type(far, 3, 30_000)
  assert.deepEqual(await far.api.send(flagReview.reviewExceptions, review), { reviewed: 1 })
})

test('a picture of another scale, and one that no word of a zero belongs to, is kept with no departure', async () => {
  const zero = await shows(-180_000, 0)
  await pictures(zero, 0, yard.devices['scale2']!)
  await pictures('01ARZ3NDEKTSV4RRFFQ69G5FAV', 0)
  assert.deepEqual((await waiting())[0]!.photos, [])
})

test('a word that comes late changes no departure that began after it', async () => {
  await shows(-180_000, 60)
  const before = await events()
  await shows(0, 30)
  await shows(-500_000, 20)
  assert.equal(await events(), before, 'the journal names no departure that was not kept')
  const rows = await own.db.q
    .selectFrom('zero_departure')
    .select(['weight_g', 'ended_at'])
    .execute()
  assert.deepEqual(
    rows.map(({ weight_g, ended_at }) => [Number(weight_g), ended_at]),
    [[-180_000, null]],
  )
})
