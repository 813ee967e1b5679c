import { useState } from 'react'
import type { Act } from '#contract/act-entities.ts'
import type { Payment } from '#contract/payment-entities.ts'
import type { SupplierCard } from '#contract/supplier-entities.ts'
import { money } from '#web/ui/format.ts'

export interface PayRow {
  act: Act
  chosen: boolean
  /** null while empty, NaN while the text is no amount. */
  amount_kop: number | null
}

interface Start {
  acts: readonly Act[]
  supplier: SupplierCard
  retry: Payment | undefined
  /** The only act to tick at first; without it all are. */
  only: string | null
}

/** What is being paid: the ticked acts with their sums and the method; sums start at the rests. */
export function usePayPlan({ acts, supplier, retry, only }: Start) {
  const [rows, setRows] = useState<PayRow[]>(() => acts.map((act) => startRow(act, retry, only)))
  const [methodId, setMethodId] = useState(() => firstMethod(supplier, retry)?.id)
  const chosen = rows.filter((row) => row.chosen)
  const change = (id: string, part: Partial<PayRow>) =>
    setRows((now) => now.map((row) => (row.act.id === id ? { ...row, ...part } : row)))
  return {
    rows,
    chosen,
    change,
    tickAll: (all: boolean) => setRows((now) => now.map((row) => ({ ...row, chosen: all }))),
    method: supplier.methods.find((method) => method.id === methodId),
    setMethodId,
    sum: chosen.reduce((sum, row) => sum + (row.amount_kop || 0), 0),
  }
}
export type PayPlan = ReturnType<typeof usePayPlan>

function startRow(act: Act, retry: Payment | undefined, only: string | null): PayRow {
  const part = retry?.acts.find((one) => one.act_id === act.id)
  const chosen = retry ? !!part : only ? act.id === only : true
  const amount_kop = part ? Math.min(part.amount_kop, act.payable_kop) : act.payable_kop
  return { act, chosen, amount_kop }
}

function firstMethod(supplier: SupplierCard, retry: Payment | undefined) {
  const active = supplier.methods.filter((method) => method.status === 'active')
  return (
    active.find((method) => method.id === retry?.payment_method_id) ??
    active.find((method) => method.is_default) ??
    active[0]
  )
}

/** What is wrong with one row's sum, in the words of its field. */
export function rowProblem({ act, chosen, amount_kop }: PayRow): string | undefined {
  if (!chosen) return undefined
  if (amount_kop === null) return 'Укажите сумму'
  if (Number.isNaN(amount_kop)) return 'Неверная сумма'
  if (amount_kop === 0) return 'Сумма больше нуля'
  return amount_kop > act.payable_kop ? `Осталось ${money(act.payable_kop)}` : undefined
}

/** Payments hold at most this many acts (payments.md 3.1). */
const MAX_ACTS = 20

/** Why nothing can be saved now, or undefined. */
export function planProblem(plan: PayPlan, supplier: SupplierCard): string | undefined {
  if (supplier.status !== 'active') return 'Поставщику платить нельзя: он не действует'
  if (plan.chosen.length === 0) return 'Отметьте хотя бы один акт'
  if (plan.chosen.length > MAX_ACTS) return `В одной выплате не больше ${MAX_ACTS} актов`
  if (plan.chosen.some((row) => rowProblem(row))) return 'Исправьте суммы по актам'
  return plan.method ? undefined : 'Выберите, куда платить'
}
