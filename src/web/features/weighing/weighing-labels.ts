import type { Weighing } from '#contract/visit/visit-entities.ts'
import { kg } from '#web/ui/format.ts'

/** What a weighing of a visit was for, wherever one is named. */
export const weighingKinds: Record<Weighing['kind'], string> = {
  in: 'Въезд',
  mid: 'Выгрузка',
  out: 'Выезд',
  tare: 'Тара',
}

const SOURCES: Record<Weighing['source'], string> = {
  scale: '',
  manual: ', ручной ввод',
  stored_tare: ', по таре',
}

/** One weighing in a line; a weight that no scale showed is marked wherever it appears (domain.md 6.1). */
export function weighingLabel({
  kind,
  weight_g,
  source,
}: Pick<Weighing, 'kind' | 'weight_g' | 'source'>): string {
  return `${weighingKinds[kind]} ${kg(weight_g)}${SOURCES[source]}`
}
