import { useState } from 'react'
import type { Act } from '#contract/act/act-entities.ts'
import type { Payment } from '#contract/payment/payment-entities.ts'
import type { PaymentMethod, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { money } from '#web/ui/format.ts'

export interface PayRow {
  act: Act
  chosen: boolean
  /** null while empty, NaN while the text is no amount. */
  amount_kop: number | null
}

interface PlanInput {
  acts: readonly Act[]
  supplier: SupplierCard
  retry: Payment | undefined
  /** How the company pays; all ways while its settings load. */
  kinds?: readonly PaymentMethod['kind'][] | undefined
  /** The only act to tick at first; without it all are. */
  only: string | null
}

/** What the person decided about one act; absent keys follow the record. */
type Decision = Partial<Pick<PayRow, 'chosen' | 'amount_kop'>>

/**
 * What is being paid. Only decisions are state: ticks, typed sums, the method. Acts, their remainders and the method's
 * details are read from the query on every drawing (decision 0037).
 */
export function usePayPlan({ acts, supplier, retry, kinds, only }: PlanInput) {
  const [decisions, setDecisions] = useState<Record<string, Decision>>({})
  // Ticks and the method start with what was on the screen when it opened: an act issued meanwhile is shown, but neither it nor
  // another default method changes the payment just before the user presses the button.
  const [opened] = useState(() => acts.map(({ id }) => id))
  const [methodId, setMethodId] = useState(() => defaultMethod(supplier, retry, kinds)?.id)
  const [sent, setSent] = useState<PayRow[]>()
  const openedIds = new Set(opened)
  const present = acts
    .filter(({ id, payable_kop }) => payable_kop > 0 || decisions[id]?.amount_kop !== undefined)
    .map((act) => payRow(act, decisions[act.id], { retry, only, openedIds: openedIds.has(act.id) }))
  const rows = sent ?? present
  const chosen = rows.filter((row) => row.chosen)
  const decide = (ids: readonly string[], part: Decision) => {
    setSent(undefined)
    setDecisions((now) => ({
      ...now,
      ...Object.fromEntries(ids.map((id) => [id, { ...now[id], ...part }])),
    }))
  }
  return {
    rows,
    chosen,
    change: (id: string, part: Decision) => decide([id], part),
    tickAll: (all: boolean) =>
      decide(
        rows.map((row) => row.act.id),
        { chosen: all },
      ),
    /** Issued after the form was opened: marked beside the act. */
    isNew: (id: string) => !openedIds.has(id),
    method: supplier.methods.find((method) => method.id === methodId && method.status === 'active'),
    setMethodId,
    /** A save without an answer may have reached the server: its repeat must be the same to the kopeck. */
    holdSent: () => setSent(rows),
    releaseSent: () => setSent(undefined),
    sum: chosen.reduce((sum, row) => sum + (row.amount_kop || 0), 0),
  }
}
export type PayPlan = ReturnType<typeof usePayPlan>

interface RowDefaults extends Pick<PlanInput, 'retry' | 'only'> {
  openedIds: boolean
}

/** The person's decision where there is one, otherwise the remainder as it is now. */
function payRow(act: Act, decision: Decision | undefined, defaults: RowDefaults): PayRow {
  const { retry, only, openedIds: known } = defaults
  const part = retry?.acts.find(({ act_id }) => act_id === act.id)
  const chosen = known && (retry ? !!part : only ? act.id === only : true)
  const amount_kop = part ? Math.min(part.amount_kop, act.payable_kop) : act.payable_kop
  return { act, chosen, amount_kop, ...decision }
}

function defaultMethod(
  supplier: SupplierCard,
  retry: Payment | undefined,
  kinds: PlanInput['kinds'],
) {
  const active = supplier.methods.filter(
    ({ status, kind }) => status === 'active' && (!kinds || kinds.includes(kind)),
  )
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
