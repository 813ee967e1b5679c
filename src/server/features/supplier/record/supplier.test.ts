import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { numbers, passport, person, setStatus, supplierForms } from '#test/builders/seller-forms.ts'
import { addSupplier, innOfCompany } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const api = () => own.operator.api
const { create, update, card, audit } = supplierForms(own)

test('a new person is a draft with an encrypted and masked document', async () => {
  const row = await create()
  assert.equal(row.status, 'draft')
  assert.equal(row.name, 'Петров Пётр Петрович')
  assert.equal(row.phone, '+79265551234')
  assert.equal(row.kyc, 'complete')
  assert.equal(row.doc_expires_on, '2030-05-12')
  assert.deepEqual(row.doc, { type: 'rf_passport', masked: `45** ***${String(numbers).slice(-3)}` })
  const stored = await own.db.q
    .selectFrom('supplier')
    .where('id', '=', row.id)
    .select(['doc', 'name_search'])
    .executeTakeFirstOrThrow()
  assert.equal(stored.doc!.includes(String(numbers)), false)
  assert.equal(stored.name_search, 'петров петр петрович')
})

test('missing fields are named and prevent a draft from becoming active', async () => {
  const row = await create({ doc: null, reg_address: null })
  assert.equal(row.kyc, 'incomplete')
  const found = await card(row.id)
  assert.deepEqual(
    found.missing?.map(({ field }) => field),
    ['reg_address', 'doc'],
  )
  const [result] = await api().send(supplier.setStatus, setStatus([row.id], 'active'))
  assert.equal(result!.code, 'supplier.incomplete')
  assert.deepEqual(Object.keys(result!.fields!), ['reg_address', 'doc'])
})

test('a person whose document has one name is entered by a confirmation alone', async () => {
  const nameless = { first_name: null, middle_name: null }
  const refusal = await api().refused(supplier.create, { body: person(nameless) })
  assert.deepEqual(Object.keys(refusal.fields!), ['first_name'])
  const row = await create({ ...nameless, single_name: true })
  assert.deepEqual([row.name, row.single_name, row.kyc], ['Петров', true, 'complete'])
  const [result] = await api().send(supplier.setStatus, setStatus([row.id], 'active'))
  assert.equal(result!.code, undefined)
  const { version } = await card(row.id)
  const named = await update({ ...row, version }, { first_name: 'Пётр' })
  assert.deepEqual([named.name, named.single_name], ['Петров Пётр', false])
  const again = { id: row.id, version: named.version, first_name: null }
  const back = await api().refused(supplier.update, { body: again })
  assert.deepEqual(Object.keys(back.fields!), ['first_name'])
})

test('the same document or ИНН is refused within a company and accepted in another', async () => {
  const first = await create()
  const doc = await api().refused(supplier.create, {
    body: person({ doc: { ...passport(), number: String(numbers - 1) } }),
  })
  assert.equal(doc.code, 'supplier.duplicate-document')
  const inn = await api().refused(supplier.create, { body: person({ inn: first.inn }) })
  assert.equal(inn.code, 'supplier.duplicate-inn')
  const foreign = await world.other.operator.api.send(supplier.create, {
    body: person({ inn: first.inn }),
  })
  assert.equal((foreign as Supplier).inn, first.inn)
})

test('a repeated create makes one supplier, other content under its id none', async () => {
  const body = person({ client_id: uuidv7() })
  const first = (await api().send(supplier.create, { body })) as Supplier
  const again = (await api().send(supplier.create, { body })) as Supplier
  assert.equal(again.id, first.id)
  const other = await api().refused(supplier.create, {
    body: { ...body, last_name: 'Другой' },
  })
  assert.equal(other.code, 'common.id-reused')
})

test('of many suppliers each succeeds or fails by itself', async () => {
  const body = [person(), person({ inn: innOfCompany(77) }), person()]
  const results = (await api().send(supplier.create, { body })) as {
    ok: boolean
    code?: string
    fields?: object
  }[]
  assert.deepEqual(
    results.map(({ ok, code }) => [ok, code]),
    [
      [true, undefined],
      [false, 'common.validation'],
      [true, undefined],
    ],
  )
  assert.deepEqual(Object.keys(results[1]!.fields!), ['inn'])
})

test('contradicting fields are refused at their places', async () => {
  const cases: [object, string][] = [
    [{ birth_date: '2999-01-01', doc: null }, 'birth_date'],
    [{ vat_mode: 'vat_payer' }, 'vat_mode'],
    [{ kpp: '773601001' }, 'kpp'],
    [{ ogrn: '1027700132195' }, 'ogrn'],
    [{ doc: { ...passport(), issued_at: '1998-01-01' } }, 'doc.issued_at'],
    [{ doc: { ...passport(), number: '12345' } }, 'doc.number'],
    [{ last_name: undefined }, 'last_name'],
  ]
  for (const [fields, field] of cases) {
    const answer = await api().refused(supplier.create, { body: person(fields) })
    assert.equal(answer.status, 400, field)
    assert.ok(answer.fields?.[field], `${field}: ${JSON.stringify(answer)}`)
  }
})

test('a change keeps what was not sent, clears what was sent as null and raises the version', async () => {
  const row = await create({ comment: 'ворота слева' })
  const after = await update(row, { middle_name: null, phone: '+7 926 111-22-33' })
  assert.equal(after.version, row.version + 1)
  assert.equal(after.name, 'Петров Пётр')
  assert.equal(after.comment, 'ворота слева')
  assert.deepEqual(after.doc, row.doc)
  const stale = await api().refused(supplier.update, {
    body: { id: row.id, version: row.version, comment: 'позже' },
  })
  assert.equal(stale.code, 'common.stale')
})

test('a change of another field leaves the document findable and refused to a second supplier', async () => {
  const series = passport()
  const row = await create({ doc: series })
  await update(row, { phone: '+79161112233' })
  const stored = await own.db.q
    .selectFrom('supplier')
    .where('id', '=', row.id)
    .select('doc_hmac')
    .executeTakeFirstOrThrow()
  assert.ok(stored.doc_hmac)
  assert.equal(
    (await api().refused(supplier.create, { body: person({ doc: series }) })).code,
    'supplier.duplicate-document',
  )
})

test('of two saves with one version one succeeds', async () => {
  const row = await create()
  const send = (comment: string) =>
    api().raw({
      method: 'PUT',
      url: supplier.update.path,
      payload: { id: row.id, version: row.version, comment },
    })
  const codes = (await Promise.all([send('раз'), send('два')])).map((answer) => answer.statusCode)
  assert.deepEqual(codes.toSorted(), [200, 409])
})

test('a representative keeps his document when a person without the right saves him', async () => {
  const doc = passport()
  const one = { full_name: 'Сидоров Иван', authority: 'доверенность', number: '7' }
  const row = await create({ representatives: [{ ...one, doc }] })
  assert.equal(row.representatives[0]!.doc?.masked, `45** ***${doc.number.slice(-3)}`)
  const after = await update(row, { representatives: [{ ...one, number: '8' }] })
  assert.equal(after.representatives[0]!.number, '8')
  assert.equal(after.representatives[0]!.doc?.masked, `45** ***${doc.number.slice(-3)}`)
  const bare = await update(after, { representatives: [{ ...one, doc: null }] })
  assert.equal(bare.representatives[0]!.doc, null)
})

test('a whole document is shown only on request, and the viewing is recorded', async () => {
  const row = await create({ snils: '112-233-445 95' })
  const masked = await card(row.id)
  assert.equal(masked.doc?.number, undefined)
  assert.equal(masked.snils, undefined)
  assert.equal(masked.consent.body_html.includes(String(numbers)), false)
  const whole = await card(row.id, '1')
  assert.equal(whole.doc?.number, String(numbers))
  assert.equal(whole.snils, '11223344595')
  assert.equal(whole.consent.body_html.includes(String(numbers)), true)
  assert.equal(whole.consent.sha256, masked.consent.sha256)
  const denied = await own.user.api.refused(supplier.get, {
    query: { id: row.id, personal: '1' },
  })
  assert.equal(denied.code, 'access.denied')
  const looks = await audit(row.id, 'supplier.view')
  assert.deepEqual(
    looks.map((look) => look.user_id),
    [own.operator.id],
  )
})

test('the audit chain never holds a document, a phone or a name', async () => {
  const row = await create({ last_name: 'Секретов', phone: '+7 926 987-65-43' })
  await update(row, { last_name: 'Скрытный', doc: passport() })
  const events = await audit(row.id)
  const text = JSON.stringify(events)
  assert.equal(events.length, 2)
  for (const secret of ['Секретов', 'Скрытный', '9876543', String(numbers), String(numbers - 1)])
    assert.equal(text.includes(secret), false, secret)
  assert.match(text, /\+7926\*\*\*6543/)
})

test('another company and people without the role are refused', async () => {
  const row = await addSupplier(own)
  const foreign = world.other.operator.api
  const gone = async (id: string) => [
    await foreign.refused(supplier.get, { query: { id } }),
    await foreign.refused(supplier.update, { body: { id, version: 1 } }),
  ]
  assert.deepEqual(await gone(row.id), await gone(uuidv7()))
  const [result] = await foreign.send(supplier.setStatus, setStatus([row.id], 'blocked', 'чужой'))
  assert.equal(result!.code, 'common.not-found')
  const list = await foreign.send(supplier.getAll, {
    query: { filter: { ids: [row.id] } },
  })
  assert.deepEqual(list.items, [])
  for (const call of [supplier.getAll, supplier.create, supplier.update, supplier.setStatus]) {
    assert.equal((await world.nobody.refused(call)).status, 401)
    assert.equal((await own.user.api.refused(call)).status, 403)
  }
  assert.equal((await card(row.id)).status, 'active')
})
