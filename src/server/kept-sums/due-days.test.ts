import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { act } from '#contract/act/act.ts'
import { actKinds } from '#contract/act/act-entities.ts'
import type { CallInput } from '#contract/core/call.ts'
import { report } from '#contract/report/report.ts'
import { inTransaction, type Tx } from '#server/db/handle.ts'
import { readMoneyAndLoads } from '#server/features/report/evening/evening-queries.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addPastAct, addSite } from '#test/builders/past/past-acts.ts'
import { randomOf } from '#test/builders/past/random-money.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'
import { checkSums } from './check-sums.ts'
import { keptSums } from './kept-sums.ts'
import { selectDifferences } from './sum-queries.ts'

type Filter = NonNullable<CallInput<typeof act.getAll>['query']['filter']>

const seed = Number(process.env['SUM_SEED'] ?? Date.now() % 1_000_000)
const random = randomOf(seed)
const world = await openWorld()
const { own, other, services } = world
const dueDays = keptSums.find(({ table }) => table === 'due_day')!
const owner = new pg.Client({ connectionString: services.config.ownerUrl })
const DAYS = ['2025-04-30', '2025-05-01', '2025-05-02', '2025-05-31']
const acts: { id: string; total_kop: number }[] = []
let sites: string[]

before(async () => {
  await owner.connect()
  sites = [own.siteId, await addSite(own, 'Порт')]
  const supplier_id = (await addSupplier(own)).id
  for (let n = 0; n < 24; n++) {
    const total_kop = 100_000 + random(1_000_000)
    const facts = {
      supplier_id,
      date: DAYS[n % DAYS.length]!,
      net_g: 1000 + random(9000),
      total_kop,
    }
    acts.push(await addPastAct(own, { ...facts, site_id: sites[random(2)]! }))
  }
  const theirs = { supplier_id: (await addSupplier(other)).id, date: DAYS[1]! }
  await addPastAct(other, { ...theirs, net_g: 7, total_kop: 77 })
})
after(async () => {
  await owner.end()
  await world.close()
})

const differences = ({ db }: TestCompany) => selectDifferences(db, dueDays)

/** What may be paid now, added up here from each act. */
async function dueOf({ db, id }: TestCompany, siteId?: string) {
  const { rows } = await sql<Record<string, string>>`
    select status, site_id, total_kop::text as total, reserved_kop::text as reserved, paid_kop::text as paid
    from act where company_id = ${id}`.execute(db.q)
  const left = rows
    .filter(
      ({ status, site_id }) => /issued|signed/.test(status!) && (siteId ?? site_id) === site_id,
    )
    .map(({ total, reserved, paid }) => Number(total) - Number(reserved) - Number(paid))
    .filter((kop) => kop > 0)
  return { unpaid_acts: left.length, payable_kop: left.reduce((sum, kop) => sum + kop, 0) }
}

async function homeOf({ operator }: TestCompany, site_id?: string) {
  const filter = { scope: 'operator' as const, ...(site_id && { site_id }) }
  const { tiles } = await operator.api.send(report.getDashboard, { query: { filter } })
  const of = (key: string) => tiles.find((tile) => tile.key === key)!.value
  return { unpaid_acts: of('unpaid'), payable_kop: of('payable') }
}

/** One of the ways in which what is due of an act changes. */
async function changeAct({ q }: Tx, { id, total_kop }: (typeof acts)[number]): Promise<void> {
  const part = random(total_kop)
  const changes = [
    { reserved_kop: part, paid_kop: 0 },
    { reserved_kop: random(part + 1), paid_kop: total_kop - part },
    { reserved_kop: 0, paid_kop: total_kop },
    {
      reserved_kop: 0,
      paid_kop: 0,
      status: 'void',
      void_reason: 'Ошибка',
      voided_at: sql<string>`now()`,
    },
    { status: 'signed', void_reason: null, voided_at: null },
    { site_id: sites[random(2)]! },
    // Half an hour before a midnight of Moscow, at it, after it.
    { sort_at: `2025-05-0${1 + random(3)}T${['20:30', '21:00', '21:30'][random(3)]!}:00Z` },
    { comment: `Заметка ${part}` },
  ] as const
  await q.updateTable('act').set(changes[random(changes.length)]!).where('id', '=', id).execute()
}

test('what is due stays what the acts add up to, however they change at once, and nothing of a rolled back change', async () => {
  const writers = Array.from({ length: 6 }, async () => {
    for (let step = 0; step < 12; step++) {
      const fails = random(4) === 0
      await inTransaction(own.db, async (tx) => {
        for (let n = 1 + random(3); n > 0; n--) await changeAct(tx, acts[random(acts.length)]!)
        if (fails) throw new Error('rolled back')
      }).catch((error: Error & { code?: string }) => {
        // Refused by a check of its own, or took the same acts in another order than another one: undone as a whole too.
        if (!/^(?:23514|40P01)$/.test(error.code ?? '')) assert.equal(error.message, 'rolled back')
      })
    }
  })
  await Promise.all(writers)
  for (const company of [own, other])
    assert.deepEqual(await differences(company), [], `SUM_SEED=${seed}`)
})

test('home, evening and lists say what is due of the company and of each site', async () => {
  for (const siteId of [undefined, ...sites]) {
    const due = await dueOf(own, siteId)
    assert.deepEqual(await homeOf(own, siteId), due, `SUM_SEED=${seed}`)
    const evening = { day: DAYS[1]!, zone: 'Europe/Moscow', siteId: siteId ?? null }
    const span = { since: '2025-05-01T00:00:00Z', until: '2025-05-02T00:00:00Z' }
    const { unpaid_acts, payable_kop } = await readMoneyAndLoads(own.db, evening, span)
    assert.deepEqual({ unpaid_acts, payable_kop }, due)
  }
  assert.deepEqual(await homeOf(other), { unpaid_acts: 1, payable_kop: 77 })
  assert.deepEqual(await homeOf(own, other.siteId), { unpaid_acts: 0, payable_kop: 0 })
})

const totalsOf = async (filter: Filter) => {
  const asked: Filter = { ...filter, payable: true, with: ['totals'] }
  const { total, totals } = await own.operator.api.send(act.getAll, { query: { filter: asked } })
  return { total, totals: totals as Record<string, number> | undefined }
}

test('the head of a list of what is due is that of its rows, whatever days, site and state are asked', async () => {
  for (const days of [
    {},
    { date_from: DAYS[1]! },
    { date_to: DAYS[1]! },
    { date_from: DAYS[1]!, date_to: DAYS[2]! },
  ])
    for (const site of [{}, ...sites.map((site_id) => ({ site_id }))])
      for (const status of [
        undefined,
        ['issued', 'signed'],
        ['issued'],
        ['signed', 'draft'],
      ] as const) {
        const filter = { ...days, ...site, ...(status && { status: [...status] }) }
        // No sum is kept by kind: this one is added up from rows.
        const ofRows = await totalsOf({ ...filter, kind: [...actKinds] })
        assert.deepEqual(await totalsOf(filter), ofRows, JSON.stringify(filter))
      }
})

test('of more acts than are counted the head of what is due still says all', async () => {
  const kept = sql`update due_day set acts = acts + ${sql.lit(20_000)} where company_id = ${own.id}
    and (day, site_id) = (select day, site_id from due_day where company_id = ${own.id} order by 1, 2 limit 1)`
  const { unpaid_acts } = await dueOf(own)
  await kept.execute(own.db.q)
  const { total, totals } = await totalsOf({})
  assert.deepEqual([total, totals?.['count']], [10_000, unpaid_acts + 20_000])
  // A day that lies is found at night.
  await checkSums(services)
  assert.deepEqual((await totalsOf({})).total, unpaid_acts)
})

test('a day of which all is paid leaves no row', async () => {
  await inTransaction(own.db, async ({ q }) => {
    await q
      .updateTable('act')
      .set({ reserved_kop: 0, paid_kop: sql<number>`total_kop` })
      .where('company_id', '=', own.id)
      .where('status', '<>', 'void')
      .execute()
  })
  const rows = await own.db.q
    .selectFrom('due_day')
    .where('company_id', '=', own.id)
    .selectAll()
    .execute()
  assert.deepEqual(rows, [])
  assert.deepEqual(await homeOf(own), { unpaid_acts: 0, payable_kop: 0 })
})

test('an act that was changed past the product is found at night and mended', async () => {
  await owner.query('set session_replication_role = replica')
  const { rowCount } = await owner.query(
    `update act set paid_kop = 0 where company_id = $1 and id = (select id from act where company_id = $1
      and status in ('issued', 'signed') and paid_kop > 0 order by id limit 1)`,
    [own.id],
  )
  await owner.query('reset session_replication_role')
  assert.equal(rowCount, 1)
  assert.equal((await differences(own)).length, 1)
  await checkSums(services)
  assert.deepEqual(await differences(own), [])
  assert.deepEqual(await homeOf(own), await dueOf(own))
})
