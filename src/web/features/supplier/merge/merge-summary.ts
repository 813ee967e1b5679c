import type { MergeCounts } from '#contract/supplier/supplier-entities.ts'
import { plural } from '#web/ui/format.ts'

/** What the merge moves, in one or two sentences. */
export function mergeSummary(counts: MergeCounts): string {
  const parts = [
    counts.acts && plural(counts.acts, 'акт', 'акта', 'актов'),
    counts.visits && plural(counts.visits, 'заезд', 'заезда', 'заездов'),
    counts.weight_acts &&
      plural(counts.weight_acts, 'весовой акт', 'весовых акта', 'весовых актов'),
    counts.methods &&
      plural(counts.methods, 'способ выплаты', 'способа выплаты', 'способов выплаты'),
    counts.consents && plural(counts.consents, 'согласие', 'согласия', 'согласий'),
    counts.scans && plural(counts.scans, 'скан', 'скана', 'сканов'),
  ].filter(Boolean)
  const sentences = [
    parts.length > 0 ? `Перейдёт: ${parts.join(', ')}.` : 'Переходить нечему.',
    counts.same_methods > 0 && 'Одинаковые способы выплаты останутся в одном экземпляре.',
    counts.payments_kept > 0 &&
      `${plural(counts.payments_kept, 'выплата', 'выплаты', 'выплат')} не меняются и будут видны вместе.`,
    'Тексты выписанных актов не изменятся.',
  ]
  return sentences.filter(Boolean).join(' ')
}
