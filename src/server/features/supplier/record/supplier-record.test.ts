import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fieldNames, type RecordFields } from '#contract/record/record-field.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplierTypes, type SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { mergeParts, supplierFields, supplierFieldsOf } from '#contract/supplier/supplier-record.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { fieldTitle } from '#server/features/audit/field-titles.ts'
import { innOfPerson } from '#test/builders/builders.ts'
import { mergeHands } from '#test/builders/merge-steps.ts'
import { describedFields, sampleValues } from '#test/builders/record-samples.ts'
import { setStatus, supplierForms } from '#test/builders/seller-forms.ts'
import { openWorld, type World } from '#test/support/world.ts'

// Every field that the record of a supplier describes, so that one more is carried by every place (docs/recipes/record-field.md).

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const NAMES = { last_name: 'Ильин', first_name: 'Олег', org_name: 'ООО «Начало»' }
let numbers = 900

/** A supplier with what its kind cannot do without. */
async function make(type: SupplierType): Promise<Supplier> {
  const { org_name, ...person } = NAMES
  const body = { type, ...(type === 'company' ? { org_name } : person) }
  return (await world.own.operator.api.send(supplier.create, { body })) as Supplier
}

function valuesOf(type: SupplierType): Record<string, unknown> {
  numbers += 1
  return sampleValues(supplierFieldsOf[type], {
    ...(type !== 'company' && { inn: innOfPerson(numbers), ogrn: '304500116000157' }),
    citizenship: 'KZ',
    price_column_id: world.own.columnId,
  })
}

const described = (type: SupplierType, row: Supplier) =>
  describedFields(supplierFieldsOf[type] as RecordFields, row)

test('each field of each kind of supplier is stored by a save, answered, and named in the journal', async () => {
  const { update, card, audit } = supplierForms(world.own)
  for (const type of supplierTypes) {
    const row = await make(type)
    const values = valuesOf(type)
    const names = Object.keys(values)
    for (const [name, value] of Object.entries(described(type, row)))
      assert.notEqual(value, values[name], name)
    assert.deepEqual(described(type, await update(row, values)), values)
    assert.deepEqual(described(type, await card(row.id)), values)
    const [event] = await audit(row.id, 'supplier.update')
    const changes = event!.after as Record<string, unknown>
    for (const name of names) {
      const { personal } = supplierFields[name as keyof typeof supplierFields]
      assert.equal(changes[name] === values[name], !personal, `${name} in the journal`)
      assert.ok(name in changes, `${name} is not in the journal`)
    }
  }
})

test('each field that the journal shows of a supplier has a title there', async () => {
  const { audit } = supplierForms(world.own)
  const { merge, api } = mergeHands(world.own)
  const [keep, drop] = [await make('ip'), await make('ip')]
  await api.send(supplier.setStatus, setStatus([drop.id], 'blocked', 'Краденый кабель'))
  await merge(keep, drop)
  const events = [...(await audit(keep.id)), ...(await audit(drop.id))]
  const recorded = events.flatMap(({ after: values }) => Object.keys(values as object))
  assert.ok(recorded.includes('status_reason'))
  for (const name of [...fieldNames(supplierFields), ...recorded])
    assert.notEqual(fieldTitle(name), name)
})

test('each field of a supplier is taken over by a merge, and what it displaced stays with the alias', async () => {
  const { update, card } = supplierForms(world.own)
  for (const type of ['ip', 'company'] as const) {
    const [first, second] = [valuesOf(type), valuesOf(type)]
    const keep = await update(await make(type), first)
    const drop = await update(await make(type), second)
    const { merge } = mergeHands(world.own)
    await merge(keep, drop, { take: [...mergeParts] })
    assert.deepEqual(described(type, await card(keep.id)), second)
    assert.deepEqual(described(type, await card(drop.id)), first)
  }
})
