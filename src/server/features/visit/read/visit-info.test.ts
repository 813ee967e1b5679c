import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plateColumns } from './visit-info.ts'

test('a plate whose capitals are longer than its field is stored as typed, never cut', () => {
  assert.equal(plateColumns('ß'.repeat(20)).carnumber, 'ß'.repeat(20))
  assert.equal(plateColumns('a123bc 77').carnumber, 'А123ВС77')
})
