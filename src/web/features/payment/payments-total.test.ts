import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describePaymentsTotal, describeUncounted } from './payment-labels.ts'

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

test('what the sum leaves out is said with its number and sum; where nothing is left out, nothing is said', () => {
  const by_status = [
    { status: 'paid', count: 2, amount_kop: 100 },
    { status: 'rejected', count: 3, amount_kop: 12_341_880 },
  ] as const
  assert.equal(
    describeUncounted({ by_status, test_count: 1, test_kop: 100 }),
    'В сумму не входят: отклонённые 3 (123\u00a0418,80\u00a0₽), проверочные 1 (1,00\u00a0₽)',
  )
  assert.equal(describeUncounted({ by_status: by_status.slice(0, 1), test_count: 0 }), undefined)
})
