import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { report } from '#contract/report/report.ts'
import { addDeal, addDraft, steelLine } from '#test/builders/act-forms.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { openWorld, type TestCompany } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other, supervisor } = world
const deals = new Map([
  [own, await addDeal(own)],
  [other, await addDeal(other)],
])

async function change(of: TestCompany, rules: object) {
  const { version } = await supervisor.api.send(company.get, { query: { id: of.id } })
  return { body: { id: of.id, version, settings: { rules } } }
}
const write = async (of: TestCompany, rules: object) =>
  supervisor.api.send(companyChange.update, await change(of, rules))
const refusedFields = async (of: TestCompany, rules: object) =>
  (await supervisor.api.refused(companyChange.update, await change(of, rules))).fields!

async function draft(of: TestCompany, goods: 'steel' | 'paper') {
  const deal = deals.get(of)!
  const visit = await addClosedVisit(of, { in_g: 12_480_000, out_g: 4_260_000 })
  const line = { ...steelLine(deal, visit.id), product_id: deal.products[goods].id }
  const { id, version } = await addDraft(of, deal, of.operator, { lines: [line] })
  return { body: { command: 'issue', id, version } as const }
}
/** The number of a fresh act of one form. */
async function issue(of: TestCompany, goods: 'steel' | 'paper'): Promise<string> {
  return (await of.operator.api.send(act.update, await draft(of, goods))).number!
}

const MOSCOW_MS = 3 * 3_600_000
const year = new Date(Date.now() + MOSCOW_MS).getUTCFullYear()
const book = async (of: TestCompany) => {
  const params = { date_from: `${year}-01-01`, date_to: `${year}-12-31` }
  const query = { kind: 'register_book', params }
  return (await of.operator.api.send(report.getDocument, { query })).html
}

test('both forms take numbers of one series until the company sets a series for each, then neither leaves a gap', async () => {
  assert.equal(await issue(own, 'steel'), `${year}-000001`)
  assert.equal(await issue(own, 'paper'), `${year}-000002`)
  assert.match(await book(own), /Номера общие для ПСА и актов ОП-5/)
  await write(own, { act_number_series: 'by_kind' })
  assert.equal(await issue(own, 'paper'), `З-${year}-000001`)
  assert.equal(await issue(own, 'steel'), `${year}-000003`)
  assert.equal(await issue(own, 'paper'), `З-${year}-000002`)
  assert.equal(await issue(own, 'steel'), `${year}-000004`)
  assert.match(
    await book(own),
    /Номера общие для ПСА/,
    'an act of ОП-5 of this year stands between them',
  )
})

test('with a series of its own the book says that numbers follow each other', async () => {
  await write(other, { act_number_series: 'by_kind', op5_number_format: 'Зак/{YYYY}/{NN}' })
  assert.equal(await issue(other, 'paper'), `Зак/${year}/01`)
  assert.equal(await issue(other, 'steel'), `${year}-000001`)
  assert.equal(await issue(other, 'steel'), `${year}-000002`)
  assert.match(await book(other), /Номера ПСА — свой ряд компании, они идут подряд/)
})

test('a series that has numbered an act this year is not given up, nor its format changed', async () => {
  const back = await refusedFields(own, { act_number_series: 'common' })
  assert.match(back['settings.rules.act_number_series']!, /до первого ОП-5 года/)
  const late = await refusedFields(own, { op5_number_format: 'Б-{YYYY}-{NNN}' })
  assert.match(late['settings.rules.op5_number_format']!, /до первого номера года/)
})

test('formats whose numbers would be equal, and one without a year, are refused at their fields', async () => {
  const rules = { act_number_series: 'by_kind', op5_number_format: '{YYYY}-{NNN}' }
  const fresh = await world.supervisor.api.send(company.get, { query: { id: own.id } })
  assert.equal(fresh.settings.rules.op5_number_format, 'З-{YYYY}-{NNNNNN}')
  const { name, short_name, ogrn, legal_address, phone } = fresh
  const people = { director_position: fresh.director_position, director_name: fresh.director_name }
  const facts = { name, short_name, ogrn, legal_address, phone, ...people }
  const body = { ...facts, kpp: '773601001', inn: '7728168971', settings: { rules } }
  const equal = await supervisor.api.refused(company.create, { body })
  assert.match(equal.fields!['settings.rules.op5_number_format']!, /Номера ПСА и ОП-5 совпадут/)
  const yearless = { ...body, settings: { rules: { op5_number_format: 'З-{NNN}' } } }
  const refusal = await supervisor.api.refused(company.create, { body: yearless })
  assert.match(refusal.fields!['settings.rules.op5_number_format']!, /нет года/)
})

test('acts of both forms that are issued at once get numbers without gap or repeat', async () => {
  const goods = (['steel', 'paper'] as const).flatMap((one) => [one, one, one])
  const drafts = await Promise.all(goods.map((one) => draft(other, one)))
  const issued = await Promise.all(drafts.map((one) => other.operator.api.send(act.update, one)))
  const numbers = issued.map(({ number }) => number!).toSorted()
  assert.deepEqual(numbers, [
    ...[3, 4, 5].map((seq) => `${year}-00000${seq}`),
    ...[2, 3, 4].map((seq) => `Зак/${year}/0${seq}`),
  ])
})
