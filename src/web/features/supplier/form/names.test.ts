import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oddNames, typedInSearch } from './odd-names.ts'
import { supplierValues } from './supplier-values.ts'

test('a number typed in the search begins a firm, a person or a phone by its length', () => {
  assert.deepEqual(typedInSearch('7725310000'), { type: 'company', inn: '7725310000' })
  assert.deepEqual(typedInSearch('77 2531 0000'), { type: 'company', inn: '7725310000' })
  assert.deepEqual(typedInSearch('772531000038'), { inn: '772531000038' })
  assert.deepEqual(typedInSearch('9261234567'), { phone: '+79261234567' })
  assert.deepEqual(typedInSearch('+7 926 123-45-67'), { phone: '+79261234567' })
  assert.deepEqual(typedInSearch('А123ВС'), {})
  assert.deepEqual(typedInSearch('Волков Алексей'), {
    last_name: 'Волков',
    first_name: 'Алексей',
    middle_name: '',
  })
})

test('digits and two alphabets in one word of a name are odd, and what was saved before is not', () => {
  const values = { ...supplierValues(), last_name: 'Иван0в', first_name: 'Петp' }
  assert.deepEqual(
    oddNames(values).map(({ value }) => value),
    ['Иван0в', 'Петp'],
  )
  assert.deepEqual(oddNames(values, { last_name: 'Иван0в', first_name: 'Петp' }), [])
  const firm = { ...supplierValues(), type: 'company' as const }
  assert.deepEqual(oddNames({ ...firm, org_name: 'ООО «Вторма 24» IT' }), [])
  assert.equal(oddNames({ ...firm, org_name: 'ООО «Bторма»' }).length, 1)
  assert.deepEqual(oddNames({ ...supplierValues(), last_name: 'Smith', first_name: 'Иван' }), [])
})
