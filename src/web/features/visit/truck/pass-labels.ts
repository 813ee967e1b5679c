import type { Reading } from '#contract/device/reading.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { plural } from '#web/ui/format.ts'

/** What a visit on site demands of its next weighing (domain.md 6.2). */
export interface Pass {
  /** Not before this moment, epoch ms by this browser's clock. */
  from: number
  /** The weight that the next one must differ from. */
  last_g: number | undefined
  /** The one before it: a visit unloads or loads, never both. */
  before_g: number | undefined
}

// domain.md 6.2: an equal weight within this many divisions proves nothing.
const CHANGE_DIVISIONS = 5

/** What of a visit's card its next weighing depends on. */
export interface PassedVisit extends Pick<VisitCard, 'status' | 'wait_ms'> {
  readonly weighings: readonly { readonly weight_g: number; readonly cancelled: object | null }[]
}

/** `answeredAt` is when the card came, by the same clock: clocks of the server are not compared with it. */
export function passOf(visit: PassedVisit, answeredAt: number): Pass | undefined {
  if (visit.status !== 'in') return undefined
  const live = visit.weighings.filter(({ cancelled }) => !cancelled)
  return {
    from: answeredAt + visit.wait_ms,
    last_g: live.at(-1)?.weight_g,
    before_g: live.at(-2)?.weight_g,
  }
}

/** Adds the remaining wait of the visit to what is wrong with the load, so that the operator learns both at once. */
export function withWait(unfit: string | undefined, pass: Pass | undefined, now: number) {
  const left = secondsLeft(pass, now)
  return unfit && left > 0 ? `${unfit} · этой машине ждать ещё ${left}\u00A0с` : unfit
}

/** Why the visit may not be weighed again with this reading; undefined when it may. */
export function passBlock(
  reading: Pick<Reading, 'weight_g'> | undefined,
  pass: Pass | undefined,
  now: number,
  e_g?: number | null,
): string | undefined {
  if (!pass) return undefined
  const left = secondsLeft(pass, now)
  if (left > 0)
    return `Следующее взвешивание этой машины через ${plural(left, 'секунду', 'секунды', 'секунд')}`
  const grams = reading?.weight_g ?? undefined
  if (grams === undefined || pass.last_g === undefined) return undefined
  if (e_g && Math.abs(grams - pass.last_g) < CHANGE_DIVISIONS * e_g)
    return 'Вес тот же, что и в прошлый раз: груз не выгружен и не взят'
  const turned = pass.before_g !== undefined && grams > pass.last_g !== pass.last_g > pass.before_g
  return turned ? 'Вес пошёл в другую сторону: выгрузка и погрузка в одном заезде' : undefined
}

/** Whole seconds until the visit may be weighed again; 0 when it may now. */
function secondsLeft(pass: Pass | undefined, now: number): number {
  return pass ? Math.max(0, Math.ceil((pass.from - now) / 1000)) : 0
}
