import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { act } from '#contract/act/act.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { vacuumTables } from '#test/support/database.ts'
import { openWorld } from '#test/support/world.ts'
import { cutByDue } from './act-list-queries.ts'

type Filter = NonNullable<CallInput<typeof act.getAll>['query']['filter']>

const world = await openWorld()
after(() => world.close())
const { own } = world

// Ends of months in Moscow (UTC+3) and in Vladivostok (UTC+10).
const MOMENTS = [
  '2025-12-31T20:59:59.999999Z',
  '2025-12-31T21:00:00Z',
  '2026-01-15T12:00:00Z',
  '2026-01-31T13:59:59Z',
  '2026-01-31T14:00:00Z',
  '2026-01-31T20:59:59.999999Z',
  '2026-01-31T21:00:00Z',
  '2026-02-10T00:00:00Z',
]
const supplier = await addSupplier(own)
const made: { id: string; at: number; total_kop: number; payable_kop: number }[] = []
for (const [i, sort_at] of [...MOMENTS, ...MOMENTS].entries()) {
  const total_kop = 100 + (i % 3)
  const id = await addIssuedAct(own, supplier.id, total_kop)
  const paid_kop = i % 4
  await own.db.q.updateTable('act').set({ sort_at, paid_kop }).where('id', '=', id).execute()
  made.push({ id, at: Date.parse(sort_at), total_kop, payable_kop: total_kop - paid_kop })
}
// A draft shows nothing to pay, whatever its sum.
for (const sort_at of MOMENTS) {
  const id = await addIssuedAct(own, supplier.id, 500, 'draft')
  await own.db.q.updateTable('act').set({ sort_at }).where('id', '=', id).execute()
  made.push({ id, at: Date.parse(sort_at), total_kop: 500, payable_kop: 0 })
}

const DAYS = [
  ['2026-01-01', '2026-01-31', '2025-12-31T21:00:00Z', '2026-01-31T21:00:00Z'],
  ['2025-12-31', '2026-02-28', '2025-12-30T21:00:00Z', '2026-02-28T21:00:00Z'],
  ['2026-01-31', '2026-01-31', '2026-01-30T21:00:00Z', '2026-01-31T21:00:00Z'],
] as const

test('acts of some days sorted by a sum are complete and in order on every page', async () => {
  for (const [date_from, date_to, from, to] of DAYS)
    for (const field of ['total_kop', 'payable_kop'] as const)
      for (const way of ['asc', 'desc'] as const) {
        const within = made.filter(({ at }) => at >= Date.parse(from) && at < Date.parse(to))
        const expected = within.toSorted((a, b) => a[field] - b[field] || (a.id < b.id ? -1 : 1))
        if (way === 'desc') expected.reverse()
        const found = []
        for (let offset = 0; offset < expected.length; offset += 3) {
          const filter: Filter = { date_from, date_to, sort: [[field, way]], limit: 3, offset }
          const page = await own.operator.api.send(act.getAll, { query: { filter } })
          found.push(...page.items)
        }
        assert.deepEqual(
          found.map(({ id }) => id),
          expected.map(({ id }) => id),
          `${date_from} ${date_to} ${field} ${way}`,
        )
      }
})

test('months end by the time zone of the company', async () => {
  await own.db.q.updateTable('company').set({ timezone: 'Asia/Vladivostok' }).execute()
  world.services.sessions.forget()
  const filter: Filter = {
    date_from: '2026-01-01',
    date_to: '2026-01-31',
    sort: [['total_kop', 'asc']],
    limit: 200,
  }
  const { items } = await own.operator.api.send(act.getAll, { query: { filter } })
  const [from, to] = [Date.parse('2025-12-31T14:00:00Z'), Date.parse('2026-01-31T14:00:00Z')]
  assert.deepEqual(
    items.map(({ id }) => id).toSorted(),
    made
      .filter(({ at }) => at >= from && at < to)
      .map(({ id }) => id)
      .toSorted(),
  )
})

const NARROWED: readonly [string, Filter, (one: (typeof made)[number]) => boolean][] = [
  ['owed', { payable: true }, ({ payable_kop }) => payable_kop > 0],
  ['drafts', { status: ['draft'] }, ({ total_kop }) => total_kop === 500],
  ['issued', { status: ['issued'] }, ({ total_kop }) => total_kop !== 500],
  [
    'since a day',
    { date_from: '2026-01-31' },
    ({ at }) => at >= Date.parse('2026-01-30T21:00:00Z'),
  ],
]

test('filtered acts are sorted by the payable sum, those without one by id', async () => {
  for (const [name, narrowed, fits] of NARROWED)
    for (const way of ['asc', 'desc'] as const) {
      const expected = made
        .filter(fits)
        .toSorted((a, b) => a.payable_kop - b.payable_kop || (a.id < b.id ? -1 : 1))
      if (way === 'desc') expected.reverse()
      const filter: Filter = {
        ...narrowed,
        sort: [['payable_kop', way]],
        limit: 200,
        with: ['rows'],
      }
      const { items } = await own.operator.api.send(act.getAll, { query: { filter } })
      assert.deepEqual(
        items.map(({ id }) => id),
        expected.map(({ id }) => id),
        `${name} ${way}`,
      )
    }
})

test('acts sorted by the payable sum are read from indexes alone', async () => {
  await vacuumTables(own.db.q, 'act')
  const slice = { order: [], id: 'a.id', limit: 51, offset: 0 }
  const planOf = async (filter: Filter) => {
    const cut = cutByDue(own.db, { ...filter, sort: [['payable_kop', 'asc']] }, {})!
    return own.db.q.transaction().execute(async (q) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort'])
        await sql.raw(`set local enable_${way} = off`).execute(q)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${cut(slice)}`.execute(q)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  }
  assert.match(await planOf({}), /Index Only Scan using act_by_due /)
  const month = await planOf({ date_from: '2026-01-01', date_to: '2026-01-31' })
  assert.match(month, /Index Only Scan using act_by_due_in_month /, month)
  assert.match(month, /Index Only Scan using act_not_due_in_month /, month)
})
