import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutSecrets } from './drafts.ts'

test('a draft of a supplier keeps names and leaves documents out', () => {
  const typed = {
    doc: { series: '' },
    doc_expires_on: null,
    last_name: 'Иванов',
    snils: '11223344595',
  }
  const kept = withoutSecrets(typed)
  assert.equal(kept['last_name'], 'Иванов')
  for (const field of ['doc', 'doc_expires_on', 'snils']) assert.ok(!(field in kept), field)
})

test('a row with a document at any depth leaves its whole list out', () => {
  const people = [{ full_name: 'Пётр', doc: { number: '1', series: '4510' } }]
  assert.deepEqual(withoutSecrets({ comment: 'ждёт', people }), { comment: 'ждёт' })
})
