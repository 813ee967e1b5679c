import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { payment } from '#contract/payment/payment.ts'
import { migrate } from '#server/db/migrate.ts'
import { addDeal, addDraft } from '#test/builders/act-forms.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { openWeightActs } from '#test/builders/weight-acts.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world

async function bodyOf(of: TestCompany, settings: object) {
  const { version } = await supervisor.api.send(company.get, { query: { id: of.id } })
  return { body: { id: of.id, version, settings } }
}
const write = async (of: TestCompany, settings: object) =>
  supervisor.api.send(companyChange.update, await bodyOf(of, settings))
const refusedFields = async (of: TestCompany, settings: object) => {
  const refusal = await supervisor.api.refused(companyChange.update, await bodyOf(of, settings))
  assert.equal(refusal.status, 400)
  return refusal.fields!
}

/** Past the API, as settings that were stored before they were validated. */
async function store(of: TestCompany, rules: object): Promise<void> {
  const settings = sql`jsonb_set(settings, '{rules}', ${JSON.stringify(rules)}::jsonb)`
  await sql`update company set settings = ${settings} where id = ${of.id}`.execute(of.db.q)
}

const papers = await openWeightActs(own)
const deals = new Map([
  [own, { supplier: papers.seller, products: papers.goods }],
  [other, await addDeal(other)],
])

/** The command that issues a fresh draft of a company. */
async function issue(of: TestCompany) {
  const { id, version } = await addDraft(of, deals.get(of)!)
  return { body: { command: 'issue', id, version } as const }
}

test('a format without a counter or a year, and a purpose without its mark, are refused at their fields', async () => {
  const wrong = await refusedFields(own, { rules: { act_number_format: 'АКТ' } })
  assert.match(wrong['settings.rules.act_number_format']!, /порядкового номера/)
  const yearless = await refusedFields(own, { rules: { weight_act_number_format: 'В-{NNN}' } })
  assert.match(yearless['settings.rules.weight_act_number_format']!, /нет года/)
  const purpose_template = 'Оплата по акту №{number} от {date} за {goods}. {vat}.'
  const unmarked = await refusedFields(own, { rules: { purpose_template } })
  assert.match(unmarked['settings.rules.purpose_template']!, /метки \{метка\}/)
  const long = { act_number_format: `${'А'.repeat(29)}{YYYY}{N}` }
  const tight = await refusedFields(own, { rules: long })
  assert.match(tight['settings.rules.purpose_template']!, /не поместится в 210 знаков/)
  const unknown = await refusedFields(own, { templates: { psa: 7 } })
  assert.match(unknown['settings.templates.psa']!, /[а-яё]/)
})

test('the same rules hold for a new company', async () => {
  const { id: _, ...rest } = await supervisor.api.send(company.get, { query: { id: own.id } })
  const { name, short_name, ogrn, legal_address, phone } = rest
  const facts = {
    name,
    short_name,
    ogrn,
    legal_address,
    phone,
    kpp: '773601001',
    inn: '7728168971',
  }
  const people = { director_position: rest.director_position, director_name: rest.director_name }
  const settings = { rules: { act_number_format: 'АКТ' } }
  const refusal = await supervisor.api.refused(company.create, {
    body: { ...facts, ...people, settings },
  })
  assert.match(refusal.fields!['settings.rules.act_number_format']!, /порядкового номера/)
  const tight = { rules: { purpose_template: `{number}${'а'.repeat(150)}{vat} {mark}` } }
  const second = await supervisor.api.refused(company.create, {
    body: { ...facts, ...people, settings: tight },
  })
  assert.match(second.fields!['settings.rules.purpose_template']!, /не поместится/)
})

test('a format can be changed until the first number of the year, and not afterwards', async () => {
  await write(own, { rules: { act_number_format: 'А/{YYYY}/{NNN}' } })
  const issued = await own.operator.api.send(act.update, await issue(own))
  assert.match(issued.number!, /^А\/\d{4}\/001$/)
  const late = await refusedFields(own, { rules: { act_number_format: '{YYYY}-{NNNN}' } })
  assert.match(late['settings.rules.act_number_format']!, /до первого номера года/)
  await write(own, { rules: { act_number_format: 'А/{YYYY}/{NNN}', zasor_free_bp: 900 } })
  await papers.draft()
  const weighed = await refusedFields(own, { rules: { weight_act_number_format: '{YYYY}-{NN}' } })
  assert.match(weighed['settings.rules.weight_act_number_format']!, /до первого номера года/)
})

test('a stored format without a counter refuses the document with a message, and may be corrected in mid year', async () => {
  const before = await own.operator.api.send(act.update, await issue(own))
  await store(own, { act_number_format: 'АКТ' })
  const request = await issue(own)
  const refusal = await own.operator.api.refused(act.update, request)
  assert.equal(refusal.code, 'common.number-format')
  assert.match(refusal.message, /порядкового номера/)
  await write(own, { rules: { act_number_format: 'А/{YYYY}/{NNN}' } })
  const issued = await own.operator.api.send(act.update, request)
  const seqOf = (number: string) => Number(number.split('/')[2])
  assert.equal(seqOf(issued.number!), seqOf(before.number!) + 1, 'the refused one took no number')
  await store(own, { weight_act_number_format: 'ВЕС' })
  await assert.rejects(papers.draft(), /common\.number-format/)
})

test('a number of a former year is never given again', async () => {
  await store(other, { act_number_format: 'А-{NNN}' })
  const old = await addIssuedAct(other, (await addPayee(other)).supplierId, 100)
  await other.db.q
    .updateTable('act')
    .set({ number: 'А-001', number_year: 2025, number_seq: 1 })
    .where('id', '=', old)
    .execute()
  const refusal = await other.operator.api.refused(act.update, await issue(other))
  assert.equal(refusal.code, 'common.number-format')
  assert.match(refusal.message, /номер уже выдан/)
  const twice = await other.db.q
    .selectFrom('act')
    .where('number', '=', 'А-001')
    .select('id')
    .execute()
  assert.equal(twice.length, 1)
})

test('with a stored purpose without its mark a payment is refused with the reason', async () => {
  await addTrainingBank(own)
  const row = await rowFor(own, await addPayee(own), 100_000)
  await store(own, { purpose_template: 'Оплата по акту №{number}. {vat}.' })
  const refusal = await own.operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.match(refusal.message, /метки \{метка\}/)
  await store(own, {})
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
})

test('a database with repeated numbers is migrated: they stay, the start reports them, and new ones are refused', async () => {
  const { q } = own.db
  await sql`alter table act drop constraint act_number_printed_once, drop column number_repeat`.execute(
    q,
  )
  await sql`alter table weight_act drop constraint weight_act_number_printed_once, drop column number_repeat`.execute(
    q,
  )
  await sql`delete from schema_migration where name like '0024%'`.execute(q)
  const { supplierId } = await addPayee(own)
  const twins = [await addIssuedAct(own, supplierId, 100), await addIssuedAct(own, supplierId, 100)]
  const number = (ids: string[]) =>
    q.updateTable('act').set({ number: 'АКТ' }).where('id', 'in', ids).execute()
  await number(twins)
  const said = mock.method(console, 'warn', () => undefined)
  assert.deepEqual(await migrate(world.services.config.ownerUrl!), [
    '0024_numbers_printed_once.sql',
  ])
  assert.match(String(said.mock.calls[0]!.arguments[0]), /Ромашка: 1 актов .*«АКТ»/)
  said.mock.restore()
  const rows = await q
    .selectFrom('act')
    .where('id', 'in', twins)
    .select(['number', 'number_repeat'])
    .orderBy('number_seq')
    .execute()
  assert.deepEqual(rows, [
    { number: 'АКТ', number_repeat: 0 },
    { number: 'АКТ', number_repeat: 1 },
  ])
  await assert.rejects(
    number([await addIssuedAct(own, supplierId, 100)]),
    /act_number_printed_once/,
  )
})
