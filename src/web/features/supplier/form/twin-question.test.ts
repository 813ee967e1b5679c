import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDuplicatesBody } from '#contract/supplier/supplier-input.ts'
import fc from 'fast-check'
import { supplierValues } from './supplier-values.ts'
import { duplicateQuestion } from './duplicate-question.ts'

const typed = {
  ...supplierValues(),
  last_name: 'Абрамов',
  first_name: 'Николай',
  birth_date: '1980-02-01',
  phone: '+79261234567',
}
const document = (series: string, number: string) => ({ ...typed.doc, series, number })

test('every complete field is part of the question', () => {
  assert.deepEqual(
    duplicateQuestion({ ...typed, inn: '772531000038', doc: document('4509', '123456') }),
    {
      type: 'person',
      name: 'Абрамов Николай',
      inn: '772531000038',
      phone: '+79261234567',
      birth_date: '1980-02-01',
      document: '4509123456',
    },
  )
})

test('an incomplete date is left out, and the rest is part of the question', () => {
  for (const birth_date of ['1', '01.0', '31.02.1980', '1980-02-31']) {
    const { birth_date: asked, ...rest } = duplicateQuestion({ ...typed, birth_date })
    assert.equal(asked, undefined, birth_date)
    assert.equal(rest.name, 'Абрамов Николай')
  }
})

test('a question about a firm has no birth date and no passport', () => {
  const firm = { ...typed, type: 'company' as const, org_name: 'ООО «Лом»', inn: '7736207543' }
  assert.deepEqual(duplicateQuestion(firm), {
    type: 'company',
    name: 'ООО «Лом»',
    inn: '7736207543',
    phone: '+79261234567',
  })
})

test('any typed values make a valid question', () => {
  const text = fc.oneof(fc.string({ maxLength: 400 }), fc.constant('4111 1111 1111 1111'))
  const fields = { last_name: text, first_name: text, inn: text, phone: text, birth_date: text }
  fc.assert(
    fc.property(
      fc.record({ ...fields, series: text, number: text }),
      ({ series, number, ...rest }) => {
        const asked = duplicateQuestion({ ...typed, ...rest, doc: document(series, number) })
        assert.deepEqual(findDuplicatesBody.safeParse(asked).error?.issues ?? [], [])
      },
    ),
  )
})
