import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '#contract/audit/audit.ts'
import type { Flag } from '#contract/core/flags.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { report } from '#contract/report/report.ts'
import { files } from '#contract/file/file.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
const { manager, operator } = own

const NOTE = 'Терминал был отключён, вес снят с табло'

const photo = (
  await operator.api.send(files.save, {
    query: { params: { kind: 'photo', post: 1, camera: 1, taken_at: '2025-03-01T09:00:00Z' } },
    body: await jpeg(),
  })
).id
// The manager who reviews gave no PIN for it.
const visit = await addClosedVisit(
  { ...own, manager: own.user },
  {
    plate: 'А123ВС77',
    in_g: 12_480_000,
    out_g: 4_260_000,
    photos: [photo],
  },
)
const seller = await addSupplier(own, { last_name: 'Зимин' })
const foreign = await addClosedVisit(other, { in_g: 9_000_000, out_g: 4_000_000 })

const raised = (code: Flag['code'], day: number): Flag => ({
  code,
  at: `2025-03-0${day}T09:00:00.000Z`,
})

async function setFlags({ db }: TestCompany, table: string, id: string, flags: readonly Flag[]) {
  await sql`update ${sql.table(table)} set flags = ${JSON.stringify(flags)} where id = ${id}`.execute(
    db.q,
  )
}

beforeEach(async () => {
  await setFlags(own, 'visit', visit.id, [raised('manual', 1), raised('no_photo', 3)])
  await setFlags(own, 'supplier', seller.id, [raised('doc_expired', 2)])
  await setFlags(other, 'visit', foreign.id, [raised('manual', 1)])
})

const exceptionsOf = async (filter: {
  is_reviewed: boolean
  code?: Flag['code'][]
  limit?: number
}) => manager.api.send(flagReview.getExceptions, { query: { filter } })
const waiting = { is_reviewed: false }
const place = (entity: 'transaction' | 'supplier', entity_id: string, code: Flag['code']) => ({
  entity,
  entity_id,
  code,
})
const review = (items: ReturnType<typeof place>[], note = NOTE) =>
  manager.api.send(flagReview.reviewExceptions, { body: { items, note } })

test('flags of all kinds of records stand in one list, the latest first, with their evidence', async () => {
  const { items, total } = await exceptionsOf(waiting)
  assert.deepEqual(
    items.map(({ entity, entity_id, code, href }) => [entity, entity_id, code, href]),
    [
      ['transaction', visit.id, 'no_photo', `/operator/transactions?id=${visit.id}`],
      ['supplier', seller.id, 'doc_expired', `/operator/suppliers?id=${seller.id}`],
      ['transaction', visit.id, 'manual', `/operator/transactions?id=${visit.id}`],
    ],
  )
  assert.equal(total, 3)
  const typed = items[2]!
  assert.equal(typed.record, `Заезд ${visit.number}`)
  assert.equal(typed.actual, '12\u00a0480\u00a0кг, 4\u00a0260\u00a0кг')
  assert.deepEqual(
    typed.photos.map(({ file_id }) => file_id),
    [photo],
  )
  assert.equal(
    (await exceptionsOf({ ...waiting, code: ['doc_expired'] })).items[0]!.entity_id,
    seller.id,
  )
  const first = await exceptionsOf({ ...waiting, limit: 1 })
  assert.deepEqual([first.items.length, first.total], [1, 3])
})

test('a reviewed flag leaves the list with the words of its reviewer, and only the first review stands', async () => {
  const items = [
    place('transaction', visit.id, 'manual'),
    place('supplier', seller.id, 'doc_expired'),
  ]
  assert.deepEqual(await review(items), { reviewed: 2 })
  assert.deepEqual(await review(items, 'Смотрел второй раз'), { reviewed: 0 })
  assert.deepEqual(
    (await exceptionsOf(waiting)).items.map(({ code }) => code),
    ['no_photo'],
  )
  const seen = await exceptionsOf({ is_reviewed: true })
  assert.deepEqual(seen.items.map(({ code }) => code).toSorted(), ['doc_expired', 'manual'])
  for (const { note, reviewed_by, reviewed_at } of seen.items)
    assert.deepEqual([note, typeof reviewed_by, typeof reviewed_at], [NOTE, 'string', 'string'])
  const events = await manager.api.send(audit.getEvents, {
    query: { filter: { entity: ['supplier'], entity_id: seller.id } },
  })
  assert.equal(events.items.filter(({ action }) => action === 'supplier.review').length, 1)
})

test('a review keeps the version of its record, so that an open form is saved', async () => {
  const version = async () =>
    (await own.db.q.selectFrom('visit').where('id', '=', visit.id).select('version').execute())[0]
  const before = await version()
  await review([place('transaction', visit.id, 'manual')])
  assert.deepEqual(await version(), before)
})

test('a review of several records is of all or of none, and a record of another company does not exist', async () => {
  for (const id of [foreign.id, randomUUID()]) {
    const items = [place('supplier', seller.id, 'doc_expired'), place('transaction', id, 'manual')]
    const refusal = await manager.api.refused(flagReview.reviewExceptions, {
      body: { items, note: NOTE },
    })
    assert.equal(refusal.code, 'common.not-found')
  }
  assert.equal((await exceptionsOf(waiting)).total, 3)
})

test('without words nothing is reviewed', async () => {
  const refusal = await manager.api.refused(flagReview.reviewExceptions, {
    body: { items: [place('supplier', seller.id, 'doc_expired')], note: ' .' },
  })
  assert.equal(refusal.code, 'common.validation')
})

test('an operator neither sees exceptions nor reviews them', async () => {
  const body = { items: [place('supplier', seller.id, 'doc_expired')], note: NOTE }
  const refusals = [
    await operator.api.refused(flagReview.reviewExceptions, { body }),
    await operator.api.refused(flagReview.getExceptions, { query: { filter: waiting } }),
  ]
  for (const { code } of refusals) assert.equal(code, 'access.denied')
})

test('the workplace of a manager counts the flags that wait, that of an operator does not', async () => {
  const matters = async (person: typeof manager) => {
    const query = { filter: { scope: 'operator' as const } }
    const { attention } = await person.api.send(report.getDashboard, { query })
    return attention.find(({ kind }) => kind === 'exceptions')
  }
  const told = await matters(manager)
  assert.deepEqual([told?.count, told?.href], [3, '/operator/reports?tab=exceptions'])
  assert.equal(await matters(operator), undefined)
  await review([
    place('transaction', visit.id, 'manual'),
    place('transaction', visit.id, 'no_photo'),
    place('supplier', seller.id, 'doc_expired'),
  ])
  assert.equal(await matters(manager), undefined)
})

test('nobody reviews the exceptions of the own records, and the dearest stand first', async () => {
  const act = await addIssuedAct(own, seller.id, 45_000_00)
  const cheap = await addIssuedAct(own, seller.id, 1_000_00)
  const mark = { ...raised('price_returned', 1), kop: 12_000_00 }
  await setFlags(own, 'act', act, [mark, raised('no_consent', 4)])
  await setFlags(own, 'act', cheap, [raised('price_override', 5)])
  const { items, groups } = await manager.api.send(flagReview.getExceptions, {
    query: { filter: { is_reviewed: false, paper: false } },
  })
  assert.deepEqual(
    items.slice(0, 2).map(({ entity_id, code, kop }) => [entity_id, code, kop]),
    [
      [act, 'price_returned', 12_000_00],
      [cheap, 'price_override', 1_000_00],
    ],
  )
  assert.deepEqual(groups[0], { code: 'price_returned', count: 1, kop: 12_000_00 })
  assert.ok(!groups.some(({ code }) => code === 'no_consent' || code === 'doc_expired'))
  const places = [{ entity: 'act' as const, entity_id: act, code: 'price_returned' as const }]
  const reviewed = { body: { items: places, note: NOTE } }
  await own.db.q
    .insertInto('account_opening')
    .values({ company_id: own.id, user_id: operator.id, opened_by: manager.id })
    .execute()
  const puppet = await manager.api.refused(flagReview.reviewExceptions, reviewed)
  assert.equal(puppet.code, 'exception.own')
  await own.db.q.deleteFrom('account_opening').execute()
  assert.deepEqual(await manager.api.send(flagReview.reviewExceptions, reviewed), { reviewed: 1 })
})
