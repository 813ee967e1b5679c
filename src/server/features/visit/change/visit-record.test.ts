import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fieldNames } from '#contract/record/record-field.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { paperFields } from '#contract/visit/visit-record.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { fieldTitle } from '#server/features/audit/field-titles.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { describedFields, sampleValues } from '#test/builders/record-samples.ts'
import { supplierForms } from '#test/builders/seller-forms.ts'
import { openWorld } from '#test/support/world.ts'

// Every paper that the record of a visit describes, so that one more is carried by every place (docs/recipes/record-field.md).

const world = await openWorld()
after(() => world.close())
const { own } = world

test('each paper of a visit is stored, answered, and named in the journal', async () => {
  const { id } = await addClosedVisit(own, { in_g: 12_260_000, out_g: 4_260_000 })
  const values = sampleValues(paperFields, { trailer_number: 'АВ123477' })
  const body = { command: 'set_info' as const, id, version: 1, ...values }
  const saved = (await own.operator.api.send(visitCalls.update, { body })) as VisitCard
  assert.deepEqual(describedFields(paperFields, saved), values)
  const { items } = await own.operator.api.send(visitCalls.getAll, {
    query: { filter: { ids: [id] } },
  })
  assert.deepEqual(describedFields(paperFields, items[0]!), values)
  const events = await supplierForms(own).audit(id)
  const recorded = events.at(-1)!.after as object
  assert.deepEqual({ ...recorded, ...values }, recorded)
  for (const name of fieldNames(paperFields)) assert.notEqual(fieldTitle(name), name)
})
