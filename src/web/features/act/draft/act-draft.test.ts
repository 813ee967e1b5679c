import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutSecrets } from '#web/state/drafts.ts'
import { EMPTY_ROW } from './act-values.ts'

test('a draft of an act keeps its lines', () => {
  const rows = [{ ...EMPTY_ROW, key: 'a', source: 'piece', title: '', qty: 3 }]
  assert.deepEqual(withoutSecrets({ rows }), { rows })
})
