import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { visitCalls } from '#contract/visit/visit.ts'
import { invalidInput } from './call-error.ts'

test('values that the contract forbids have Russian messages by field', () => {
  const query = { carnumber: 'А'.repeat(300) }
  const encoded = z.safeEncode(visitCalls.findInByCarnumber.query, query)
  assert.ok(!encoded.success)
  const error = invalidInput(encoded.error.issues)
  assert.equal(error.code, 'common.validation')
  assert.equal(error.message, 'Проверьте введённые данные')
  assert.deepEqual(error.fields, { carnumber: 'Не длиннее 20 знаков' })
})
