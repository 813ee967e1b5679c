import type { act } from '#contract/act/act.ts'
import type { CallResult } from '#contract/core/call.ts'
import { plural } from '#web/ui/format.ts'

type AttachedPage = Pick<CallResult<typeof act.uploadScans>[number], 'page' | 'own_code' | 'is_new'>

/** What became of sent pages, in words; `isPlain` where there is nothing to look into. */
export function describeAttached(pages: readonly AttachedPage[]): {
  text: string
  isPlain: boolean
} {
  const added = pages.filter(({ is_new }) => is_new).length
  const present = [...new Set(pages.filter(({ is_new }) => !is_new).map(({ page }) => page))]
  const unproven = added > 0 && !pages.some(({ own_code }) => own_code)
  const sentences = [
    added > 0 && `Добавлено: ${plural(added, 'лист', 'листа', 'листов')}`,
    present.length === 1 && `Лист уже приложен: лист ${present[0]}`,
    present.length > 1 && `Листы уже приложены: ${present.join(', ')}`,
    unproven && 'QR-код акта не найден: сверьте номер на бумаге',
  ].filter((sentence) => sentence !== false)
  return { text: sentences.join('. '), isPlain: !unproven && present.length === 0 }
}
