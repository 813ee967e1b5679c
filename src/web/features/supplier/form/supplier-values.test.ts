import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { createSupplier } from '#contract/supplier/supplier-input.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { supplierTypes, type SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { supplierFieldsOf } from '#contract/supplier/supplier-record.ts'
import { supplierBody, supplierValues, type SupplierValues } from './supplier-values.ts'

/** The body of a form in which little is typed; the form leaves out empty texts. */
function bodyOf(type: SupplierType, card?: SupplierCard): Record<string, unknown> {
  const names = { last_name: 'Ильин', first_name: 'Олег', org_name: 'ООО «Начало»' }
  const values = { ...supplierValues(), ...names, ogrn: '304500116000157', type }
  const typed = Object.entries(values).filter(([, value]) => value !== '')
  return supplierBody(Object.fromEntries(typed) as SupplierValues, card)
}

test('a form of each kind of supplier sends the fields of that kind, and the contract takes them', () => {
  for (const type of supplierTypes) {
    const { type: _type, representatives: _people, ...plain } = bodyOf(type)
    assert.deepEqual(Object.keys(plain).toSorted(), Object.keys(supplierFieldsOf[type]).toSorted())
    assert.ok(z.safeParse(createSupplier, { type, ...plain }).success, type)
  }
})

test('a change of kind clears what the new kind does not have', () => {
  const card = { type: 'ip' } as SupplierCard
  const person = bodyOf('person', card)
  const { representatives, last_name, ogrn, vat_mode } = person
  assert.deepEqual([representatives, last_name, ogrn, vat_mode], [[], 'Ильин', null, 'no_vat'])
  const company = bodyOf('company', card)
  const { doc, snils, reg_address } = company
  assert.deepEqual([doc, snils, reg_address, company['last_name']], [null, null, null, null])
  assert.equal(company['ogrn'], '304500116000157')
})
