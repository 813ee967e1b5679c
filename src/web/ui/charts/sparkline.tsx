import { day } from '../format.ts'
import styles from './sparkline.module.css'
import { pointsBetween, scaleTo } from './scales.ts'

interface SparklineProps {
  days: readonly { day: string; value: number }[]
  format: (value: number) => string
}

const WIDTH = 64
const HEIGHT = 18
/** Half of the line, and of the last day's dot. */
const EDGE = 2.5

/** The last days of a figure as a line of the height of a word, from zero; what it shows is also said. */
export function Sparkline({ days, format }: SparklineProps) {
  const values = days.map(({ value }) => value)
  const most = Math.max(...values, 1)
  const x = pointsBetween(EDGE, WIDTH - EDGE, values.length)
  const y = scaleTo(most, HEIGHT - EDGE, EDGE)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const said = [
    `По дням с ${day(first.day)} по ${day(last.day)}: от ${format(Math.min(...values))}`,
    `до ${format(Math.max(...values))}, в последний ${format(last.value)}`,
  ].join(' ')
  return (
    <svg className={styles['line']} width={WIDTH} height={HEIGHT} role="img" aria-label={said}>
      <title>{said}</title>
      <polyline points={values.map((value, place) => `${x(place)},${y(value)}`).join(' ')} />
      <circle cx={x(values.length - 1)} cy={y(last.value)} r={EDGE} />
    </svg>
  )
}
