import { aboveOwnLimit, needsAnother, type Approvers } from '#contract/payment/approvers.ts'
import { useStore, userId } from '#web/state/store.ts'
import { money, plural, unbroken } from '#web/ui/format.ts'
import type { Sendable } from './sendable.ts'
import styles from './payment.module.css'

/** Payments by the PIN that hands them over (payments.md 10.1). */
export interface PinParts<P> {
  /** The caller's own PIN is enough. */
  readonly own: readonly P[]
  /** For two people, and the caller cannot be the second. */
  readonly another: readonly P[]
}

export function partsByPin<P extends Pick<Sendable, 'four_eyes' | 'created_by'>>(
  payments: readonly P[],
  { same_person: samePerson, is_second: isSecond }: Pick<Approvers, 'same_person' | 'is_second'>,
): PinParts<P> {
  const caller = { userId: userId(useStore.getState()), samePerson, isSecond }
  const isAnother = (one: P) => needsAnother(one, caller)
  return { own: payments.filter((one) => !isAnother(one)), another: payments.filter(isAnother) }
}

interface WhoConfirmsProps {
  parts: PinParts<{ readonly amount_kop: number }>
  approvers: Approvers
}

/** Whose PIN each part takes, said before anything is pressed. */
export function WhoConfirms({ parts, approvers }: WhoConfirmsProps) {
  const { own, another } = parts
  const stops = stopsOf(parts, approvers)
  return (
    <div className={styles['pins']} role="note" aria-label="Кто подтверждает">
      {own.length > 0 && !stops.own && (
        <p>
          Вашим пин-кодом: <strong>{countAndSum(own)}</strong>
        </p>
      )}
      {another.length > 0 && !stops.another && (
        <p>
          Пин-кодом другого сотрудника: <strong>{countAndSum(another)}</strong>. Подтвердить{' '}
          {approvers.others.length === 1 ? 'может' : 'могут'}: {namesOf(approvers)}
        </p>
      )}
      {(['own', 'another'] as const).map(
        (part) =>
          stops[part] && (
            <p key={part} className={styles['notice']} data-tone="orange">
              Не пойдут: <strong>{countAndSum(parts[part])}</strong>. {unbroken(stops[part])}.
            </p>
          ),
      )}
    </div>
  )
}

/** Why a part could not go as a whole: nobody may confirm it, or it is more than the caller sends in one call. */
export function stopsOf(
  { own, another }: PinParts<{ readonly amount_kop: number }>,
  approvers: Approvers,
): Record<'own' | 'another', string | null> {
  return {
    own: aboveOwnLimit(approvers, sumOf(own)),
    another:
      another.length > 0 ? (approvers.nobody ?? aboveOwnLimit(approvers, sumOf(another))) : null,
  }
}

/** More names would be read by nobody. */
const MOST_NAMED = 5

export function namesOf({ others }: Approvers): string {
  const more = others.length - MOST_NAMED
  return others.slice(0, MOST_NAMED).join('; ') + (more > 0 ? ` и ещё ${more}` : '')
}

export const countAndSum = (payments: readonly { readonly amount_kop: number }[]): string =>
  `${plural(payments.length, 'выплата', 'выплаты', 'выплат')}, ${money(sumOf(payments))}`

const sumOf = (payments: readonly { readonly amount_kop: number }[]): number =>
  payments.reduce((sum, one) => sum + one.amount_kop, 0)
