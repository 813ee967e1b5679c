import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderField } from '#contract/bank/bank-set-up.ts'
import { changedKeys, initialKeys } from './key-values.ts'

const field = (name: ProviderField['name'], kind: ProviderField['kind']): ProviderField => ({
  name,
  kind,
  label: name,
  hint: null,
  needed: true,
  choices: [],
})
const fields = [field('shop_id', 'text'), field('secret_key', 'secret')]
const values = [
  { name: 'shop_id' as const, is_set: true, value: '100500' },
  { name: 'secret_key' as const, is_set: true, value: null },
]

test('a form begins with what may be shown and without secrets', () => {
  assert.deepEqual(initialKeys(fields, values), { shop_id: '100500', secret_key: '' })
  assert.deepEqual(initialKeys(fields), { shop_id: '', secret_key: '' })
})

test('only what was typed anew is sent, and a shown value that was emptied is taken away', () => {
  const changed = (typed: object) => changedKeys(fields, values, typed)
  assert.equal(changed({ shop_id: '100500' }), undefined)
  assert.deepEqual(changed({ shop_id: '100500', secret_key: ' new ' }), { secret_key: 'new' })
  assert.deepEqual(changed({ secret_key: 'new' }), { shop_id: null, secret_key: 'new' })
  assert.deepEqual(changed({ shop_id: '7' }), { shop_id: '7' })
})
