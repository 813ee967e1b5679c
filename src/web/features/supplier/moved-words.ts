import type { Moved } from '#contract/supplier-entities.ts'
import { plural } from '#web/ui/format.ts'

/** What goes over, in one or two sentences. */
export function movedWords(moved: Moved): string {
  const parts = [
    moved.acts && plural(moved.acts, 'акт', 'акта', 'актов'),
    moved.visits && plural(moved.visits, 'заезд', 'заезда', 'заездов'),
    moved.weight_acts && plural(moved.weight_acts, 'весовой акт', 'весовых акта', 'весовых актов'),
    moved.methods && plural(moved.methods, 'способ выплаты', 'способа выплаты', 'способов выплаты'),
    moved.consents && plural(moved.consents, 'согласие', 'согласия', 'согласий'),
    moved.scans && plural(moved.scans, 'скан', 'скана', 'сканов'),
  ].filter(Boolean)
  const sentences = [
    parts.length > 0 ? `Перейдёт: ${parts.join(', ')}.` : 'Переходить нечему.',
    moved.same_methods > 0 && 'Одинаковые способы выплаты останутся в одном экземпляре.',
    moved.payments_kept > 0 &&
      `${plural(moved.payments_kept, 'выплата', 'выплаты', 'выплат')} не меняются и будут видны вместе.`,
    'Тексты выписанных актов не изменятся.',
  ]
  return sentences.filter(Boolean).join(' ')
}
