import { russianDay } from '#contract/words/russian-day.ts'
import * as z from 'zod/mini'
import * as s from '../core/shapes.ts'

/** The owner of a destination in the words of the bank, compared with the supplier's name (payments.md 10.2). */
export const PayeeCheck = z.strictObject({
  outcome: z.enum(['match', 'differs', 'no_name', 'refused', 'no_answer']),
  /** The masked name, kept only where it differs from the supplier's. */
  told_name: z.nullable(s.displayText(160)),
  /** Who was asked why money goes there all the same, and gave no words; absent: nobody was. */
  unexplained: z.optional(z.nullable(z.strictObject({ by: s.displayText(150), on: s.day }))),
})
export type PayeeCheck = z.output<typeof PayeeCheck>

/** What the bank said of the owner, for people; null: it was not asked, or not lately. */
export function payeeWords(check: PayeeCheck | null): string {
  switch (check?.outcome) {
    case 'match':
      return 'Банк подтвердил имя получателя'
    case 'differs':
      return `Банк назвал другого получателя: ${check.told_name ?? ''}${unexplainedWords(check)}`
    case 'no_name':
      return 'Банк имени получателя не назвал'
    case 'refused':
      return 'Банк не знает такого получателя'
    case 'no_answer':
      return 'Банк не ответил, чьи это реквизиты'
    default:
      return 'Банк о получателе не спрошен'
  }
}

/** The next approver knows that somebody has stopped here before. */
function unexplainedWords({ unexplained, told_name }: PayeeCheck): string {
  if (!unexplained) return ''
  const day = russianDay(unexplained.on)
  // A masked name ends with its own full stop.
  const stop = told_name?.endsWith('.') ? '' : '.'
  return `${stop} Выплату ему не подтвердили: ${unexplained.by}, ${day}`
}
