import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { RECENT_DAYS, type AnswerPeriod } from '#contract/report/dashboard.ts'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { report } from '#contract/report/report.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world
const ownDeal = await addDeal(own)

async function answerOf({ operator }: TestCompany, period?: AnswerPeriod) {
  const filter = { scope: 'operator' as const, ...(period && { period }) }
  const { answer, date_to } = await operator.api.send(report.getDashboard, { query: { filter } })
  return { ...answer!, today: date_to }
}

test('before the first purchase of a day, a week or a month its figures are nought and the chart is of the last that bought', async () => {
  const { id } = await addIssued(own, ownDeal)
  const boughtBefore = async (day: string) => {
    await sql`update act set date = ${day}::date, issued_at = ${`${day}T09:20:00Z`} where id = ${id}`.execute(
      world.services.q,
    )
    await sql`update daily_rollup set day = ${day}::date where company_id = ${own.id}`.execute(
      world.services.q,
    )
    return new Map(
      await Promise.all(
        (['day', 'week', 'month'] as const).map(async (period) => {
          const { chart, figures } = await answerOf(own, period)
          const points = chart.lines.flatMap((line) => line.points).filter(({ y }) => y > 0)
          const acts = figures.find(({ key }) => key === 'acts')!.value
          return [period, { title: chart.title, acts, points }] as const
        }),
      ),
    )
  }
  const { today } = await answerOf(own)
  const back = (days: number) =>
    new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
  const ofYesterday = (await boughtBefore(back(1))).get('day')!
  assert.deepEqual([ofYesterday.title, ofYesterday.acts], ['Вчера по часам', 0])
  assert.deepEqual(
    ofYesterday.points.map(({ x }) => x),
    ['12:00'],
  )
  assert.match(ofYesterday.points[0]!.href!, new RegExp(`from=${back(1)}&to=${back(1)}$`))
  const older = await boughtBefore(back(7))
  const [, month, date] = back(7).split('-')
  assert.equal(older.get('day')!.title, `${date}.${month} по часам`)
  assert.deepEqual(
    [older.get('week')!.title, older.get('week')!.acts],
    ['Прошлая неделя по дням', 0],
  )
  assert.deepEqual(
    older.get('week')!.points.map(({ x }) => x),
    [back(7)],
  )
  const before = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, 0))
  const ofMonth = (await boughtBefore(before.toISOString().slice(0, 10))).get('month')!
  assert.deepEqual([ofMonth.title, ofMonth.acts], ['Прошлый месяц по дням', 0])
  assert.equal(ofMonth.points.length, 1)
  await sql`delete from daily_rollup where company_id = ${own.id}`.execute(world.services.q)
  await sql`update act set status = 'void' where id = ${id}`.execute(world.services.q)
  const never = (await answerOf(own, 'month')).chart
  assert.deepEqual([never.title, never.lines], ['По дням', []])
})

test('a day, a week and a month each add up the acts of their company alone, and the chart the same weight by metal', async () => {
  await addIssued(own, ownDeal)
  const deal = await addDeal(other)
  for (let i = 0; i < 2; i++) await addIssued(other, deal)
  for (const period of ['day', 'week', 'month'] as const)
    for (const [company, acts] of [
      [own, 1],
      [other, 2],
    ] as const) {
      const { figures, chart, today } = await answerOf(company, period)
      const shown = new Map(figures.map(({ key, value }) => [key, value]))
      assert.equal(shown.get('acts'), acts, period)
      const points = chart.lines.flatMap((line) => line.points)
      const weight = points.reduce((sum, { y }) => sum + y, 0)
      assert.ok(weight > 0)
      assert.equal(weight, shown.get('net_g'), period)
      const bought = points.find(({ y }) => y > 0)!
      assert.match(bought.x, period === 'day' ? /^\d\d:00$/ : /^\d{4}-\d\d-\d\d$/)
      assert.match(bought.href!, new RegExp(`from=${today}&to=${today}$`))
    }
})

test('weight and sum are told day by day for two weeks, the last day as the figure of today itself', async () => {
  const { figures, today } = await answerOf(own)
  const recent = new Map(figures.map((one) => [one.key, one.recent]))
  assert.deepEqual([...recent.keys()].filter((key) => recent.get(key)).toSorted(), [
    'net_g',
    'total_kop',
  ])
  for (const { key, value, recent: days } of figures.slice(0, 2)) {
    assert.equal(days!.length, RECENT_DAYS, key)
    assert.deepEqual(days!.at(-1), { day: today, value })
    assert.deepEqual(
      days!.slice(0, -1).map((one) => one.value),
      Array.from({ length: RECENT_DAYS - 1 }, () => 0),
    )
  }
  const one = { scope: 'operator' as const, date_from: today, date_to: today }
  const { answer } = await other.operator.api.send(report.getDashboard, { query: { filter: one } })
  // What it shows is that company's.
  assert.notEqual(answer!.figures[0]!.recent?.at(-1)?.value, figures[0]!.value)
})

test('prices beside the list are told where something was bought by it, with the report that proves them', async () => {
  const { figures, today } = await answerOf(own)
  const list = figures.find(({ key }) => key === 'list_bp')!
  assert.deepEqual([list.value, list.unit], [0, 'bp'])
  assert.equal(
    list.href,
    `/operator/reports?order=average_prices&date_from=${today}&date_to=${today}`,
  )
  await sql`alter table act_position disable trigger all`.execute(world.services.q)
  const dearer = (times: number) =>
    sql`update act_position set amount_kop = round(amount_kop * ${times}::numeric) where company_id = ${own.id}`.execute(
      world.services.q,
    )
  await dearer(1.2)
  const now = await answerOf(own)
  await dearer(1 / 1.2)
  await sql`alter table act_position enable trigger all`.execute(world.services.q)
  assert.equal(now.figures.find(({ key }) => key === 'list_bp')!.value, 2000)
})

test('an act that is void is in neither the figures nor the chart', async () => {
  const weightOf = async () => {
    const { chart, figures } = await answerOf(own)
    const points = chart.lines.flatMap((line) => line.points)
    return [points.reduce((sum, { y }) => sum + y, 0), figures.map(({ value }) => value)]
  }
  const before = await weightOf()
  const { id, version } = await addIssued(own, ownDeal)
  assert.notDeepEqual(await weightOf(), before)
  const body = { command: 'void' as const, id, version, reason: 'Ошиблись весом' }
  const { api } = own.operator
  const refusal = await api.refused(act.update, { body })
  await api.send(act.update, { body }, await approval(own.operator, refusal, own.manager))
  assert.deepEqual(await weightOf(), before)
})

test('hours of a shift are on the axis of a day, bought in or not', async () => {
  const { chart, period } = await answerOf(own)
  const hours = chart.lines[0]!.points.map(({ x }) => x)
  assert.equal(period, 'day')
  for (let hour = 8; hour < 20; hour++)
    assert.ok(hours.includes(`${String(hour).padStart(2, '0')}:00`), String(hour))
})

test("another company's site has no answer for us, and the platform has none", async () => {
  const filter = { scope: 'operator' as const, site_id: other.siteId }
  const { answer } = await own.operator.api.send(report.getDashboard, { query: { filter } })
  assert.deepEqual(
    [answer!.chart.lines, answer!.figures.map(({ value }) => value)],
    [[], [0, 0, 0]],
  )
  const query = { filter: { scope: 'super' as const } }
  assert.equal((await supervisor.api.send(report.getDashboard, { query })).answer, null)
})

test('of a period that goes on, the one before counts until the same time', async () => {
  const { services } = world
  const { id } = await addIssued(own, ownDeal)
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 7 * 86_400_000)
  const previousAt = async (hours: number) => {
    await services.q
      .updateTable('act')
      .set({
        date: at(0).toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' }),
        issued_at: at(hours).toISOString(),
      })
      .where('id', '=', id)
      .execute()
    return (await answerOf(own, 'week')).figures.find(({ key }) => key === 'acts')!.previous
  }
  assert.equal(await previousAt(0.01), 1, 'issued before this time of that day')
  assert.equal(await previousAt(-0.2), 0, 'issued after it')
})
