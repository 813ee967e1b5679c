import type { Weighing } from '#contract/visit/visit-entities.ts'

/** Where a weight came from, in the words of reports. */
export const weighingSources: Record<Weighing['source'], string> = {
  scale: 'Весы',
  manual: 'Ручной ввод',
  stored_tare: 'Сохранённая тара',
}
