import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Act } from '#contract/act/act-entities.ts'
import type { PaymentMethod, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { planProblem, rowProblem, type PayPlan } from './pay-plan.ts'

const act = { id: 'a', number: '1', payable_kop: 10_000 } as Act
const row = (amount_kop: number | null, chosen = true) => ({ act, chosen, amount_kop })
const method = { recently_changed: false, shared: false, holder_match: 'match' } as PaymentMethod
const plan = (part: Partial<PayPlan>) =>
  ({ chosen: [row(10_000)], method, sum: 10_000, ...part }) as PayPlan

test('a sum may be anything from a kopeck to the rest of its act', () => {
  assert.equal(rowProblem(row(1)), undefined)
  assert.equal(rowProblem(row(10_000)), undefined)
  assert.match(rowProblem(row(10_001))!, /Осталось 100,00/)
  assert.equal(rowProblem(row(0)), 'Сумма больше нуля')
  assert.equal(rowProblem(row(null)), 'Укажите сумму')
  assert.equal(rowProblem(row(Number.NaN)), 'Неверная сумма')
  assert.equal(rowProblem(row(null, false)), undefined)
})

test('a plan is not saved without acts, a method, or to a supplier that does not act', () => {
  const supplier = { status: 'active' } as SupplierCard
  assert.equal(planProblem(plan({}), supplier), undefined)
  assert.match(planProblem(plan({ chosen: [] }), supplier)!, /хотя бы один акт/)
  assert.match(planProblem(plan({ method: undefined }), supplier)!, /куда платить/)
  assert.match(planProblem(plan({}), { ...supplier, status: 'blocked' })!, /платить нельзя/)
  const many = Array.from({ length: 21 }, () => row(1))
  assert.match(planProblem(plan({ chosen: many }), supplier)!, /не больше 20/)
})
