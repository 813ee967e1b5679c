import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { CallResult } from '#contract/core/call.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentsBehind } from '#contract/payment/money-flow.ts'
import { report } from '#contract/report/report.ts'
import { addPaidToDay } from '#server/features/payment/payment-queries.ts'
import { inTransaction } from '#server/db/handle.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { dayIn } from '#test/builders/past/expected-sums.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { addPastPayment } from '#test/builders/past/past-payments.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld } from '#test/support/world.ts'
import { readDayBefore } from './day-queries.ts'

const world = await openWorld({ config: { logLevel: 'error' } })
after(() => world.close())
const { own, supervisor } = world
const PAID_KOP = 68_908_80

/** Saved two days ago, paid now: as the bank's word of it does. */
before(async () => {
  await holdReports(world)
  const supplier = await addSupplier(own)
  const supplier_id = supplier.id
  const methodId = (await addMethod(own, supplier)).id
  const bankConfigId = await addTrainingBank(own)
  const act = await addPastAct(own, {
    supplier_id,
    date: '2026-01-10',
    net_g: 1_000_000,
    total_kop: 90_000_00,
  })
  const saved_at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const finished_at = new Date().toISOString()
  const facts = { act, methodId, bankConfigId, saved_at, finished_at, status: 'paid' as const }
  const { id } = await addPastPayment(own, { ...facts, amount_kop: PAID_KOP })
  await addPastPayment(own, { ...facts, amount_kop: 1_00, is_test: true })
  await inTransaction(own.db, (tx) => addPaidToDay(tx, id))
})

const tileOf = ({ tiles }: CallResult<typeof report.getDashboard>, of: string) =>
  tiles.find(({ key }) => key === of)!

test('a payment of an earlier day is paid today on both dashboards, in the list behind them and in the report', async () => {
  const query = (scope: 'operator' | 'super') => ({ query: { filter: { scope } } })
  const board = await own.operator.api.send(report.getDashboard, query('operator'))
  const tile = tileOf(board, 'paid')
  assert.deepEqual([tile.value, tile.previous], [PAID_KOP, 0])
  const day = board.date_to
  assert.equal(
    tile.href,
    `/operator/payments?status=paid&from=${day}&to=${day}&day_of=finished&test=no`,
  )
  const filter = paymentsBehind({ stage: 'paid', date_from: day, date_to: day })
  const list = await own.operator.api.send(payment.getAll, { query: { filter } })
  assert.deepEqual(
    list.items.map(({ amount_kop }) => amount_kop),
    [PAID_KOP],
  )
  const platform = await supervisor.api.send(report.getDashboard, query('super'))
  assert.equal(tileOf(platform, 'paid_kop').value, PAID_KOP)
  const rows = await orderCsv(world, own.manager, 'money_by_day', { date_from: day, date_to: day })
  assert.equal(rows[1]![4], '68908,80')
})

/** The company's zone in which it is now as near to noon as any is, so that today and yesterday have a before and an after. */
const noonZone = () => {
  const east = 12 - new Date().getUTCHours()
  // The signs of these names are turned round.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

test('of a day that goes on, yesterday is told until the same time of the company’s clock', async () => {
  const { other, services } = world
  const timezone = noonZone()
  await services.q.updateTable('company').set({ timezone }).where('id', '=', other.id).execute()
  services.sessions.forget()
  const supplier = await addSupplier(other)
  const methodId = (await addMethod(other, supplier)).id
  const bankConfigId = await addTrainingBank(other)
  const HOUR_MS = 3_600_000
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
  const local = (moment: string) =>
    new Date(moment).toLocaleDateString('sv-SE', { timeZone: timezone })
  // An hour before and an hour after this time of yesterday.
  for (const [at, total_kop] of [
    [ago(25), 1_000_00],
    [ago(23), 7_000_00],
  ] as const) {
    const date = local(at)
    const facts = { supplier_id: supplier.id, date, net_g: total_kop, total_kop }
    const act = await addPastAct(other, facts)
    await services.q.updateTable('act').set({ issued_at: at }).where('id', '=', act.id).execute()
    const paid = { act, methodId, bankConfigId, saved_at: at, finished_at: at }
    await addPastPayment(other, { ...paid, amount_kop: total_kop, status: 'paid' })
  }
  assert.equal(local(ago(25)), local(ago(23)), 'both lie in yesterday')
  const query = { query: { filter: { scope: 'operator' } } } as const
  const board = await other.operator.api.send(report.getDashboard, query)
  const clock = new Date(board.as_of).toLocaleTimeString('ru', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
  })
  const of = (key: string) => {
    const { value, previous, previous_period } = tileOf(board, key)
    assert.equal(previous_period, `вчера к ${clock}`)
    return [value, previous]
  }
  assert.deepEqual(of('acts'), [0, 1])
  assert.deepEqual(of('net'), [0, 1_000_00])
  assert.deepEqual(of('total'), [0, 1_000_00])
  assert.deepEqual(of('paid'), [0, 1_000_00])
  const filter = { scope: 'operator', date_to: local(ago(24)) } as const
  const whole = await other.operator.api.send(report.getDashboard, { query: { filter } })
  assert.equal(tileOf(whole, 'paid').value, 8_000_00)
})

test('over all companies yesterday is told until the same time as well', async () => {
  const { other, services } = world
  // The days of the platform are those of Moscow, and so are the company's here.
  const zone = 'Europe/Moscow'
  await services.q
    .updateTable('company')
    .set({ timezone: zone })
    .where('id', '=', other.id)
    .execute()
  const { rows } = await sql<{ day: string; until: string }>`
    select ((now() at time zone ${zone})::date - 1)::text as day, now() - interval '1 day' as until
  `.execute(services.q)
  const { day, until } = rows[0]!
  await services.q
    .updateTable('act')
    .set({ date: day, issued_at: sql`${until}::timestamptz + interval '1 minute'` })
    .where('company_id', '=', other.id)
    .where('total_kop', '=', 7_000_00)
    .execute()
  await services.q
    .updateTable('act')
    .set({ date: day, issued_at: sql`${until}::timestamptz - interval '1 second'` })
    .where('company_id', '=', other.id)
    .where('total_kop', '=', 1_000_00)
    .execute()
  const { tiles } = await supervisor.api.send(report.getDashboard, {
    query: { filter: { scope: 'super' } },
  })
  const { previous, previous_period } = tiles.find(({ key }) => key === 'total_kop')!
  assert.equal(previous, 1_000_00)
  assert.match(previous_period!, /^вчера к \d\d:\d\d$/)
})

test('money counts on the day of its end, though its step is stored after midnight', async () => {
  const [last] = await own.db.q
    .selectFrom('payment')
    .where('company_id', '=', own.id)
    .where('status', '=', 'paid')
    .where('is_test', '=', false)
    .select(['id', sql<string>`finished_at - interval '1 day'`.as('at')])
    .execute()
  await own.db.q
    .updateTable('payment')
    .set({ finished_at: last!.at })
    .where('id', '=', last!.id)
    .execute()
  await inTransaction(own.db, (tx) => addPaidToDay(tx, last!.id))
  const rows = await own.db.q
    .selectFrom('daily_rollup')
    .where('company_id', '=', own.id)
    .where('paid_kop', '>', 0)
    .select(['paid_kop', sql<string>`day::text`.as('day')])
    .orderBy('day')
    .execute()
  const dayOf = (at: string) => dayIn('Europe/Moscow', at)
  const today = new Date(Date.parse(last!.at) + 86_400_000).toISOString()
  assert.deepEqual(rows, [
    { day: dayOf(last!.at), paid_kop: PAID_KOP },
    { day: dayOf(today), paid_kop: PAID_KOP },
  ])
})

// Last, since it sets the clocks of both companies.
test('over all companies a day begins at the midnight of each clock, at both ends of the world', async () => {
  const { other } = world
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const paid = async () => {
    const place = { companyId: null, siteId: null }
    return (await readDayBefore(other.db, place, { before: day, goesOn: true }, [])).paid_kop
  }
  const zones = [
    [own, 'Pacific/Kiritimati'],
    [other, 'Pacific/Pago_Pago'],
  ] as const
  for (const [company, timezone] of zones)
    await company.db.q
      .updateTable('company')
      .set({ timezone })
      .where('id', '=', company.id)
      .execute()
  const begun = await paid()
  for (const [company, zone] of zones) {
    const { rows } = await sql<{ at: string; config: string }>`
      select (${day}::date::timestamp at time zone ${zone}) as at, id as config from bank_config
      where company_id = ${company.id} limit 1`.execute(company.db.q)
    const { at, config: bankConfigId } = rows[0]!
    const supplier = await addSupplier(company)
    const methodId = (await addMethod(company, supplier)).id
    const facts = { supplier_id: supplier.id, date: '2026-01-10', net_g: 1000, total_kop: 7_00 }
    const act = await addPastAct(company, facts)
    const ends = { status: 'paid', saved_at: at, finished_at: at } as const
    await addPastPayment(company, { act, methodId, bankConfigId, amount_kop: 7_00, ...ends })
  }
  assert.equal((await paid()) - begun, 14_00)
})
