import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { flagCodes, flagsOfArea } from '#contract/core/flags.ts'
import { moneyFlow } from '#contract/payment/money-flow.ts'
import { report } from '#contract/report/report.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson } from '#test/support/world.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, world, visit } = payouts
const { operator, manager } = own
const monthOf = async (month?: string, { api } = operator) =>
  api.send(report.getMonth, { query: month === undefined ? {} : { month } })
type Month = Awaited<ReturnType<typeof monthOf>>
const figure = ({ figures }: Month, key: string) => figures.find((one) => one.key === key)
const unusual = ({ unusual: rows }: Month, key: string) => rows.find((one) => one.key === key)

const deal = await addDeal(own)

test('days, metals, suppliers and figures of a month add up to the same sums, which are those of the acts', async () => {
  for (let i = 0; i < 3; i++) await addIssued(own, deal)
  const month = await monthOf()
  const { rows } = await sql<{ acts: number; net_g: number; total_kop: number; debt: number }>`
    select count(*)::int as acts, sum(net_g)::bigint as net_g, sum(total_kop)::bigint as total_kop,
      sum(total_kop - paid_kop)::bigint as debt
    from act where company_id = ${own.id} and status in ('issued', 'signed')`.execute(own.db.q)
  const [truth] = rows
  for (const key of ['acts', 'net_g', 'total_kop'] as const) {
    assert.equal(figure(month, key)!.value, truth![key], key)
    const ofDays = month.days.reduce((sum, one) => sum + one[key], 0)
    assert.equal(ofDays, truth![key], `${key} of days`)
    const ofSuppliers = month.suppliers!.reduce((sum, one) => sum + one[key], 0)
    assert.equal(ofSuppliers, truth![key], `${key} of suppliers`)
  }
  assert.equal(
    month.metals.reduce((sum, one) => sum + one.net_g, 0),
    truth!.net_g,
  )
  assert.equal(
    month.metals.reduce((sum, one) => sum + one.total_kop, 0),
    truth!.total_kop,
  )
  assert.equal(figure(month, 'debt_kop')!.value, truth!.debt)
  assert.equal(month.date_from, `${month.month}-01`)
  assert.equal(month.is_running, true)
  assert.equal(month.days.length, Number(month.date_to.slice(-2)))
})

test('what was paid leaves the debt and stands on its day', async () => {
  const before = await monthOf()
  const payee = await addPayee(own)
  const ids = await pay(own, [await rowFor(own, payee, 120_000)])
  for (let i = 0; i < 4; i++) await visit(ids[0]!)
  const now = await monthOf()
  const change = (key: string) => figure(now, key)!.value! - figure(before, key)!.value!
  assert.equal(change('paid_kop'), 120_000)
  assert.equal(change('debt_kop'), change('total_kop') - 120_000)
  const paidOfDays = now.days.reduce((sum, { paid_kop }) => sum + paid_kop, 0)
  assert.equal(paidOfDays, figure(now, 'paid_kop')!.value)
})

test('a voided act leaves the sums and is named as unusual', async () => {
  const before = await monthOf()
  const issued = await addIssued(own, deal)
  const { id, version, total_kop } = issued
  const body = { command: 'void' as const, id, version, reason: 'Записан дважды' }
  const asked = await operator.api.refused(act.update, { body })
  await operator.api.send(act.update, { body }, await approval(operator, asked, manager))
  const now = await monthOf()
  assert.ok(total_kop > 0)
  assert.equal(figure(now, 'total_kop')!.value, figure(before, 'total_kop')!.value)
  assert.equal(unusual(now, 'void')!.value, (unusual(before, 'void')?.value ?? 0) + 1)
})

test('a month that is over is whole, beside the whole month before; one that has not begun is empty', async () => {
  const past = await monthOf('2024-03')
  assert.deepEqual(
    [past.date_from, past.date_to, past.before_from, past.before_to, past.is_running],
    ['2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29', false],
  )
  assert.equal(past.days.length, 31)
  assert.deepEqual([past.metals, past.suppliers, past.unusual], [[], [], []])
  const future = await monthOf('2099-02')
  assert.equal(figure(future, 'acts')!.value, 0)
  assert.equal(future.days.length, 28)
  for (const month of ['2024-13', '24-01', '2024-1'])
    assert.equal(
      (await operator.api.refused(report.getMonth, { query: { month } })).code,
      'common.validation',
      month,
    )
})

test('a running month is beside the month before until the same day and time, and the price list of both', async () => {
  const month = await monthOf()
  const { before_from, before_to } = month
  const { rows } = await sql<{ day: number; days: number; late: boolean }>`
    select extract(day from t)::int as day,
      extract(day from date_trunc('month', t) - interval '1 day')::int as days,
      t::time < '23:59:58' as late
    from (select now() at time zone timezone as t from company where id = ${own.id}) as clock`.execute(
    own.db.q,
  )
  const { day, days, late } = rows[0]!
  const than = figure(month, 'net_g')!.previous_period!
  assert.match(than, day <= days ? /к\u00a0\d\d:\d\d$/ : /весь месяц: он короче$/)
  const ids = [await addIssued(own, deal), await addIssued(own, deal)].map(({ id }) => id)
  // One act of the last counted day was issued at its begin, the other at its end.
  for (const [place, at] of ['00:00:00', '23:59:59'].entries())
    await sql`update act set date = ${before_to}::date,
      issued_at = (${before_to}::date + ${at}::time) at time zone (select timezone from company where id = ${own.id})
      where id = ${ids[place]}`.execute(own.db.q)
  const now = await monthOf()
  const counted = day <= days && late ? 1 : 2
  const { rows: acts } = await sql<{ net_g: number }>`
    select net_g from act where id = ${ids[0]}`.execute(own.db.q)
  const was = (key: string) => figure(now, key)!.previous! - figure(month, key)!.previous!
  assert.equal(was('acts'), counted)
  assert.equal(was('net_g'), counted * acts[0]!.net_g)
  const metals = (of: Month) => of.metals.reduce((sum, one) => sum + one.before_net_g, 0)
  assert.equal(metals(now) - metals(month), was('net_g'))
  assert.equal(figure(now, 'list_bp')!.previous_period, spanOf(before_from, before_to))
  assert.notEqual(figure(now, 'list_bp')!.previous, null)
})

test('acts with a mark of the month lead to those acts and no others, without marks of papers', async () => {
  const { id } = await addIssued(own, deal)
  const paper = await addIssued(own, deal)
  const older = await addIssued(own, deal)
  const at = new Date().toISOString()
  for (const [of, code] of [
    [id, 'manual'],
    [older.id, 'manual'],
    [paper.id, flagsOfArea('paper')[0]!],
  ] as const)
    await sql`update act set flags = ${JSON.stringify([{ code, at }])}::jsonb where id = ${of}`.execute(
      own.db.q,
    )
  await sql`update act set date = date - 200, sort_at = sort_at - interval '200 days' where id = ${older.id}`.execute(
    own.db.q,
  )
  const month = await monthOf()
  const { value, href } = unusual(month, 'flagged')!
  const { searchParams } = new URL(href, 'http://local')
  assert.deepEqual(searchParams.getAll('status'), ['issued', 'signed'])
  assert.equal(searchParams.get('flag'), 'marked')
  const paperCodes = flagsOfArea('paper')
  const found = await operator.api.send(act.getAll, {
    query: {
      filter: {
        status: ['issued', 'signed'],
        date_from: searchParams.get('from')!,
        date_to: searchParams.get('to')!,
        flag: flagCodes.filter((code) => !paperCodes.includes(code)),
      },
    },
  })
  assert.equal(found.items.length, value)
  const ids = found.items.map((row) => row.id)
  assert.ok(ids.includes(id) && !ids.includes(paper.id) && !ids.includes(older.id))
})

const spanOf = (...days: string[]) => {
  const [from, to] = days.map((day) => day.split('-').slice(1).toReversed().join('.'))
  return `с ${from} по ${to}`
}

test('a weigher is refused the month and the money, and a cashier and an owner read them', async () => {
  const add = (...roles: string[]) =>
    addPerson(world.app, world.services, own.id, roles.join('-').toLowerCase(), 'USER', roles)
  const weigher = await add('OPERATOR', 'WEIGHER')
  const flow = { query: { filter: { by: 'day' } } } as const
  for (const refused of [
    await weigher.api.refused(report.getMonth, { query: {} }),
    await weigher.api.refused(moneyFlow.getMoneyFlow, flow),
  ]) {
    assert.equal(refused.code, 'access.denied')
    assert.match(refused.message, /«Отчёты»\. Кто может: /)
  }
  for (const { api } of [await add('OPERATOR', 'CASHIER'), await add('OWNER'), manager, operator]) {
    await api.send(report.getMonth, { query: {} })
    await api.send(moneyFlow.getMoneyFlow, flow)
  }
})

test('a month is that of the company alone', async () => {
  const { other } = world
  const theirs = await monthOf(undefined, other.operator)
  assert.equal(figure(theirs, 'acts')!.value, 0)
  assert.equal(figure(theirs, 'debt_kop')!.value, 0)
  assert.equal((await world.nobody.refused(report.getMonth, { query: {} })).code, 'auth.required')
})
