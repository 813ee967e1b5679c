import { useState } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import styles from './chart.module.css'
import { axisTicks, pointsBetween, scaleTo } from './scales.ts'

export interface Line {
  name: string
  points: { x: string; y: number }[]
}

export interface LineChartProps {
  title: string
  /** At most four lines over the same days. */
  lines: Line[]
  format: (value: number) => string
  /** How a point's `x` is shown: a day. */
  label?: (x: string) => string
}

const asIs = (x: string) => x
const HEIGHT = 220
const TOP = 16
const BOTTOM = 24
/** A 12 px digit takes about this many pixels. */
const DIGIT = 7.5
const SERIES = ['series1', 'series2', 'series3', 'series4'] as const

/** Up to four lines with their names at the ends; the pointer or arrows show one day's values. */
export function LineChart({ title, lines: all, format, label = asIs }: LineChartProps) {
  const lines = all.slice(0, SERIES.length)
  const days = lines[0]?.points.map((point) => point.x) ?? []
  const [active, setActive] = useState<number>()
  const valueAt = (line: Line, place: number) => format(line.points[place]?.y ?? 0)
  const step = (by: 1 | -1) =>
    setActive(Math.min(days.length - 1, Math.max(0, (active ?? -by) + by)))
  const spoken =
    active === undefined
      ? ''
      : [label(days[active]!), ...lines.map((l) => `${l.name}: ${valueAt(l, active)}`)].join(', ')
  return (
    <ChartFrame
      title={title}
      heads={['', ...lines.map((line) => line.name)]}
      rows={days.map((day, place) => [label(day), ...lines.map((line) => valueAt(line, place))])}
      spoken={spoken}
      onArrow={step}
    >
      {(width) =>
        days.length === 0 ? (
          <div className={styles['none']}>За этот период данных нет</div>
        ) : (
          <Plot {...{ lines, days, width, format, label, active, setActive }} />
        )
      }
    </ChartFrame>
  )
}

interface PlotProps extends Required<Pick<LineChartProps, 'lines' | 'format' | 'label'>> {
  days: string[]
  width: number
  active: number | undefined
  setActive: (place: number | undefined) => void
}

function Plot({ lines, days, width, format, label, active, setActive }: PlotProps) {
  const right = lines.length > 1 ? 96 : 8
  const top = Math.max(...lines.flatMap((line) => line.points.map((point) => point.y)), 1)
  const ticks = axisTicks(top, 3)
  const y = scaleTo(ticks.at(-1)!, HEIGHT - BOTTOM, TOP)
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * DIGIT + 8
  const span = Math.max(10, width - right - left)
  const x = pointsBetween(left, left + span, days.length)
  const every = Math.ceil(days.length / Math.max(1, Math.floor(span / 72)))
  const names = spreadNames(lines.map((line) => y(line.points.at(-1)?.y ?? 0)))
  const pick = (event: React.PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - left
    const place = Math.round((at / span) * (days.length - 1))
    setActive(Math.min(days.length - 1, Math.max(0, place)))
  }
  return (
    <svg
      width={width}
      height={HEIGHT}
      onPointerMove={pick}
      onPointerLeave={() => setActive(undefined)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles['grid']} x1={left} x2={left + span} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {format(tick)}
          </text>
        </g>
      ))}
      {days.map(
        (day, place) =>
          place % every === 0 && (
            <text
              key={day}
              x={x(place)}
              y={HEIGHT - 6}
              textAnchor={place === 0 ? 'start' : 'middle'}
            >
              {label(day)}
            </text>
          ),
      )}
      {lines.map((line, place) => (
        <Path
          key={line.name}
          line={line}
          className={styles[SERIES[place]!] ?? ''}
          at={(point) => [x(days.indexOf(point.x)), y(point.y)]}
          nameY={lines.length > 1 ? names[place] : undefined}
          active={active}
          text={active === undefined ? undefined : format(line.points[active]?.y ?? 0)}
        />
      ))}
    </svg>
  )
}

/** A line of 12 px text. */
const NAME_HEIGHT = 15

/** Places of names beside the ends of their lines: those of equal values stand above each other, the lowest at its line. */
function spreadNames(ends: readonly number[]): number[] {
  const places = [...ends]
  const upwards = ends.map((_, place) => place).toSorted((a, b) => ends[b]! - ends[a]!)
  for (const [i, place] of upwards.entries())
    if (i > 0) places[place] = Math.min(ends[place]!, places[upwards[i - 1]!]! - NAME_HEIGHT)
  return places
}

interface PathProps {
  line: Line
  className: string
  at: (point: { x: string; y: number }) => [number, number]
  /** Where its name stands; a single line needs none. */
  nameY: number | undefined
  active: number | undefined
  text: string | undefined
}

function Path({ line, className, at, nameY, active, text }: PathProps) {
  const d = line.points.map((point, place) => `${place ? 'L' : 'M'}${at(point).join(' ')}`).join('')
  const last = line.points.at(-1)
  const shown = active === undefined ? undefined : line.points[active]
  const [lastX] = last ? at(last) : [0, 0]
  const [shownX, shownY] = shown ? at(shown) : [0, 0]
  return (
    <g className={className}>
      <path className={styles['line']} d={d} />
      {nameY !== undefined && (
        <text className={styles['name']} x={lastX + 8} y={nameY} dominantBaseline="central">
          {line.name}
        </text>
      )}
      {shown && (
        <>
          <circle className={styles['dot']} cx={shownX} cy={shownY} r={4} />
          <text
            className={styles['value']}
            x={shownX}
            y={shownY - 10}
            textAnchor="middle"
            stroke="none"
          >
            {text}
          </text>
        </>
      )}
    </g>
  )
}
