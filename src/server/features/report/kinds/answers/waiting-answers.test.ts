import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import type { visitStatuses } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { addPastAct, addSite, type PastAct } from '#test/builders/past/past-acts.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }

let world: World
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  // Ten hours ahead of UTC.
  await world.services.q
    .updateTable('company')
    .set({ timezone: 'Asia/Vladivostok' })
    .where('id', '=', world.own.id)
    .execute()
  world.services.sessions.forget()
})
after(() => world.close())

const order = (type: string, params: object) => orderCsv(world, world.own.manager, type, params)
const preview = (type: string, params: object) =>
  world.own.manager.api.send(report.preview, { query: { type, params } })

const roubles = (kop: number) => `${Math.trunc(kop / 100)},${String(kop % 100).padStart(2, '0')}`
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

test('vehicles are counted by the hour of the company’s day, with the median and the longest stay', async () => {
  const { own, other } = world
  const stay = async (in_at: string, minutes: number | null, status = 'closed') => {
    const { id } = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
    const out_at = minutes === null ? null : new Date(Date.parse(in_at) + minutes * 60_000)
    await own.db.q
      .updateTable('visit')
      .set({
        in_at,
        out_at: out_at?.toISOString() ?? null,
        status,
        ...(status === 'void' && { void_reason: 'Ошибка' }),
      })
      .where('id', '=', id)
      .execute()
  }
  // 08:59, 09:00 and 11:30 of Vladivostok; the first day begins at 14:00 of UTC.
  await stay('2025-05-01T22:59:59Z', 10)
  await stay('2025-05-01T23:00:00Z', 20)
  await stay('2025-05-02T23:10:00Z', 25)
  await stay('2025-05-03T23:20:00Z', 600)
  await stay('2025-05-03T23:30:00Z', 31)
  await stay('2025-05-04T01:30:00Z', null, 'in')
  await stay('2025-05-04T01:30:00Z', 5, 'void')
  await stay('2025-04-30T13:59:59Z', 5)
  await stay('2025-05-31T14:00:00Z', 5)
  await addClosedVisit(other, { in_g: 12_480_000, out_g: 4_260_000 })
  await other.db.q
    .updateTable('visit')
    .set({ in_at: '2025-05-02T00:00:00Z', out_at: '2025-05-02T01:00:00Z' })
    .where('company_id', '=', other.id)
    .execute()
  assert.deepEqual(await order('vehicles_by_hour', MAY), [
    ['Час', 'Заехало машин', 'На территории (медиана), мин', 'Дольше всего, мин'],
    ['08:00–09:00', '1', '10', '10'],
    // Half of the two in the middle: 25 and 31.
    ['09:00–10:00', '4', '28', '600'],
    ['10:00–11:00', '0', '', ''],
    ['11:00–12:00', '1', '', ''],
    ['Итого', '6', '', ''],
  ])
  const { chart, links } = await preview('vehicles_by_hour', MAY)
  assert.deepEqual(
    chart!.bars.map(({ value }) => value),
    [1, 4, 0, 1],
  )
  // A platform counts no vehicle: not in the report, and not in the list that its row opens.
  const { id: platform } = await addClosedVisit(own, { in_g: 12_480_000, out_g: 4_260_000 })
  await own.db.q
    .updateTable('visit')
    .set({
      mode: 'platform',
      carnumber: null,
      in_at: '2025-05-02T23:10:00Z',
      out_at: '2025-05-02T23:10:00Z',
    })
    .where('id', '=', platform)
    .execute()
  const place = { site_id: own.siteId, post_id: own.posts[0]!.id }
  const ofPlace = await preview('vehicles_by_hour', { ...MAY, ...place })
  for (const opened of [links, ofPlace.links])
    assert.deepEqual(await Promise.all(opened.map(countListed)), [1, 4, null, 1])
  assert.match(ofPlace.links[0]!, /&site_id=.*&post_id=/)
})

/** How many visits the list shows at an address, by the filter that its screen makes of it. */
async function countListed(link: string | null): Promise<number | null> {
  if (link === null) return null
  const address = new URL(link, 'http://priyomka').searchParams
  const { from, to, vehicle_hour, site_id, post_id } = Object.fromEntries(address)
  const status = address.getAll('status') as (typeof visitStatuses)[number][]
  const { items } = await world.own.manager.api.send(visitCalls.getAll, {
    query: {
      filter: {
        status,
        date_from: from!,
        date_to: to!,
        vehicle_hour: Number(vehicle_hour),
        ...(site_id && { site_id }),
        ...(post_id && { post_id }),
      },
    },
  })
  return items.length
}

test('unpaid acts are summed by age, and each age leads to its acts', async () => {
  const DATE = '2024-03-31'
  const ages = [0, 1, 2, 7, 8, 30, 31, 300]
  const owed: PastAct[] = []
  const [kept, alias] = [(await addSupplier(world.own)).id, (await addSupplier(world.own)).id]
  await world.own.db.q
    .updateTable('supplier')
    .set({ status: 'archived', merged_into: kept, merged_at: '2025-06-01T00:00:00Z' })
    .where('id', '=', alias)
    .execute()
  const port = await addSite(world.own, 'Порт')
  for (const [i, age] of ages.entries()) {
    const day = new Date(Date.parse(DATE) - age * 86_400_000).toISOString().slice(0, 10)
    const facts = { supplier_id: i % 2 === 0 ? kept : alias, net_g: 1_000, total_kop: 10 ** i + 1 }
    owed.push(await addPastAct(world.own, { ...facts, date: day }))
  }
  await addPastAct(world.own, {
    supplier_id: kept,
    date: '2024-04-01',
    net_g: 1_000,
    total_kop: 9,
  })
  const rows = (await order('unpaid_by_age', { date: DATE })).slice(1)
  const pairs = [0, 2, 4, 6].map((i) => owed.slice(i, i + 2))
  const left = (list: readonly PastAct[]) => roubles(sum(list.map((one) => one.total_kop)))
  assert.deepEqual(rows, [
    ['0–1 день', '2', '1', left(pairs[0]!)],
    ['2–7 дней', '2', '1', left(pairs[1]!)],
    ['8–30 дней', '2', '1', left(pairs[2]!)],
    ['Больше 30 дней', '2', '1', left(pairs[3]!)],
    ['Итого', '8', '', left(owed)],
  ])
  const { links, chart } = await preview('unpaid_by_age', { date: DATE })
  assert.deepEqual(
    chart!.bars.map(({ name }) => name),
    rows.slice(0, 4).map(([name]) => name),
  )
  for (const [i, link] of links.entries()) {
    const address = new URL(link!, 'http://priyomka').searchParams
    const { order: type, ...params } = Object.fromEntries(address)
    const of = await preview(type!, params)
    assert.deepEqual(
      of.rows.map(([number]) => number).toSorted(),
      pairs[i]!.map(({ number }) => number).toSorted(),
    )
  }
  const none = await preview('unpaid_by_age', { date: DATE, site_id: port })
  assert.deepEqual(none.links, [null, null, null, null])
})
