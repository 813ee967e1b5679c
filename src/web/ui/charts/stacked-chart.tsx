import { useState } from 'react'
import { useNavigate } from '../../router/hooks.ts'
import { ChartFrame } from './chart-frame.tsx'
import styles from './chart.module.css'
import { axisTicks, columnsBetween, scaleTo } from './scales.ts'

export interface Layer {
  name: string
  points: { x: string; y: number; href?: string | undefined }[]
}

export interface StackedChartProps {
  title: string
  /** At most four layers over the same hours or days, the first at the foot. */
  layers: Layer[]
  format: (value: number) => string
  /** A round number of the axis. */
  axis: (value: number) => string
  /** How a point's `x` is shown on the axis. */
  label: (x: string) => string
}

const HEIGHT = 172
const TOP = 12
const BOTTOM = 22
/** A 12 px digit takes about this many pixels. */
const DIGIT = 7.5
/** One day of a week just begun is a column all the same, not a wall. */
const WIDEST = 64
/** Pixels that a label of the axis needs. */
const LABEL = 44
const FILLS = ['fill1', 'fill2', 'fill3', 'fill4'] as const

/** Columns by hour or day with an axis, each a stack of its layers; the legend names them with their sums, or those of the chosen column. */
export function StackedChart({ title, layers: all, format, axis, label }: StackedChartProps) {
  const layers = all.slice(0, FILLS.length)
  const places = layers[0]?.points.map(({ x }) => x) ?? []
  const [active, setActive] = useState<number>()
  const navigate = useNavigate()
  const valueAt = (layer: Layer, place: number) => layer.points[place]?.y ?? 0
  const shownOf = (layer: Layer) =>
    active === undefined ? layer.points.reduce((sum, { y }) => sum + y, 0) : valueAt(layer, active)
  const step = (by: 1 | -1) =>
    setActive(Math.min(places.length - 1, Math.max(0, (active ?? -by) + by)))
  const open = (place = active) => {
    const href = place === undefined ? undefined : layers[0]?.points[place]?.href
    if (href) navigate(href)
  }
  const spoken =
    active === undefined
      ? ''
      : [
          label(places[active]!),
          ...layers.map((one) => `${one.name}: ${format(shownOf(one))}`),
        ].join(', ')
  return (
    <ChartFrame
      title={title}
      heads={['', ...layers.map(({ name }) => name)]}
      rows={places.map((x, place) => [
        label(x),
        ...layers.map((layer) => format(valueAt(layer, place))),
      ])}
      spoken={spoken}
      onArrow={step}
      open={() => open()}
    >
      {(width) =>
        layers.length === 0 ? (
          <div className={styles['none']}>За этот период закупок ещё нет</div>
        ) : (
          <>
            <Stacks {...{ layers, places, width, axis, label, active, setActive, open }} />
            <ul className={styles['legend']}>
              {layers.map((layer, place) => (
                <li key={layer.name}>
                  <i className={styles[FILLS[place]!]} />
                  {layer.name} <b>{format(shownOf(layer))}</b>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </ChartFrame>
  )
}

interface StacksProps extends Omit<StackedChartProps, 'title' | 'format'> {
  places: string[]
  width: number
  active: number | undefined
  setActive: (place: number | undefined) => void
  open: (place: number) => void
}

function Stacks({ layers, places, width, axis, label, active, setActive, open }: StacksProps) {
  const sums = places.map((_, place) =>
    layers.reduce((sum, { points }) => sum + (points[place]?.y ?? 0), 0),
  )
  const ticks = axisTicks(Math.max(...sums, 1), 3)
  const y = scaleTo(ticks.at(-1)!, HEIGHT - BOTTOM, TOP)
  const left = Math.max(...ticks.map((tick) => axis(tick).length)) * DIGIT + 8
  const column = columnsBetween(left, width, places.length)
  const bar = Math.min(WIDEST, column.width)
  const every = Math.ceil(places.length / Math.max(1, Math.floor((width - left) / LABEL)))
  return (
    <svg width={width} height={HEIGHT} onPointerLeave={() => setActive(undefined)}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles['grid']} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
            {axis(tick)}
          </text>
        </g>
      ))}
      {places.map((at, place) => {
        let foot = 0
        return (
          <g
            key={at}
            className={styles['stack']}
            data-faded={(active !== undefined && active !== place) || undefined}
            onPointerEnter={() => setActive(place)}
            onClick={() => open(place)}
          >
            <rect
              x={column.at(place)}
              width={column.width}
              y={0}
              height={HEIGHT}
              fill="transparent"
            />
            {layers.map(({ name, points }, layer) => {
              const value = points[place]?.y ?? 0
              foot += value
              return (
                <rect
                  key={name}
                  className={styles[FILLS[layer]!]}
                  x={column.at(place) + (column.width - bar) / 2}
                  width={bar}
                  y={y(foot)}
                  height={Math.max(0, y(foot - value) - y(foot))}
                />
              )
            })}
            {place % every === 0 && (
              <text x={column.at(place) + column.width / 2} y={HEIGHT - 6} textAnchor="middle">
                {label(at)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
