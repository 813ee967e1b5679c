import type { Weighing } from '#contract/transaction-entities.ts'

/** What a weighing of a visit was for, wherever one is named. */
export const weighingKinds: Record<Weighing['kind'], string> = {
  in: 'Въезд',
  mid: 'Выгрузка',
  out: 'Выезд',
  tare: 'Тара',
}
