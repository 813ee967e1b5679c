import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describePaymentsTotal } from './payments-total.ts'

const rejected = { status: 'rejected', amount_kop: 12_341_880 } as const
const cancelled = { status: 'cancelled', amount_kop: 120 } as const

test('a list of only refused and cancelled payments shows how much was not paid', () => {
  assert.equal(
    describePaymentsTotal({ amount_kop: 0, by_status: [rejected] }),
    'Не ушло 123\u00a0418,80\u00a0₽',
  )
  const both = { amount_kop: 0, by_status: [rejected, cancelled] }
  assert.equal(describePaymentsTotal(both), 'Не ушло 123\u00a0420,00\u00a0₽')
})

test('refused and cancelled payments beside others are left out, and an empty list has no sum', () => {
  const paid = { status: 'paid', amount_kop: 100 } as const
  assert.equal(
    describePaymentsTotal({ amount_kop: 100, by_status: [rejected, paid] }),
    '1,00\u00a0₽',
  )
  assert.equal(describePaymentsTotal({ amount_kop: 0, by_status: [] }), '0,00\u00a0₽')
})
