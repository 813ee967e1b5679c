import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CallResult } from '#contract/core/call.ts'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world
const TODAY = '2026-03-15'
const YESTERDAY = '2026-03-14'
const days = { date_from: '2026-03-10', date_to: TODAY }

before(async () => {
  await addDay(own, TODAY, { acts_count: 3, net_g: 7_000_000, total_kop: 900_050, paid_kop: 400 })
  await addDay(own, YESTERDAY, { acts_count: 1, net_g: 1_000, total_kop: 100, paid_kop: 50 })
  await addDay(other, TODAY, { acts_count: 40, net_g: 5, total_kop: 70, paid_kop: 600 })
  await addVisit(own, 'А001АА77')
  await addVisit(own, 'А002АА77')
  await addVisit(other, 'А003АА77')
})

test('an operator sees the figures of today and of the day before', async () => {
  const answer = await own.operator.api.send(report.getDashboard, operator(days))
  assert.deepEqual(
    [answer.scope, answer.date_from, answer.date_to],
    ['operator', '2026-03-10', TODAY],
  )
  assert.deepEqual(values(answer), {
    on_site: [2, null],
    weight_acts: [0, null],
    acts: [3, 1],
    net: [7_000_000, 1_000],
    total: [900_050, 100],
    paid: [0, 0],
    unpaid: [0, null],
    payable: [0, null],
  })
})

test('the chart has every day of the period, also empty ones, and each links to the list of that day', async () => {
  const answer = await own.operator.api.send(report.getDashboard, operator(days))
  const points = answer.series[0]!.lines[0]!.points
  assert.deepEqual(
    points.map(({ x, y }) => [x, y]),
    [
      ['2026-03-10', 0],
      ['2026-03-11', 0],
      ['2026-03-12', 0],
      ['2026-03-13', 0],
      [YESTERDAY, 100],
      [TODAY, 900_050],
    ],
  )
  assert.match(points.at(-1)!.href!, /from=2026-03-15&to=2026-03-15/)
})

test('records of another company do not change our figures', async () => {
  const before = await own.operator.api.send(report.getDashboard, operator(days))
  await addDay(other, YESTERDAY, { acts_count: 9, net_g: 9, total_kop: 9, paid_kop: 9 })
  await addVisit(other, 'А004АА77')
  const now = await own.operator.api.send(report.getDashboard, operator(days))
  assert.deepEqual({ ...now, as_of: '' }, { ...before, as_of: '' })
})

test("another company's site has no figures for us", async () => {
  const filter = { ...days, site_id: other.siteId }
  const answer = await own.operator.api.send(report.getDashboard, operator(filter))
  assert.deepEqual(values(answer)['acts'], [0, 0])
  assert.deepEqual(values(answer)['on_site'], [0, null])
})

test('without dates a month up to today of the company is shown', async () => {
  const answer = await own.operator.api.send(report.getDashboard, operator({}))
  assert.equal(answer.series[0]!.lines[0]!.points.length, 30)
  assert.equal(
    answer.date_to,
    // The answer's own moment: midnight may pass while it is asked for.
    new Date(answer.as_of).toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' }),
  )
  assert.equal(answer.tiles.find(({ key }) => key === 'acts')!.period, 'сегодня')
})

test('vehicles on site for more than a day are listed for attention', async () => {
  const answer = await own.operator.api.send(report.getDashboard, operator(days))
  const stale = answer.attention.find(({ kind }) => kind === 'stale')
  assert.equal(stale?.count, 2)
})

test('the payable sum equals the total of the list of payable acts', async () => {
  await addActOf(own, 500_000)
  await addActOf(own, 250_050)
  await addActOf(other, 99)
  const board = values(await own.operator.api.send(report.getDashboard, operator(days)))
  const list = await own.operator.api.send(act.getAll, {
    query: { filter: { payable: true } },
  })
  const totals = list.totals as { payable_kop: number }
  assert.deepEqual(board['unpaid'], [list.total, null])
  assert.deepEqual(board['payable'], [totals.payable_kop, null])
  assert.equal(totals.payable_kop, 750_050)
})

test('a supervisor sees companies by status and the day over all of them', async () => {
  const answer = await supervisor.api.send(report.getDashboard, superScope(days))
  const figures = values(answer)
  assert.deepEqual(figures['companies_active'], [2, null])
  assert.equal(figures['acts']![0], 43)
  assert.equal(figures['paid_kop']![0], 1000)
  const [payouts, turnover] = answer.series
  assert.deepEqual(payouts!.lines[0]!.points.at(-1), { x: TODAY, y: 1000 })
  assert.deepEqual(
    turnover!.lines[0]!.points.map(({ x }) => x),
    ['Ромашка', 'Лютик'],
  )
})

test('each scope is refused to people of the others', async () => {
  const stranger = await own.operator.api.refused(report.getDashboard, superScope(days))
  assert.equal(stranger.code, 'access.denied')
  const supervised = await supervisor.api.refused(report.getDashboard, operator(days))
  assert.equal(supervised.code, 'access.denied')
  const nobody = await world.nobody.refused(report.getDashboard, operator(days))
  assert.equal(nobody.code, 'auth.required')
})

test('a period that runs backwards or over a year is refused', async () => {
  for (const period of [
    { date_from: '2026-03-16', date_to: TODAY },
    { date_from: '2025-03-14', date_to: TODAY },
  ]) {
    const refused = await own.operator.api.refused(report.getDashboard, operator(period))
    assert.equal(refused.code, 'filter.invalid')
  }
})

interface Period {
  date_from?: string
  date_to?: string
  site_id?: string
}
const operator = (filter: Period) => ({
  query: { filter: { scope: 'operator' as const, ...filter } },
})
test('a matter of the platform names the companies that it is about, and of one company leads there', async () => {
  const { q } = world.services
  const attentionNow = async () =>
    (await supervisor.api.send(report.getDashboard, superScope(days))).attention
  await q
    .insertInto('storage_use')
    .values({ company_id: own.id, level: 80, bytes: 80, room_bytes: 100 })
    .onConflict((o) => o.column('company_id').doUpdateSet({ level: 80 }))
    .execute()
  const filling = (await attentionNow()).find(({ kind }) => kind === 'storage_filling')!
  assert.match(filling.text, /^[^.]*Ромашка[^.]*\. Добавьте место/)
  assert.equal(filling.href, `/super/companies?id=${own.id}`)
  await q
    .insertInto('storage_use')
    .values({ company_id: other.id, level: 80, bytes: 80, room_bytes: 100 })
    .onConflict((o) => o.column('company_id').doUpdateSet({ level: 80 }))
    .execute()
  const both = (await attentionNow()).find(({ kind }) => kind === 'storage_filling')!
  assert.match(both.text, /^[^.]*Лютик[^.]*, [^.]*Ромашка[^.]*\. /)
  assert.equal(both.href, '/super/companies')
  assert.equal(both.count, 2)
})

const superScope = (filter: Period) => ({
  query: { filter: { scope: 'super' as const, ...filter } },
})

function values(answer: CallResult<typeof report.getDashboard>) {
  return Object.fromEntries(
    answer.tiles.map(({ key, value, previous }) => [key, [value, previous]]),
  )
}

/** The row of a site, and beside it the one for the whole company that earlier releases wrote. */
async function addDay(
  company: TestCompany,
  day: string,
  sums: { acts_count: number; net_g: number; total_kop: number; paid_kop: number },
) {
  const { paid_kop, ...acts } = sums
  await company.db.q
    .insertInto('daily_rollup')
    .values([
      { company_id: company.id, site_id: company.siteId, day, ...acts, paid_kop },
      { company_id: company.id, site_id: null, day, ...acts },
    ])
    .execute()
}

async function addVisit(company: TestCompany, carnumber: string) {
  await company.db.q
    .insertInto('visit')
    .values({
      company_id: company.id,
      id: uuidv7(),
      number: carnumber,
      site_id: company.siteId,
      mode: 'two_pass',
      carnumber,
      in_at: '2026-03-14T08:00:00Z',
    })
    .execute()
}

/** Only what the sums need: the paper of the act is not looked at here. */
async function addActOf(company: TestCompany, total_kop: number) {
  const supplier = await addSupplier(company)
  await addIssuedAct(company, supplier.id, total_kop)
}

test("a month before the calendar's first day begins with that day", async () => {
  const query = { filter: { scope: 'operator', date_to: '1900-01-05' } } as const
  const answer = await world.own.operator.api.send(report.getDashboard, { query })
  assert.deepEqual([answer.date_from, answer.date_to], ['1900-01-01', '1900-01-05'])
})
