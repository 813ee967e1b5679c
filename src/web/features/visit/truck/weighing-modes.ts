import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { day, kg } from '#web/ui/format.ts'
import type { StationMode } from './station-state.ts'

interface WeighingMode {
  readonly value: StationMode
  readonly label: string
}

type WeighedVisit = Pick<VisitCard, 'status' | 'stored_tare'>

/**
 * Ways to weigh that this vehicle has now: a tare only where one is stored, which a private person's has not; by hand for whoever may
 * (`types`).
 */
export function weighingModes(visit: WeighedVisit | undefined, types: boolean): WeighingMode[] {
  const tare = visit?.status === 'in' ? visit.stored_tare : null
  return [
    { value: 'two_pass', label: 'Два взвешивания' },
    { value: 'multi', label: 'Выгрузки' },
    ...(tare
      ? [
          {
            value: 'stored_tare' as const,
            label: `Тара ${kg(tare.tare_g)} от ${day(tare.captured_at)}${tare.expired ? ', просрочена' : ''}`,
          },
        ]
      : []),
    ...(visit ? [] : [{ value: 'tare' as const, label: 'Запомнить тару' }]),
    ...(types ? [{ value: 'manual' as const, label: 'Ручной ввод' }] : []),
  ]
}

/** The chosen way where this vehicle has it; another vehicle starts with the usual one. */
export function modeFor(chosen: StationMode, modes: readonly WeighingMode[]): StationMode {
  return modes.some(({ value }) => value === chosen) ? chosen : 'two_pass'
}
