import { MOST_RETRIES, type Retry } from '#contract/payment/retry.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { shorten } from '../../../../text/shorten.ts'
import { reasonsOf } from '../../../bank/providers/all.ts'
import { reasonText } from '../../reasons.ts'
import { roubles } from './limit-rules.ts'
import type { FreePart, RetryLink } from './retry-queries.ts'
import type { Part } from './save-queries.ts'

/** A link to an ended payment, with how that ended. */
export interface LinkedPart extends RetryLink {
  readonly ended: FreePart
}

/**
 * Links the payment to the ended ones that it repeats: for each act the sums that are free and not repeated yet, those of the
 * named payment first, then the latest, until the part is covered.
 */
export function linkRetries(
  parts: readonly Part[],
  free: readonly FreePart[],
  named?: string,
): LinkedPart[] {
  const links: LinkedPart[] = []
  for (const { act_id, amount_kop } of parts) {
    let due = amount_kop
    const own = free.filter((one) => one.act_id === act_id)
    const isNamed = (one: FreePart) => one.payment_id === named
    for (const ended of [...own.filter(isNamed), ...own.filter((one) => !isNamed(one))]) {
      const kop = Math.min(due, ended.rest_kop)
      if (kop <= 0) break
      links.push({ act_id, retry_of: ended.payment_id, amount_kop: kop, ended })
      due -= kop
    }
  }
  return links
}

/** Links a payment as saving its acts would, by the sums that are due. */
export function linkDueActs(
  acts: readonly { readonly id: string; readonly due_kop: number }[],
  free: ReadonlyMap<string, readonly FreePart[]>,
): LinkedPart[] {
  return linkRetries(
    acts.map(({ id, due_kop }) => ({ act_id: id, amount_kop: due_kop })),
    acts.flatMap(({ id }) => free.get(id) ?? []),
  )
}

const MOST_NUMBERS = 5
const DENIED = 'а потом банк её списал, и двое решили, что актов это не оплатило'

/** Each ended payment that is repeated: for which acts, how and why it ended. */
export function retryWords(parts: readonly FreePart[]): Retry[] {
  const groups = [...Map.groupBy(parts, (one) => one.payment_id).values()]
  return groups.slice(0, MOST_RETRIES).map((group) => ({
    payment_id: group[0]!.payment_id,
    words: shorten(sentenceOf(group), 500),
  }))
}

function sentenceOf(group: readonly FreePart[]): string {
  const [one] = group as readonly [FreePart, ...FreePart[]]
  const numbers = [...new Set(group.map(({ act_number }) => act_number ?? 'без номера'))]
  const more = numbers.length - MOST_NUMBERS
  const named = numbers.slice(0, MOST_NUMBERS).join(', ')
  const acts = `${numbers.length > 1 ? 'по актам' : 'по акту'} № ${named}${more > 0 ? ` и ещё ${more}` : ''}`
  const why = reasonOf(one)
  const day = russianDay(one.ended_on)
  const end = one.status === 'rejected' ? 'отклонена' : 'отменена'
  const told =
    one.status === 'paid'
      ? `из прежней выплаты ${acts} вернулось ${roubles(returnedKop(group))} ₽, ${day}`
      : `прежняя выплата ${acts} ${end} ${day}`
  const denied = one.debit_denied ? `${told}, ${DENIED}` : told
  return why ? `${denied}: ${why}` : denied
}

const returnedKop = (group: readonly FreePart[]) =>
  group.reduce((sum, part) => sum + part.returned_kop, 0)

function reasonOf({ status, reason_code, reason_text, adapter }: FreePart): string {
  const common = reasonText(reasonsOf(adapter), reason_code ?? '')
  // That it was refused is said already.
  if (status === 'rejected')
    return (reason_text ?? common).replace(/^Банк отклонил: /, '').replace(/\.$/, '')
  // That it was cancelled is said already; only words of a person add to it.
  if (reason_text === null || reason_text === common) return ''
  return reason_text.replace(/\.$/, '')
}
