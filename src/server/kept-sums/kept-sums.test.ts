import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { audit } from '#contract/audit/audit.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { company as companyCalls } from '#contract/company/company.ts'
import { user } from '#contract/user/user.ts'
import { inTransaction, serverOf, type Tx } from '#server/db/handle.ts'
import { insertFiles } from '#server/features/file/file-queries.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { readFacts, sumFacts } from '#test/builders/past/money-days.ts'
import { addRandomMoney, randomOf } from '#test/builders/past/random-money.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { until } from '#test/support/until.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'
import { checkSums } from './check-sums.ts'
import { keptSums } from './kept-sums.ts'
import { selectDifferences } from './sum-queries.ts'

const seed = Number(process.env['SUM_SEED'] ?? Date.now() % 1_000_000)
const ZONES = { own: 'Europe/Moscow', other: 'Asia/Vladivostok' } as const
const world = await openWorld()
const { own, other, services, supervisor } = world
const owner = new pg.Client({ connectionString: services.config.ownerUrl })
after(async () => {
  await owner.end()
  await world.close()
})

before(async () => {
  await owner.connect()
  const random = randomOf(seed)
  for (const key of ['own', 'other'] as const) {
    const company = world[key]
    await company.db.q
      .updateTable('company')
      .set({ timezone: ZONES[key] })
      .where('id', '=', company.id)
      .execute()
    const configId = await addTrainingBank(company)
    const { products } = await addDeal(company)
    const of = { zone: ZONES[key], configId, productId: products.pallet.id }
    // At once, on the same days.
    await Promise.all([1, 2, 3].map(() => addRandomMoney(company, of, random)))
  }
})

/** What of each sum is not what its rows add up to. */
async function differences({ db }: TestCompany) {
  const found: Record<string, unknown> = {}
  for (const of of keptSums) {
    const rows = await selectDifferences(db, of)
    if (rows.length > 0) found[of.table] = rows
  }
  return found
}

const file = (size: number) => ({
  id: randomUUID(),
  stored: {
    key: randomUUID(),
    mime: 'image/jpeg',
    size,
    sha256: Buffer.alloc(32),
    width: null,
    height: null,
    look: null,
  },
  facts: { kind: 'photo' as const },
})

const addFiles = async (tx: Tx, sizes: readonly number[]) => {
  const rows = sizes.map(file)
  await insertFiles(tx, rows)
  return rows.map(({ id }) => id)
}

const bytesOf = async ({ db }: TestCompany) =>
  (
    await db.q.selectFrom('file_sum').where('company_id', '=', db.companyId).selectAll().execute()
  )[0]

test('after random histories of two companies in two zones each sum is what its rows add up to', async () => {
  for (const company of [own, other]) {
    assert.deepEqual(await differences(company), {}, `SUM_SEED=${seed}`)
    const { rows } = await sql<{ stage: 'paid'; payments: number; amount_kop: number }>`
      select stage, sum(payments)::int as payments, sum(amount_kop)::bigint as amount_kop from money_day
      where company_id = ${company.id} group by 1`.execute(company.db.q)
    const want = sumFacts(await readFacts(company))
    for (const stage of ['paid', 'rejected', 'returned'] as const) {
      const { payments = 0, amount_kop = 0 } = rows.find((row) => row.stage === stage) ?? {}
      assert.deepEqual({ count: payments, amount_kop }, want[stage], `${stage}, SUM_SEED=${seed}`)
    }
    assert.ok(want.paid.count > 5 && want.returned.count > 0, `SUM_SEED=${seed}`)
  }
})

test('files that come, go and change at once are counted once, and those of a rolled back transaction never', async () => {
  const begun = await bytesOf(own)
  const random = randomOf(seed)
  let expected = { files: begun?.files ?? 0, bytes: begun?.bytes ?? 0 }
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let step = 0; step < 8; step++) {
      const sizes = Array.from({ length: 1 + random(3) }, () => 1 + random(1_000_000))
      const fails = random(4) === 0
      await inTransaction(own.db, async (tx) => {
        const ids = await addFiles(tx, sizes)
        if (writer % 2 === 0)
          await tx.q
            .updateTable('file')
            .set({ deleted_at: sql`now()` })
            .where('company_id', '=', own.id)
            .where('id', '=', ids[0]!)
            .execute()
        if (fails) throw new Error('rolled back')
      }).catch((error: Error) => assert.equal(error.message, 'rolled back'))
      if (fails) continue
      const kept = writer % 2 === 0 ? sizes.slice(1) : sizes
      expected = {
        files: expected.files + kept.length,
        bytes: expected.bytes + kept.reduce((sum, size) => sum + size, 0),
      }
    }
  })
  await Promise.all(writers)
  assert.deepEqual(await bytesOf(own), { company_id: own.id, ...expected }, `SUM_SEED=${seed}`)
  assert.deepEqual(await differences(own), {})
})

test('what is not stored yet is in neither, so a check finds no difference and adds nothing twice', async () => {
  const before = await bytesOf(own)
  await inTransaction(own.db, async (tx) => {
    await addFiles(tx, [500])
    await checkSums(services)
    assert.deepEqual(await differences(own), {})
    assert.deepEqual(await bytesOf(own), before)
  })
  assert.equal((await bytesOf(own))!.bytes, (before?.bytes ?? 0) + 500)
  assert.deepEqual(await differences(own), {})
})

test('a row that was changed past the product is found at night, mended, written down and told once', async () => {
  await owner.query('set session_replication_role = replica')
  const { rowCount } = await owner.query(
    `update payment set amount_kop = amount_kop + 700, returned_kop = 0 where id in (
      select id from payment where company_id = $1 and status = 'paid' and not is_test order by id limit 1)`,
    [own.id],
  )
  assert.equal(rowCount, 1)
  // A sum that has no row at all.
  await owner.query(`delete from file_sum where company_id = $1`, [other.id])
  await owner.query(
    `insert into file_sum values ($1, -1, -100) on conflict (company_id) do update set files = -1, bytes = -100`,
    [other.id],
  )
  await owner.query('reset session_replication_role')
  assert.deepEqual(Object.keys(await differences(own)).toSorted(), ['money_day', 'supplier_year'])
  await checkSums(services)
  await checkSums(services)
  for (const company of [own, other]) assert.deepEqual(await differences(company), {})
  const { items } = await supervisor.api.send(user.getNotices, {
    query: { filter: { kind: ['record_damaged'] } },
  })
  assert.equal(items.length, 3)
  assert.ok(items.some(({ title }) => title.startsWith('Деньги по дням: сумма разошлась')))
  const events = await supervisor.api.send(audit.getEvents, {
    query: { filter: { action: 'data.recounted', company_id: own.id } },
  })
  const told = events.items.map(({ sentence }) => sentence.map(({ text }) => text).join(''))
  assert.equal(told.length, 2)
  assert.match(
    told.join('; '),
    /Сумма разошлась с записями и пересчитана: Деньги по дням, исправлено строк: 1\. 20\d\d-.+, paid, .+: \+700 коп\./,
  )
})

test('with another clock of the company its days are cut anew, without an alarm', async () => {
  const before = await daysOf(own)
  const { version } = await supervisor.api.send(companyCalls.get, { query: { id: own.id } })
  await supervisor.api.send(companyChange.update, {
    body: { id: own.id, version, timezone: 'Asia/Kamchatka' },
  })
  await until(async () => Object.keys(await differences(own)).length === 0)
  assert.notDeepEqual(await daysOf(own), before)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_event
    where company_id = ${own.id} and action = 'data.recounted'`.execute(
    serverOf(services, own.id).q,
  )
  assert.equal(rows[0]!.count, 2)
})

async function daysOf({ db }: TestCompany) {
  return db.q
    .selectFrom('money_day')
    .where('company_id', '=', db.companyId)
    .where('payments', '<>', 0)
    .select(['day', 'stage', 'payments'])
    .orderBy('day')
    .orderBy('stage')
    .execute()
}
