import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { files } from '#contract/file.ts'
import type { Supplier } from '#contract/supplier-entities.ts'
import { supplier } from '#contract/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { approval } from '#test/approve.ts'
import { jpeg } from '#test/pictures.ts'
import { addSupplier, innOfCompany, innOfPerson } from '#test/supplies.ts'
import { openWorld, type TestCompany, type World } from '#test/world.ts'
import { expireSuppliers } from './supplier-jobs.ts'

let world: World
let own: TestCompany

before(async () => {
  world = await openWorld()
  own = world.own
})
after(() => world.close())

const api = () => own.operator.api
let numbers = 500_000

const passport = () => ({
  type: 'rf_passport',
  series: '45 10',
  number: String(++numbers),
  issued_by: 'ОВД района Ясенево',
  issued_at: '2005-07-19',
  dept_code: '770-001',
})

const person = (fields: object = {}) => ({
  type: 'person',
  last_name: 'Петров',
  first_name: 'Пётр',
  middle_name: 'Петрович',
  birth_date: '1985-02-11',
  reg_address: 'г. Тула, ул. Мира, д. 1',
  inn: innOfPerson(++numbers),
  phone: '8 (926) 555-12-34',
  doc: passport(),
  ...fields,
})

async function create(fields: object = {}): Promise<Supplier> {
  return (await api().send(supplier.create, { body: person(fields) } as never)) as Supplier
}

async function update(row: Supplier, fields: object): Promise<Supplier> {
  const body = { id: row.id, version: row.version, ...fields }
  return (await api().send(supplier.update, { body } as never)) as Supplier
}

const setStatus = (ids: string[], new_status: string, reason?: string) => ({
  body: { ids, new_status, ...(reason && { reason }) },
})

const card = (id: string, personal?: '1') =>
  api().send(supplier.get, { query: { id, ...(personal && { personal }) } } as never)

test('a new person is a draft with his document sealed and masked', async () => {
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

test('what is missing is named by field and keeps a draft from becoming active', async () => {
  const row = await create({ doc: null, reg_address: null })
  assert.equal(row.kyc, 'incomplete')
  const found = await card(row.id)
  assert.deepEqual(
    found.missing?.map(({ field }) => field),
    ['reg_address', 'doc'],
  )
  const [result] = await api().send(supplier.setStatus, setStatus([row.id], 'active') as never)
  assert.equal(result!.code, 'supplier.incomplete')
  assert.deepEqual(Object.keys(result!.fields!), ['reg_address', 'doc'])
})

test('the same document or ИНН is refused, under another company it is free', async () => {
  const first = await create()
  const doc = await api().refused(supplier.create, {
    body: person({ doc: { ...passport(), number: String(numbers - 1) } }),
  } as never)
  assert.equal(doc.code, 'supplier.duplicate-document')
  const inn = await api().refused(supplier.create, { body: person({ inn: first.inn }) } as never)
  assert.equal(inn.code, 'supplier.duplicate-inn')
  const foreign = await world.other.operator.api.send(supplier.create, {
    body: person({ inn: first.inn }),
  } as never)
  assert.equal((foreign as Supplier).inn, first.inn)
})

test('a repeated create makes one supplier, other content under its id none', async () => {
  const body = person({ client_id: uuidv7() })
  const first = (await api().send(supplier.create, { body } as never)) as Supplier
  const again = (await api().send(supplier.create, { body } as never)) as Supplier
  assert.equal(again.id, first.id)
  const other = await api().refused(supplier.create, {
    body: { ...body, last_name: 'Другой' },
  } as never)
  assert.equal(other.code, 'common.id-reused')
})

test('of many suppliers each succeeds or fails for itself', async () => {
  const body = [person(), person({ inn: innOfCompany(77) }), person()]
  const results = (await api().send(supplier.create, { body } as never)) as {
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

test('fields that contradict each other are refused at their places', async () => {
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
    const answer = await api().refused(supplier.create, { body: person(fields) } as never)
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
  } as never)
  assert.equal(stale.code, 'common.stale')
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

test('a representative keeps his document when a screen without the right saves him', async () => {
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

test('the kind of a supplier stays once an act was issued to him', async () => {
  const row = await create()
  const changed = await update(row, { type: 'self_employed' })
  assert.equal(changed.type, 'self_employed')
  await issuedAct(row.id)
  const answer = await api().refused(supplier.update, {
    body: { id: row.id, version: changed.version, type: 'person' },
  } as never)
  assert.equal(answer.code, 'supplier.type-fixed')
})

test('a whole document is shown on request only, and the look is recorded', async () => {
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
  } as never)
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

test('the stop-list needs a reason to enter and a second person to leave', async () => {
  const row = await addSupplier(own)
  const bare = await api().refused(supplier.setStatus, setStatus([row.id], 'blocked') as never)
  assert.equal(bare.status, 400)
  const [blocked] = await api().send(
    supplier.setStatus,
    setStatus([row.id], 'blocked', 'чужие документы') as never,
  )
  assert.equal(blocked!.row!.status_reason, 'чужие документы')
  const asked = await api().refused(supplier.setStatus, setStatus([row.id], 'active') as never)
  assert.equal(asked.code, 'approval.required')
  assert.equal(asked.approval?.who, 'other')
  const self = await approval(own.operator, asked, own.operator)
  const again = await api().refused(
    supplier.setStatus,
    setStatus([row.id], 'active') as never,
    self,
  )
  assert.equal(again.code, 'approval.required')
  const token = await approval(own.operator, again, own.manager)
  const [freed] = await api().send(
    supplier.setStatus,
    setStatus([row.id], 'active') as never,
    token,
  )
  assert.equal(freed!.row!.status, 'active')
  const [event] = (await audit(row.id, 'supplier.status')).slice(-1)
  assert.equal(event!.approver_id, own.manager.id)
})

test('only the listed steps exist, and the present status again is no step', async () => {
  const row = await addSupplier(own)
  const step = async (status: string) => {
    const [result] = await api().send(
      supplier.setStatus,
      setStatus([row.id], status, 'причина') as never,
    )
    return result!.code ?? result!.row!.status
  }
  assert.equal(await step('active'), 'active')
  assert.equal(await step('draft'), 'common.bad-transition')
  assert.equal(await step('archived'), 'archived')
  assert.equal(await step('blocked'), 'common.bad-transition')
  assert.equal(await step('active'), 'active')
})

test('open business keeps a supplier out of the archive', async () => {
  const row = await addSupplier(own)
  await draftAct(row.id)
  const [result] = await api().send(supplier.setStatus, setStatus([row.id], 'archived') as never)
  assert.equal(result!.code, 'supplier.has-drafts')
})

test('a consent is signed over a scan of its text and withdrawn with its traces', async () => {
  const row = await create({ email: 'petrov@example.ru', fact_address: 'г. Тула, дача' })
  const photo = await upload({ entity: 'supplier', entity_id: row.id, kind: 'photo' })
  const scan = await upload({
    entity: 'supplier',
    entity_id: row.id,
    kind: 'consent',
    text_version: '1',
  })
  const given = { text_version: '1', file_id: scan, given_at: '2026-01-15' }
  const signed = await update(row, { consent: given })
  assert.equal(signed.consent_status, 'signed')
  const { consents } = await card(row.id)
  assert.deepEqual(
    consents.map(({ given_at, valid_until }) => [given_at, valid_until]),
    [['2026-01-15', '2031-01-15']],
  )
  const early = await api().refused(supplier.update, {
    body: {
      id: row.id,
      version: (await card(row.id)).version,
      consent: { withdrawn_at: '2026-01-14', withdrawn_how: 'письмо' },
    },
  } as never)
  assert.equal(early.status, 400)
  const gone = await update(await card(row.id), {
    consent: { withdrawn_at: '2026-02-01', withdrawn_how: 'заявление №3' },
  })
  assert.deepEqual(
    [gone.consent_status, gone.email, gone.fact_address, gone.reg_address],
    ['withdrawn', null, null, row.reg_address],
  )
  const erased = await api().refused(files.get, { params: { id: photo } } as never)
  assert.equal(erased.code, 'common.not-found')
  await api().send(files.get, { params: { id: scan } } as never)
})

test('a consent needs a scan of this supplier and of this text', async () => {
  const row = await create()
  const other = await create()
  const foreign = await upload({
    entity: 'supplier',
    entity_id: other.id,
    kind: 'consent',
    text_version: '1',
  })
  const refused = async (consent: object) =>
    api().refused(supplier.update, {
      body: { id: row.id, version: row.version, consent },
    } as never)
  const given = { text_version: '1', file_id: foreign, given_at: '2026-01-15' }
  assert.equal((await refused(given)).code, 'common.not-found')
  const mine = await upload({
    entity: 'supplier',
    entity_id: row.id,
    kind: 'consent',
    text_version: '2',
  })
  const wrongText = await refused({ ...given, file_id: mine })
  assert.ok(wrongText.fields?.['consent.text_version'])
  const future = await refused({ ...given, file_id: mine, given_at: '2199-01-01' })
  assert.ok(future.fields?.['consent.given_at'])
  assert.equal(
    (await refused({ withdrawn_at: '2026-01-01', withdrawn_how: 'устно' })).code,
    'common.bad-transition',
  )
})

test('what has run out is marked at night, once', async () => {
  const row = await addSupplier(own, { doc: null })
  const file = await upload({
    entity: 'supplier',
    entity_id: row.id,
    kind: 'consent',
    text_version: '1',
  })
  await own.db.q
    .insertInto('consent')
    .values({
      company_id: own.id,
      id: uuidv7(),
      supplier_id: row.id,
      text_version: '1',
      text_sha256: Buffer.alloc(32),
      given_at: '2019-01-01T00:00:00Z',
      valid_until: '2024-01-01',
      file_id: file,
    })
    .execute()
  await own.db.q
    .updateTable('supplier')
    .set({ doc_expires_on: '2024-01-01' })
    .where('id', '=', row.id)
    .execute()
  assert.equal((await card(row.id)).consent_status, 'expired')
  await expireSuppliers(world.services)
  await expireSuppliers(world.services)
  const after = await card(row.id)
  assert.deepEqual(after.flags.map((flag) => flag.code).toSorted(), ['doc_expired', 'no_consent'])
  assert.equal(after.consents[0]!.status, 'expired')
  const renewed = await update(after, {
    doc: { ...passport(), issued_at: '2020-06-02' },
    doc_expires_on: null,
  })
  assert.deepEqual(
    renewed.flags.map((flag) => flag.code),
    ['no_consent'],
  )
})

test('a company that works by consent asks for it before a supplier is complete', async () => {
  const { other } = world
  const row = await addSupplier(other)
  const kyc = async () =>
    (await other.operator.api.send(supplier.get, { query: { id: row.id } } as never)).kyc
  assert.equal(await kyc(), 'complete')
  await setBasis(other, 'consent')
  assert.equal(await kyc(), 'incomplete')
  await setBasis(other, 'contract')
})

test('strangers and those without the role meet closed doors', async () => {
  const row = await addSupplier(own)
  const foreign = world.other.operator.api
  const gone = async (id: string) => [
    await foreign.refused(supplier.get, { query: { id } } as never),
    await foreign.refused(supplier.update, { body: { id, version: 1 } } as never),
  ]
  assert.deepEqual(await gone(row.id), await gone(uuidv7()))
  const [result] = await foreign.send(
    supplier.setStatus,
    setStatus([row.id], 'blocked', 'чужой') as never,
  )
  assert.equal(result!.code, 'common.not-found')
  const list = await foreign.send(supplier.getAll, {
    query: { filter: { ids: [row.id] } },
  } as never)
  assert.deepEqual(list.items, [])
  for (const call of [supplier.getAll, supplier.create, supplier.update, supplier.setStatus]) {
    assert.equal((await world.nobody.refused(call)).status, 401)
    assert.equal((await own.user.api.refused(call)).status, 403)
  }
  assert.equal((await card(row.id)).status, 'active')
})

async function upload(params: object): Promise<string> {
  const body = await jpeg()
  return (await api().send(files.save, { query: { params }, body } as never)).id
}

function audit(entityId: string, action?: string) {
  const events = own.db.q
    .selectFrom('audit_event')
    .where('company_id', '=', own.id)
    .where('entity_id', '=', entityId)
    .select(['user_id', 'approver_id', 'action', 'before', 'after'])
    .orderBy('seq')
  return (action ? events.where('action', '=', action) : events).execute()
}

async function setBasis(company: TestCompany, basis: string): Promise<void> {
  const row = await company.db.q
    .selectFrom('company')
    .where('id', '=', company.id)
    .select('settings')
    .executeTakeFirstOrThrow()
  const settings = { ...(row.settings as object), rules: { pd_basis: basis } }
  await company.db.q
    .updateTable('company')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', company.id)
    .execute()
}

async function draftAct(supplierId: string): Promise<void> {
  await own.db.q
    .insertInto('act')
    .values({
      company_id: own.id,
      id: uuidv7(),
      kind: 'psa',
      sort_at: '2026-01-01T00:00:00Z',
      site_id: own.siteId,
      supplier_id: supplierId,
    })
    .execute()
}

async function issuedAct(supplierId: string): Promise<void> {
  await own.db.q
    .insertInto('act')
    .values({
      company_id: own.id,
      id: uuidv7(),
      kind: 'psa',
      sort_at: '2026-01-01T00:00:00Z',
      site_id: own.siteId,
      supplier_id: supplierId,
      number: '2026-000001',
      number_year: 2026,
      number_seq: 1,
      status: 'void',
    })
    .execute()
}
