import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { openWorld } from '#test/support/world.ts'

type Filter = NonNullable<CallInput<typeof visitCalls.getAll>['query']['filter']>

const world = await openWorld()
after(() => world.close())
const { own } = world

// More than are counted, and more than a search looks through before it asks an index.
const MANY = 10_050

/** Visits of as many minutes, the oldest first; each tenth is a truck of another region. */
await sql`insert into visit (company_id, id, number, site_id, mode, direction, carnumber, in_at, out_at, gross_g,
    tare_g, net_g, status, created_by)
  select ${own.id}, uuidv7(), 'Т-' || lpad(i::text, 6, '0'), ${own.siteId}, 'two_pass', 'purchase',
    'А' || lpad((i % 1000)::text, 3, '0') || 'ВС' || case when i % 10 = 0 then '77' else '99' end,
    '2026-01-01'::timestamptz + i * interval '1 minute', '2026-01-01'::timestamptz + i * interval '1 minute',
    2000, 1000, 1000, 'closed', ${own.operator.id}
  from generate_series(1, ${MANY}::int) as i`.execute(own.db.q)

const list = (filter: Filter) => own.operator.api.send(visitCalls.getAll, { query: { filter } })
const rows = async (filter: Filter) =>
  (await list({ limit: 3, ...filter, with: ['rows'] })).items.map((row) => row.number)

test('a list beyond the bound is neither counted nor summed', async () => {
  const all = await list({ limit: 1 })
  assert.deepEqual([all.total, all.total_capped, all.totals], [10_000, true, undefined])
  const day = await list({ date_from: '2026-01-02', date_to: '2026-01-02', limit: 1 })
  assert.deepEqual([day.total, day.total_capped], [1440, undefined])
  assert.equal((day.totals as { net_g: number }).net_g, 1_440_000)
})

test('a search of the list is the same whether rows are frequent, rare, old or none', async () => {
  assert.deepEqual(await rows({ search: 'ВС77' }), ['Т-010050', 'Т-010040', 'Т-010030'])
  assert.deepEqual(await rows({ search: 'Т-000' }), ['Т-000999', 'Т-000998', 'Т-000997'])
  assert.deepEqual(await rows({ search: '000007' }), ['Т-000007'])
  assert.deepEqual(await rows({ search: 'нетакого' }), [])
  assert.deepEqual(await rows({ search: '07' }), ['Т-010007', 'Т-009907', 'Т-009807'])
  assert.deepEqual(await rows({ search: 'Т-0', offset: 10_000 }), [
    'Т-000050',
    'Т-000049',
    'Т-000048',
  ])
  const counts = async (search: string, more: Filter = {}) => {
    const { total, total_capped } = await list({ search, limit: 1, with: ['totals'], ...more })
    return [total, total_capped ?? false]
  }
  assert.deepEqual(await counts('ВС77'), [1005, false])
  assert.deepEqual(await counts('Т-0'), [10_000, true])
  assert.deepEqual(await counts('Т-0', { date_to: '2026-01-01' }), [1259, false])
  assert.deepEqual(await counts('нетакого'), [0, false])
})

test('pages of a search continued by its key are those of one long page', async () => {
  const whole = await list({ search: 'ВС77', limit: 200, with: ['rows'] })
  const parts = []
  for (let after: string | null | undefined; parts.length < 200;) {
    const page = await list({ search: 'ВС77', limit: 50, with: ['rows'], ...(after && { after }) })
    parts.push(...page.items)
    after = page.next
  }
  assert.deepEqual(
    parts.map(({ id }) => id),
    whole.items.map(({ id }) => id),
  )
})
