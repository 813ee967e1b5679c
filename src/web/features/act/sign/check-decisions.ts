import type { ActCard } from '#contract/act/act-entities.ts'
import type { BodyInput } from '#contract/core/call.ts'
import type { act } from '#contract/act/act.ts'
import type { Scan } from '#contract/file/file-entities.ts'

/** What was decided of each page, by its id: null = accepted, a text = rejected for this reason. */
export type Decisions = ReadonlyMap<string, string | null>

/** What of an act decides over its pages. */
type CheckedAct = Pick<ActCard, 'id' | 'version' | 'status' | 'scans'>

/** Signed pages that nobody has checked yet. */
export function pagesToCheck({ scans }: Pick<ActCard, 'scans'>): Scan[] {
  return scans.filter(({ kind, status }) => kind === 'signed_act' && status === 'new')
}

/** A page is rejected until it is checked, also one that came after the signing (domain.md 3.14). */
export function isRejectable({ status }: Pick<ActCard, 'status'>, scan: Scan): boolean {
  return (status === 'issued' || status === 'signed') && scan.status === 'new'
}

/** The page to look at after one was decided: the next without a decision, around the end; or the same. */
export function nextPlace(pages: readonly Scan[], decisions: Decisions, place: number): number {
  const order = pages.map((_, step) => (place + step) % pages.length)
  return order.find((at) => !decisions.has(pages[at]!.id)) ?? place
}

/** What the decisions lead to; `proven` = an accepted page carries the code of the act. */
export interface CheckOutcome {
  readonly left: number
  readonly accepted: string[]
  readonly rejected: { id: string; reason: string }[]
  readonly signs: boolean
  readonly proven: boolean
}

export function outcomeOf(card: CheckedAct, decisions: Decisions): CheckOutcome {
  const pages = pagesToCheck(card)
  const accepted = pages.filter(({ id }) => decisions.get(id) === null)
  const earlier = card.scans.filter((one) => one.kind === 'signed_act' && one.status === 'accepted')
  return {
    left: pages.filter(({ id }) => !decisions.has(id)).length,
    accepted: accepted.map(({ id }) => id),
    rejected: pages.flatMap(({ id }) => {
      const reason = decisions.get(id)
      return typeof reason === 'string' ? [{ id, reason }] : []
    }),
    signs: card.status === 'issued' && accepted.length + earlier.length > 0,
    proven: [...accepted, ...earlier].some(({ own_code }) => own_code),
  }
}

/** The pages as the stored decisions leave them, until the act is read again. */
export function checkedScans(
  scans: readonly Scan[],
  { accepted, rejected }: Pick<CheckOutcome, 'accepted' | 'rejected'>,
): Scan[] {
  const reasons = new Map(rejected.map(({ id, reason }) => [id, reason]))
  return scans.map((scan) => {
    const reason = reasons.get(scan.id)
    if (reason !== undefined) return { ...scan, status: 'rejected', reject_reason: reason }
    return accepted.includes(scan.id) ? { ...scan, status: 'accepted' } : scan
  })
}

/** The command that stores the decisions, and signs where a page is accepted. */
export function signBody(card: CheckedAct, outcome: CheckOutcome): BodyInput<typeof act.update> {
  const { accepted, rejected, signs, proven } = outcome
  return {
    command: 'sign',
    id: card.id,
    version: card.version,
    ...(accepted.length > 0 && { accepted_scan_ids: accepted }),
    ...(rejected.length > 0 && { rejected_scans: rejected }),
    // The dialog has shown the page beside the number, supplier and sum of the act.
    ...(signs && !proven && { without_code: true }),
  }
}

/** Accepting this page, seen to its end, leaves nothing to decide: by its code it is the act's own, and no other was rejected. */
export function isLastProof(card: CheckedAct, decisions: Decisions, page: Scan): boolean {
  if (!page.own_code || decisions.has(page.id)) return false
  const { left, rejected, signs } = outcomeOf(card, new Map(decisions).set(page.id, null))
  return left === 0 && rejected.length === 0 && signs
}

type ActPages = Pick<ActCard, 'status' | 'scans'>

/** No page of the act is accepted by this check, and it signs nothing. */
export function rejectsAll({ left, accepted, rejected, signs }: CheckOutcome): boolean {
  return left === 0 && rejected.length > 0 && accepted.length === 0 && !signs
}

/** What the button of the check does to the act as it stands. */
export function buttonOf({ status }: ActPages, outcome: CheckOutcome): string {
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
  { status, scans }: ActPages,
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
