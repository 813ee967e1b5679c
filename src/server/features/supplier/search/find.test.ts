import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { supplier } from '#contract/supplier/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addSupplier, passportOf, type TestSupplier } from '#test/builders/builders.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

let world: World
let own: TestCompany
let ivanov: TestSupplier
let ivanova: TestSupplier
let firm: TestSupplier

before(async () => {
  world = await openWorld()
  own = world.own
  ivanov = await addSupplier(own, {
    last_name: 'Иванов',
    first_name: 'Пётр',
    middle_name: 'Ильич',
    phone: '+79261234567',
    inn: '500100732259',
    doc: passportOf(777_001),
  })
  ivanova = await addSupplier(own, { last_name: 'Иванова', first_name: 'Мария' })
  firm = await addSupplier(own, { type: 'company', org_name: 'ООО «Север-Лом»' })
  await addSupplier(own, { last_name: 'Иванцов', status: 'archived' })
  await visit(ivanova.id, 'А123ВС77')
})
after(() => world.close())

async function visit(supplierId: string, carnumber: string): Promise<void> {
  await own.db.q
    .insertInto('visit')
    .values({
      company_id: own.id,
      id: uuidv7(),
      number: '260101-001',
      site_id: own.siteId,
      mode: 'two_pass',
      carnumber,
      supplier_id: supplierId,
      in_at: '2026-01-01T08:00:00Z',
    })
    .execute()
}

const find = (mask: string) => own.operator.api.send(supplier.find, { query: { mask } })
const ids = async (mask: string) => (await find(mask)).map(({ id }) => id)

test('names are found by their beginning, by words in any order and without ё', async () => {
  assert.deepEqual(await ids('иванов'), [ivanov.id, ivanova.id])
  assert.deepEqual(await ids('ИВАНОВ ПЕТР'), [ivanov.id])
  assert.deepEqual(await ids('мар иван'), [ivanova.id])
  assert.deepEqual(await ids('Пётр'), [ivanov.id])
  assert.deepEqual(await ids('«север'), [firm.id])
  assert.deepEqual(await ids('ванов'), [])
})

test('a company is found by its own name, which stands in quotes, and by a part behind a hyphen', async () => {
  const quoted = await addSupplier(own, { type: 'company', org_name: 'ООО «Вектор-Снаб»' })
  for (const mask of ['Вектор', 'ООО Вектор', 'вектор ооо', '"Вектор', 'Снаб', '«Вектор-Снаб»'])
    assert.deepEqual(await ids(mask), [quoted.id], mask)
  assert.deepEqual(await ids('ектор'), [])
})

test('a Latin letter typed in a Russian name does not hide a supplier', async () => {
  const mixed = await addSupplier(own, { last_name: 'Чертанoв', first_name: 'Олег' })
  const foreign = await addSupplier(own, { last_name: 'Chertan', first_name: 'Tom' })
  assert.deepEqual(await ids('чертанов'), [mixed.id])
  assert.deepEqual(await ids('чертaн'), [mixed.id])
  assert.deepEqual(await ids('chertan'), [foreign.id])
})

test('numbers are read as a phone, a document, an ИНН or a plate', async () => {
  assert.deepEqual(await ids('4567'), [ivanov.id])
  assert.deepEqual(await ids('8 (926) 123-45-67'), [ivanov.id])
  assert.deepEqual(await ids('9991234567'), [])
  assert.deepEqual(await ids('4509 777001'), [])
  assert.deepEqual(await ids('4509 877001'), [ivanov.id])
  assert.deepEqual(await ids('500100732259'), [ivanov.id])
  assert.deepEqual(await ids('5001'), [ivanov.id])
  assert.deepEqual(await ids('a123bc'), [ivanova.id])
  assert.deepEqual(await ids('а123вс77'), [ivanova.id])
})

test('a found row has enough to choose by, with the rest masked', async () => {
  const [row] = await find('500100732259')
  assert.deepEqual(row, {
    id: ivanov.id,
    name: 'Иванов Пётр Ильич',
    type: 'person',
    status: 'active',
    status_reason: null,
    doc_masked: '45** ***001',
    phone_last4: '4567',
    kyc: 'complete',
    inn: '500100732259',
    last_visit_at: null,
  })
})

test('a search of less than three signs is refused, and pattern signs are taken literally', async () => {
  const short = await own.operator.api.refused(supplier.find, { query: { mask: ' ив ' } })
  assert.equal(short.code, 'supplier.mask-short')
  assert.deepEqual(await ids('%%%'), [])
  assert.deepEqual(await ids('ив_нов'), [])
  assert.deepEqual(await ids(String.raw`ива\нов`), [])
})

test('no more than twenty are found', async () => {
  for (let n = 0; n < 25; n++) await addSupplier(own, { last_name: `Толпин${String(n)}` })
  assert.equal((await find('толпин')).length, 20)
})

test('another company and people without the role find nothing', async () => {
  const query = { mask: 'иванов' }
  assert.deepEqual(await world.other.operator.api.send(supplier.find, { query }), [])
  assert.deepEqual(
    await world.other.operator.api.send(supplier.find, { query: { mask: '4509877001' } }),
    [],
  )
  assert.equal((await world.nobody.refused(supplier.find, { query })).status, 401)
  assert.equal((await own.user.api.refused(supplier.find, { query })).status, 403)
})
