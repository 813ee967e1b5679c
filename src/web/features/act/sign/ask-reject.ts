import type { Scan } from '#contract/file/file-entities.ts'
import { ask } from '#web/ui/dialogs/ask.ts'

const REASONS = [
  'Нет подписи',
  'Снимок неразборчив',
  'Лист виден не целиком',
  'Лист другого документа',
]

/** Why a page is rejected, in ready or own words; nothing when it is not. */
export function askReject({ page }: Scan): Promise<string | undefined> {
  return ask.textarea({
    title: `Отклонить лист ${page}?`,
    label: 'Причина',
    hint: 'Отклонённый лист остаётся в акте с причиной. Новый снимок можно приложить в любое время.',
    min: 5,
    main: 'Отклонить',
    reasons: REASONS,
  })
}
