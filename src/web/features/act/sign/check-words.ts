import type { ActCard } from '#contract/act/act-entities.ts'
import type { CheckOutcome } from './decisions.ts'

type CheckedAct = Pick<ActCard, 'status' | 'scans'>

/** No page of the act is accepted by this check, and it signs nothing. */
export function rejectsAll({ left, accepted, rejected, signs }: CheckOutcome): boolean {
  return left === 0 && rejected.length > 0 && accepted.length === 0 && !signs
}

/** What the button of the check does to the act as it stands. */
export function buttonOf({ status }: CheckedAct, outcome: CheckOutcome): string {
  const { rejected, signs, proven } = outcome
  if (status !== 'issued') {
    if (!rejectsAll(outcome)) return 'Сохранить'
    return rejected.length > 1 ? 'Отклонить листы' : 'Отклонить лист'
  }
  if (rejectsAll(outcome)) return 'Отклонить и не подписывать'
  return signs && !proven ? 'Сверено, подписать' : 'Подписать'
}

/** What was stored, in the words of a toast; plain where the act has what it needs. */
export function describeChecked(
  { status, scans }: CheckedAct,
  { accepted, rejected, signs }: CheckOutcome,
): { text: string; isPlain: boolean } {
  if (signs) return { text: 'Акт подписан', isPlain: true }
  if (accepted.length > 0) return { text: 'Листы проверены', isPlain: true }
  if (status === 'issued')
    return { text: 'Листы отклонены, подписанного листа у акта нет', isPlain: false }
  const ids = new Set(rejected.map(({ id }) => id))
  const numbers = scans.filter(({ id }) => ids.has(id)).map(({ page }) => page)
  const what =
    numbers.length > 1 ? `Листы ${numbers.join(', ')} отклонены` : `Лист ${numbers[0]} отклонён`
  return { text: `${what}, акт остаётся подписанным`, isPlain: false }
}
