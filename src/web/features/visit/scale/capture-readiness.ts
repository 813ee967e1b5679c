import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { withWait, type Pass } from '../truck/pass-labels.ts'
import type { StationMode } from '../truck/station-state.ts'
import { hotkeyName } from '#web/ui/keyboard/hotkeys.ts'

/** Whether the weight may be recorded now, and why not. */
export type Readiness =
  | 'sending'
  /** The visit is over: its load is accepted next. */
  | 'weighed'
  /** This load is recorded and waits for the link. */
  | 'queued'
  | 'no_plate'
  /** Without the server neither a typed weight nor a stored tare can be confirmed. */
  | 'no_server'
  | 'too_early'
  | 'typed_weight'
  | 'stored_tare'
  | 'expired_tare'
  /** The reading or the load prevents it: unstable, too small, the same as before. */
  | 'blocked'
  /** Without the server the record waits on the disk of this browser. */
  | 'ready_offline'
  | 'ready'

export interface CaptureFacts {
  readonly mode: StationMode
  readonly plate: string
  readonly visit: Pick<VisitCard, 'status' | 'stored_tare'> | undefined
  readonly sending: boolean
  /** The server does not answer. */
  readonly lost: boolean
  /** That this load is recorded already, in words. */
  readonly queued: string | undefined
  /** Why the reading cannot be recorded. */
  readonly unfit: string | undefined
  /** Why this visit may not be weighed again with this reading. */
  readonly early: string | undefined
  /** The same without regard to the weight. */
  readonly tooEarly: string | undefined
  readonly pass: Pass | undefined
  readonly now: number
}

export interface CaptureReadiness {
  readonly state: Readiness
  readonly text: string
}

/** Shown beside the recording button, which looks enabled unless `isHindered`. */
export function captureReadiness(facts: CaptureFacts): CaptureReadiness {
  const { mode, visit, unfit, lost } = facts
  const byScale = mode !== 'manual' && mode !== 'stored_tare'
  if (facts.sending) return { state: 'sending', text: 'Записывается…' }
  if (visit?.status === 'closed')
    return { state: 'weighed', text: `Машина взвешена: примите груз (${hotkeyName('accept')})` }
  if (facts.queued && byScale) return { state: 'queued', text: facts.queued }
  // A plate is requested only when the load is stable: until then the camera has not looked yet.
  if (!facts.plate && !visit)
    return unfit && mode !== 'manual'
      ? { state: 'blocked', text: unfit }
      : { state: 'no_plate', text: 'Впишите номер машины' }
  if (lost && !byScale) return { state: 'no_server', text: 'Нет связи с сервером' }
  if (mode === 'manual') return typedWeight(facts)
  if (mode === 'stored_tare' && visit?.stored_tare)
    return visit.stored_tare.expired
      ? { state: 'expired_tare', text: 'Тара просрочена: понадобится пин-код' }
      : { state: 'stored_tare', text: 'Можно закрыть заезд' }
  const blocked = withWait(unfit, facts.pass, facts.now) ?? facts.early
  if (blocked) return { state: 'blocked', text: blocked }
  return lost
    ? { state: 'ready_offline', text: 'Запишется здесь, уйдёт на сервер само' }
    : { state: 'ready', text: 'Можно записывать' }
}

function typedWeight({ tooEarly }: CaptureFacts): CaptureReadiness {
  if (tooEarly) return { state: 'too_early', text: tooEarly }
  return { state: 'typed_weight', text: 'Понадобятся причина и пин-код другого сотрудника' }
}

const HINDRANCES: readonly Readiness[] = ['no_plate', 'no_server', 'too_early', 'blocked']

export function isHindered({ state }: CaptureReadiness): boolean {
  return HINDRANCES.includes(state)
}

/** Only what F8 would write down at once is green. */
export function isReady({ state }: CaptureReadiness): boolean {
  return state === 'ready' || state === 'ready_offline'
}
