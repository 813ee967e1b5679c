import { formatOf, type ScaleConnection } from '../device/scale-connection.ts'

/** An answer that has not come by then is given up, at the next question. */
export const ANSWER_MS = 200
/** What an indicator needs to think before it answers. */
const THINK_MS = 50
/** Two weights farther apart than this are no standing still, however slow the indicator is. */
export const LONGEST_GAP_MS = 1300
/** The longest usual interval: what of a gap is left is for the jitter of the line. */
const LONGEST_INTERVAL_MS = 1200

/**
 * The longest time between two weights with which a weight can be captured at all: the one before the newest has to be younger
 * than `max_age_ms` for half as long again, so that a single late one does not remove the number.
 */
export function longestInterval(max_age_ms: number): number {
  return Math.min(LONGEST_INTERVAL_MS, Math.floor((max_age_ms * 2) / 3))
}

/** Milliseconds from question to answer on a serial line; 0 where its speed is not known here. */
function exchangeMs({ transport, driver, settings }: ScaleConnection): number {
  const { asked } = formatOf(driver, settings)
  if (transport.type === 'tcp' || !asked) return 0
  const bytes = asked.bytes(settings)
  const parity = transport.parity === 'none' ? 0 : 1
  const bits = 1 + transport.bits + parity + transport.stop
  return Math.ceil((bytes * bits * 1000) / transport.baud)
}

/** How often the weight of a polled indicator really comes; undefined for one that streams. */
export function pollInterval(connection: ScaleConnection): number | undefined {
  const { driver, settings } = connection
  const { asked } = formatOf(driver, settings)
  if (!asked || !('period_ms' in settings)) return undefined
  const exchange = exchangeMs(connection)
  const answered = exchange && exchange + THINK_MS
  const ticks = Math.max(1, Math.ceil(answered / settings.period_ms))
  const beside = asked.asksBeside?.(settings) ? answered : 0
  return ticks * settings.period_ms + beside
}

export type PaceProblem = { field: 'settings.period_ms' | 'transport.baud'; message: string }

/**
 * Why a scale that is set up like this would never give a weight, in a sentence for the field, or undefined: period,
 * speed of the line and the age that weighing allows are right or wrong only together.
 */
export function paceProblem(
  connection: ScaleConnection,
  { max_age_ms }: { max_age_ms: number },
): PaceProblem | undefined {
  const interval = pollInterval(connection)
  if (interval === undefined || !('period_ms' in connection.settings)) return undefined
  const { period_ms } = connection.settings
  const waits = Math.ceil(ANSWER_MS / period_ms) * period_ms
  const exchange = exchangeMs(connection)
  if (exchange && exchange + THINK_MS > waits)
    return {
      field: 'transport.baud',
      message: `На этой скорости вопрос с ответом идут ${exchange} мс, а ответа ждут ${waits} мс: поднимите скорость или период опроса`,
    }
  const longest = longestInterval(max_age_ms)
  if (interval <= longest) return undefined
  return {
    field: 'settings.period_ms',
    message: `Вес придёт раз в ${interval} мс, а при правиле «Вес не старше ${max_age_ms} мс» нужно не реже раза в ${longest} мс`,
  }
}
