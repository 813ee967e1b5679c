import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MethodRow } from './method-queries.ts'
import { maskedMethodLabel } from './method-row.ts'

const masked = (row: Partial<MethodRow>) => maskedMethodLabel(row as MethodRow)

test('a masked method shows its last digits and its bank, and nothing to pay by', () => {
  assert.equal(
    masked({ kind: 'sbp', sbp_phone: '+79666982860', sbp_bank_name: 'Сбербанк' }),
    '+7966***2860, Сбербанк',
  )
  const account = { kind: 'account', account: '40817810099910004312', bank_name: 'ВТБ' }
  assert.equal(masked(account), '4081…4312, ВТБ')
  assert.equal(masked({ ...account, bank_name: null }), '4081…4312')
  assert.match(masked({ kind: 'card', card_last4: '9001', card_brand: 'mir' }), /^••••\s9001/)
})
