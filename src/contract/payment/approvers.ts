import * as z from 'zod/mini'
import { formatMoney } from '../core/input-text.ts'
import * as s from '../core/shapes.ts'

/** Whose PIN would hand payments over now (payments.md 10.1): asked before anything is pressed. */
export const Approvers = z.strictObject({
  /** Why the caller's own PIN does not do for what others prepared or one person may send; null: it does. */
  own_problem: z.nullable(s.displayText(500)),
  /** Who besides the caller may confirm what the caller prepared: names with roles. */
  others: s.list(s.displayText(400), 1000),
  /** Whose payments the caller cannot confirm either: the two may be one person (domain.md 7.5). */
  same_person: s.list(s.id('user'), 1000),
  /** The caller holds «Подтверждать выплаты»: the own PIN may be the second of what another person prepared. */
  is_second: z.boolean(),
  /** Nobody else may, and what opens the way, in whole sentences; null: somebody may. */
  nobody: z.nullable(s.displayText(600)),
  /** The most that the caller's right hands over in one call; null: any sum. */
  max_kop: z.nullable(s.kop),
})
export type Approvers = z.output<typeof Approvers>

interface Confirming {
  readonly userId: string | null
  /** Accounts that may be this person's too (domain.md 7.5). */
  readonly samePerson: readonly string[]
  readonly isSecond: boolean
}

/** Of a payment for two people the second holds the right to confirm money and did not prepare it (payments.md 10.1). */
export const needsAnother = (
  { four_eyes, created_by }: { readonly four_eyes: boolean; readonly created_by: string },
  { userId, samePerson, isSecond }: Confirming,
): boolean => four_eyes && (!isSecond || created_by === userId || samePerson.includes(created_by))

/** Why the caller may not hand so much over in one call; null: he may. */
export function aboveOwnLimit(
  { max_kop: maxKop }: Pick<Approvers, 'max_kop'>,
  sumKop: number,
): string | null {
  if (maxKop === null || sumKop <= maxKop) return null
  return `За один раз вы отправляете не больше ${formatMoney(maxKop)}\u00a0₽. Отправьте меньше, или пусть отправит сотрудник с большим пределом`
}
