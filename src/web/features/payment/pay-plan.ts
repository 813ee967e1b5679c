import { useState } from 'react'
import type { Act } from '#contract/act-entities.ts'
import type { CompanyCard } from '#contract/company-entities.ts'
import type { Payment } from '#contract/payment-entities.ts'
import { makePurpose } from '#contract/requisites/purpose.ts'
import type { PaymentMethod, SupplierCard } from '#contract/supplier-entities.ts'
import { day, money } from '#web/ui/format.ts'

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

const VAT = {
  no_vat: 'НДС не облагается',
  vat_payer: 'НДС исчисляется налоговым агентом',
} as const
/** The payment's own mark is known only after it is saved. */
const MARK = '[П:······]'

/** The purpose as the company's template gives it; the server writes the binding one. */
export function purposeOf(plan: PayPlan, supplier: SupplierCard, company: CompanyCard): string {
  return makePurpose(company.settings.rules.purpose_template, {
    acts: plan.chosen.map(({ act }) => ({ number: act.number ?? '', date: day(act.date) })),
    goods: goodsOf(plan) || 'лом',
    vat: VAT[supplier.vat_mode],
    mark: MARK,
  })
}

function goodsOf(plan: PayPlan): string {
  const goods = plan.chosen.flatMap(({ act }) => act.products.split(', '))
  return [...new Set(goods)].filter(Boolean).join(', ')
}

/** The agreement that pays this kind: its default, else the first that can. */
export function configFor(method: PaymentMethod | undefined, company: CompanyCard) {
  if (!method) return undefined
  const able = company.bank_configs.filter(
    (config) => config.status === 'active' && config.methods.includes(method.kind),
  )
  return able.find((config) => config.default_for.includes(method.kind)) ?? able[0]
}

/** Why another person's PIN will be asked for (payments.md 10); the server judges. */
export function secondPersonReasons(plan: PayPlan, company: CompanyCard): string[] {
  const { approval_over_kop: over } = company.settings.rules
  const { method } = plan
  return [
    over === 0 ? 'для любой суммы' : plan.sum > over && `сумма больше ${money(over)}`,
    method?.recently_changed && 'реквизиты недавно менялись',
    method?.shared && 'реквизиты общие с другим поставщиком',
    method && method.holder_match !== 'match' && 'владелец не подтверждён',
  ].filter((reason) => typeof reason === 'string')
}
