import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MethodRow } from './method-queries.ts'
import { maskedMethodLabel, methodAudit } from './method-row.ts'

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

test('the journal tells of another recipient or title, and no name whole', () => {
  const before = { kind: 'sbp', title: null, holder_name: 'Иванов Иван' } as MethodRow
  const after = { ...before, title: 'Жене', holder_name: 'Иванова Анна' }
  assert.partialDeepStrictEqual(methodAudit(before), { title: null, holder_name: 'Ив*** Ив***' })
  assert.partialDeepStrictEqual(methodAudit(after), { title: 'Жене', holder_name: 'Ив*** Ан***' })
})
