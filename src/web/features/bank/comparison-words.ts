import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { dateTime, plural } from '#web/ui/format.ts'

/** When our payments were last compared with the bank's, and what came of it. */
export function comparisonWords({
  last_comparison: last,
}: Pick<BankConfig, 'last_comparison'>): string {
  if (!last) return 'ещё не проходила: начинается в 3 часа ночи'
  const parts = [
    `${dateTime(last.done_at)}: ${plural(last.compared, 'выплата', 'выплаты', 'выплат')}`,
    last.differing > 0 ? `расхождений ${last.differing}` : 'расхождений нет',
  ]
  if (last.unanswered > 0) parts.push(`без ответа банка ${last.unanswered}`)
  return parts.join(', ')
}
