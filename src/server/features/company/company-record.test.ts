import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { companyChange } from '#contract/company/company-change.ts'
import type { Company } from '#contract/company/company-entities.ts'
import { companyFields } from '#contract/company/company-record.ts'
import { company } from '#contract/company/company.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { fieldNames, type RecordValues } from '#contract/record/record-field.ts'
import { fieldTitle } from '#server/features/audit/field-titles.ts'
import { describedFields, sampleValues } from '#test/builders/record-samples.ts'
import { supplierForms } from '#test/builders/seller-forms.ts'
import { openWorld, type World } from '#test/support/world.ts'

// Every field that the record of a company describes, so that one more is carried by every place (docs/recipes/record-field.md).

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const root = () => world.supervisor.api
const sample = (timezone: string) =>
  sampleValues(companyFields, { timezone }) as RecordValues<typeof companyFields>
const described = (row: Company) => describedFields(companyFields, row)

async function events(id: string, action: string) {
  const rows = await supplierForms({ ...world.own, id }).audit(id, action)
  return rows.map((row) => [row.before, row.after])
}

test('each field of a company is stored by a save, answered, and named in the journal', async () => {
  const { id } = world.own
  const stored = await root().send(company.get, { query: { id } })
  const values = sample('Asia/Omsk')
  for (const name of fieldNames(companyFields)) assert.notEqual(stored[name], values[name], name)
  const body = { id, version: stored.version, ...values }
  assert.deepEqual(described(await root().send(companyChange.update, { body })), values)
  assert.deepEqual(described(await root().send(company.get, { query: { id } })), values)
  assert.deepEqual(described(await world.own.operator.api.send(ownCompany.getOwn)), values)
  const { items } = await root().send(company.getAll, { query: { filter: { ids: [id] } } })
  assert.deepEqual(described(items[0]!), values)
  assert.deepEqual(await events(id, 'company.update'), [[described(stored), values]])
  for (const name of fieldNames(companyFields)) assert.notEqual(fieldTitle(name), name)
})

test('each field of a company is stored when it is made', async () => {
  const values = sample('Asia/Tomsk')
  const made = await root().send(company.create, { body: values })
  assert.deepEqual(described(made), values)
  assert.deepEqual(await events(made.id, 'company.create'), [[null, values]])
})

test('the journal shows what a change of one requisite changed, and nothing else', async () => {
  const { id } = world.own
  const { version } = await root().send(company.get, { query: { id } })
  await root().send(companyChange.update, { body: { id, version, short_name: 'Иначе' } })
  const [was, now] = (await events(id, 'company.update')).at(-1)!
  assert.deepEqual({ ...(was as object), short_name: 'Иначе' }, now)
})
