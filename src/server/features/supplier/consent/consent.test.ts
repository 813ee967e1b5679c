import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { files, type FileParams } from '#contract/file/file.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { passport, supplierForms } from '#test/builders/seller-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'
import { findSupplierRow } from '../record/supplier-queries.ts'
import { consentToSign, describeConsent } from './consent-text.ts'
import { expireSuppliers } from '../supplier-jobs.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const api = () => own.operator.api
const { create, update, card, upload } = supplierForms(own)

test('a consent is signed with a scan of its text, and its withdrawal removes the personal data', async () => {
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
  })
  assert.equal(early.status, 400)
  const gone = await update(await card(row.id), {
    consent: { withdrawn_at: '2026-02-01', withdrawn_how: 'заявление №3' },
  })
  assert.deepEqual(
    [gone.consent_status, gone.email, gone.fact_address, gone.reg_address],
    ['withdrawn', null, null, row.reg_address],
  )
  const erased = await api().refused(files.get, { params: { id: photo } })
  assert.equal(erased.code, 'common.not-found')
  await api().send(files.get, { params: { id: scan } })
})

test('a withdrawal covers merged records, is recorded once, and is refused for a day in the future', async () => {
  const personal = { email: 'sidorov@example.ru', fact_address: 'г. Тула, дача' }
  const [row, former] = [await create(personal), await create(personal)]
  const { q } = own.db
  const merged = { merged_into: row.id, merged_at: '2026-01-20T00:00:00Z', status: 'archived' }
  await q.updateTable('supplier').set(merged).where('id', '=', former.id).execute()
  const scan: FileParams = {
    entity: 'supplier',
    entity_id: row.id,
    kind: 'consent',
    text_version: '1',
  }
  const given = { text_version: '1', given_at: '2026-01-15' }
  const signed = await update(row, { consent: { ...given, file_id: await upload(scan) } })
  const refused = async (consent: object) =>
    api().refused(supplier.update, {
      body: { id: row.id, version: signed.version, consent },
    })
  const again = await refused({ ...given, file_id: await upload(scan) })
  assert.equal(again.code, 'common.bad-transition')
  const late = await refused({ withdrawn_at: '2199-01-01', withdrawn_how: 'письмо' })
  assert.ok(late.fields?.['consent.withdrawn_at'])
  const foreign = await world.other.operator.api.refused(supplier.update, {
    body: {
      id: row.id,
      version: signed.version,
      consent: { withdrawn_at: '2026-02-01', withdrawn_how: 'письмо' },
    },
  })
  assert.equal(foreign.code, 'common.not-found')
  const withdrawal = { consent: { withdrawn_at: '2026-02-01', withdrawn_how: 'письмо' } }
  const gone = await update(await card(row.id), withdrawal)
  assert.equal((await update(gone, withdrawal)).consent_status, 'withdrawn')
  const alias = await card(former.id)
  assert.deepEqual([alias.email, alias.fact_address], [null, null])
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
    })
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

test('expired consents are marked at night, once', async () => {
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
    (await other.operator.api.send(supplier.get, { query: { id: row.id } })).kyc
  assert.equal(await kyc(), 'complete')
  await setBasis(other, 'consent')
  assert.equal(await kyc(), 'incomplete')
  await setBasis(other, 'contract')
})

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

test('a consent names each processor with its address, and a training bank in a demo alone', async () => {
  const row = await create({})
  const { q } = own.db
  const real = uuidv7()
  const training = uuidv7()
  const of = { bik: null, status: 'active' }
  await q
    .insertInto('bank')
    .values([
      {
        ...of,
        id: real,
        code: 'named',
        name: 'Свой банк',
        adapter: 'yookassa',
        legal_name: 'ООО НКО «Пример»',
        legal_address: 'г. Москва, ул. Садовая, д. 2',
        base_url: 'https://bank.example',
      },
      {
        ...of,
        id: training,
        code: 'play',
        name: 'Учебный',
        adapter: 'sandbox',
        base_url: 'http://127.0.0.1:1',
      },
    ])
    .execute()
  const limits = {
    per_payment_kop: 100,
    per_day_kop: 100,
    per_month_kop: 100,
    payee_day_count: 1,
    payee_month_kop: 100,
  }
  for (const bank_id of [real, training])
    await q
      .insertInto('bank_config')
      .values({
        company_id: own.id,
        id: uuidv7(),
        bank_id,
        title: 'x',
        ...limits,
        status: 'active',
      })
      .execute()
  await q
    .updateTable('company')
    .set({
      settings: sql`jsonb_set(settings, '{rules,pd_processors}', ${'["ООО «Узел», г. Тула, ул. Новая, д. 3"]'}::jsonb)`,
    })
    .where('id', '=', own.id)
    .execute()
  const { services } = own.db
  const config = { ...services.config, demo: false }
  const stored = (await findSupplierRow(own.db, row.id))!
  const { facts } = await describeConsent({ ...own.db, services: { ...services, config } }, stored)
  assert.deepEqual(facts.processors, [
    { name: 'ООО НКО «Пример»', address: 'г. Москва, ул. Садовая, д. 2' },
    { name: 'ООО «Узел»', address: 'г. Тула, ул. Новая, д. 3' },
  ])
  const demo = await describeConsent(own.db, stored)
  assert.ok(demo.facts.processors.some(({ name }) => name === 'Учебный'))
  const { body_html } = await consentToSign(own.db, stored)
  assert.match(body_html, /ООО НКО «Пример», адрес: г\. Москва, ул\. Садовая, д\. 2/)
  assert.match(body_html, /Учебный, адрес: _{20,}/)
})
