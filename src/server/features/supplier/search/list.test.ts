import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { kycStates } from '#contract/supplier/supplier-kinds.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { vacuumTables } from '#test/support/database.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'
import { consentEnd, docExpiry, kycOf, missingFor, type KycFacts } from '../record/kyc.ts'
import { suppliers, withSupplierColumns } from '../record/supplier-queries.ts'
import { doubtfulPage } from './supplier-list-queries.ts'

let world: World
let own: TestCompany

before(async () => {
  world = await openWorld()
  own = world.own
})
after(() => world.close())

const list = (filter: object) => own.operator.api.send(supplier.getAll, { query: { filter } })

test("each supplier's state in the list agrees with the filter of that state", async () => {
  const types = ['person', 'self_employed', 'ip', 'company'] as const
  const births = ['1975-05-17', '2012-06-01', '2020-01-01', '1900-01-01', null]
  for (const type of types)
    for (const birth_date of births) {
      const row = await addSupplier(own, { type, birth_date })
      const bare = await addSupplier(own, { type, birth_date, reg_address: null, doc: null })
      await own.db.q
        .updateTable('supplier')
        .set({ doc_expires_on: '2024-01-01' })
        .where('id', 'in', birth_date === '1975-05-17' ? [bare.id] : [row.id])
        .execute()
    }
  const all = (await list({ limit: 200 })).items
  assert.equal(all.length, 40)
  const seen = new Set<string>()
  for (const kyc of kycStates) {
    const found = (await list({ limit: 200, kyc: [kyc] })).items.map(({ id }) => id)
    const expected = all.filter((row) => row.kyc === kyc).map(({ id }) => id)
    assert.deepEqual(found, expected, kyc)
    if (found.length > 0) seen.add(kyc)
  }
  assert.deepEqual([...seen].toSorted(), [...kycStates].toSorted())
})

test('the list is searched, filtered, sorted and continued', async () => {
  const first = await addSupplier(own, { last_name: 'Яблоков', phone: '+79035559977' })
  const second = await addSupplier(own, { last_name: 'Яблочкин', status: 'blocked' })
  const names = async (filter: object) => (await list(filter)).items.map(({ name }) => name)
  assert.deepEqual(await names({ search: 'яблок' }), [first.name])
  assert.deepEqual(await names({ search: '9977' }), [first.name])
  assert.deepEqual(await names({ search: first.inn }), [first.name])
  assert.deepEqual(await names({ search: 'ябл', status: ['blocked'] }), [second.name])
  const sort = [['name', 'desc']]
  assert.deepEqual(await names({ search: 'ябл', sort }), [second.name, first.name])
  for (const field of ['last_visit_at', 'ytd_paid_kop'])
    assert.equal((await names({ search: 'ябл', sort: [[field, 'desc']] })).length, 2)
  const page = await list({ limit: 1, search: 'ябл' })
  const next = await list({ limit: 1, search: 'ябл', after: page.next })
  assert.deepEqual(
    [...page.items, ...next.items].map(({ id }) => id),
    [second.id, first.id],
  )
  assert.equal(page.total, 2)
})

test('a whole phone finds only its owner, and the last digits of an ИНН are not taken for a phone', async () => {
  const one = await addSupplier(own, { last_name: 'Телегин', phone: '+79031112259' })
  const other = await addSupplier(own, { last_name: 'Телегина', phone: '+79264442259' })
  const found = async (search: string) =>
    (await list({ search })).items.map(({ id }) => id).toSorted()
  assert.deepEqual(await found('2259'), [one.id, other.id].toSorted())
  for (const phone of ['8 (903) 111-22-59', '+79031112259', '9031112259', '11-22-59'])
    assert.deepEqual(await found(phone), [one.id], phone)
  assert.deepEqual(await found('500100732259'), [])
})

test('a filter that the list does not know is refused', async () => {
  for (const filter of [
    { colour: 'red' },
    { sort: [['inn', 'asc']] },
    { limit: 201 },
    { kyc: ['x'] },
  ]) {
    const answer = await own.operator.api.refused(supplier.getAll, { query: { filter } })
    assert.equal(answer.code, 'filter.invalid', JSON.stringify(filter))
  }
})

const complete: KycFacts = {
  type: 'person',
  hasFirstName: true,
  hasDoc: true,
  docExpiresOn: null,
  birthDate: '1990-01-01',
  inn: '500100732259',
  kpp: null,
  ogrn: null,
  orgName: null,
  orgAddress: null,
  regAddress: 'г. Тула',
  consentSigned: false,
  hasConsentScan: false,
}
const DAY = '2026-06-15'

test('a seller of fourteen to seventeen needs the consent of a guardian, a younger one is refused', () => {
  const fields = (facts: Partial<KycFacts>) =>
    missingFor({ ...complete, ...facts }, DAY, false).map(({ field }) => field)
  assert.deepEqual(fields({ birthDate: '2012-06-15' }), ['scans'])
  assert.deepEqual(fields({ birthDate: '2012-06-15', hasConsentScan: true }), [])
  assert.deepEqual(fields({ birthDate: '2012-06-16', hasConsentScan: true }), ['birth_date'])
  assert.deepEqual(fields({ birthDate: '2008-06-15' }), [])
})

test('a document is good on its last day and expired on the next', () => {
  const state = (docExpiresOn: string) => kycOf({ ...complete, docExpiresOn }, DAY, false)
  assert.equal(state('2026-06-15'), 'complete')
  assert.equal(state('2026-06-14'), 'expired')
  const bare = { ...complete, docExpiresOn: '2026-06-14', inn: null }
  assert.equal(kycOf(bare, DAY, false), 'incomplete')
})

test('a consent is asked of people only, and only where the company works by it', () => {
  assert.equal(kycOf(complete, DAY, true), 'incomplete')
  assert.equal(kycOf({ ...complete, consentSigned: true }, DAY, true), 'complete')
})

test('a passport ends ninety days after the twentieth or forty-fifth birthday', () => {
  const doc = {
    type: 'rf_passport',
    series: '4509',
    number: '123456',
    issued_by: 'ОВД',
    dept_code: null,
  } as const
  const end = (issued_at: string) => docExpiry({ ...doc, issued_at }, '1990-03-10', null)
  assert.equal(end('2004-05-01'), '2010-06-08')
  assert.equal(end('2010-03-20'), '2035-06-08')
  assert.equal(end('2035-03-10'), null)
  const foreign = { ...doc, type: 'foreign_passport' as const, issued_at: '2020-01-01' }
  assert.equal(docExpiry(foreign, null, '2030-01-01'), '2030-01-01')
})

test('a consent ends five years later, whatever the day', () => {
  assert.equal(consentEnd('2024-02-29'), '2029-02-28')
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true }),
      (date) => {
        const given = date.toISOString().slice(0, 10)
        const end = consentEnd(given)
        assert.equal(Number(end.slice(0, 4)), Number(given.slice(0, 4)) + 5)
        assert.ok(!Number.isNaN(Date.parse(end)))
      },
    ),
  )
})

test('suppliers with expired documents are read from one index, page by page', async () => {
  const made: string[] = []
  for (const last_name of ['Яковлев', 'Абрамов', 'Ильин', 'Борисов'])
    made.push((await addSupplier(own, { last_name })).id)
  const [later, first, second, sound] = made as [string, string, string, string]
  await own.db.q
    .updateTable('supplier')
    .set({ doc_expires_on: '2020-02-03' })
    .where('id', 'in', [later, first, second])
    .execute()
  await own.db.q
    .updateTable('supplier')
    .set({ doc_expires_on: '2099-01-01' })
    .where('id', '=', sound)
    .execute()
  const idsOf = async (more: object) => {
    const { items } = await list({
      ids: made,
      kyc: ['expired'],
      sort: [['name', 'asc']],
      with: ['rows'],
      ...more,
    })
    return items.map(({ id }) => id)
  }
  assert.deepEqual(await idsOf({}), [first, second, later])
  assert.deepEqual(await idsOf({ limit: 1, offset: 1 }), [second])
  await vacuumTables(own.db.q, 'supplier')
  // The index of names knows the same; among few rows the planner may take either.
  await sql`drop index supplier_listed_names`.execute(own.db.q)
  const page = doubtfulPage(
    own.db,
    { kyc: ['expired'] },
    { order: [['s.name_search', 'asc']], id: 's.id', limit: 50, offset: 0 },
  )
  const plan = await own.db.q.transaction().execute(async (q) => {
    for (const way of ['seqscan', 'bitmapscan'])
      await sql.raw(`set local enable_${way} = off`).execute(q)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${page}`.execute(q)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /Index Only Scan using supplier_expiring/, plan)
})

test('acts, plates and methods of a page of suppliers are read from indexes alone', async () => {
  await vacuumTables(own.db.q, 'act', 'visit', 'payment_method')
  // Among no rows the planner may take any index of the company's acts.
  await sql`alter table act drop constraint act_number_unique`.execute(own.db.q)
  const page = withSupplierColumns(own.db, suppliers(own.db))
  const plan = await own.db.q.transaction().execute(async (q) => {
    for (const way of ['seqscan', 'bitmapscan'])
      await sql.raw(`set local enable_${way} = off`).execute(q)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${page}`.execute(q)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  for (const index of ['act_of_supplier', 'visit_of_supplier', 'payment_method_of_supplier'])
    assert.match(plan, new RegExp(`Index Only Scan using ${index} `), plan)
})
