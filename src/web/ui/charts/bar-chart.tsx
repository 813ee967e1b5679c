import { useState } from 'react'
import { useNavigate } from '../../router/hooks.ts'
import { ChartFrame } from './chart-frame.tsx'
import styles from './chart.module.css'
import { columnsBetween, scaleTo } from './scales.ts'

export interface Bar {
  /** A day as it is shown, or a name. */
  label: string
  value: number
  /** The link to the list behind the bar. */
  href?: string
}

export interface BarChartProps {
  title: string
  /** Head of the value's column in the table. */
  unit: string
  bars: Bar[]
  /** The number with its unit. */
  format: (value: number) => string
  /** Names are easier to read as rows. */
  horizontal?: boolean
}

/** More bars than this are unreadable; the caller groups the rest into «Прочее». */
const MAX_BARS = 31
const HEIGHT = 220
const ROW = 28

/** Columns by day or rows by name, from zero, one line of grid, values at the bars. */
export function BarChart({ title, unit, bars: all, format, horizontal = false }: BarChartProps) {
  const bars = all.slice(0, MAX_BARS)
  const [active, setActive] = useState<number>()
  const step = (by: 1 | -1) =>
    setActive(Math.min(bars.length - 1, Math.max(0, (active ?? -by) + by)))
  const current = active === undefined ? undefined : bars[active]
  const navigate = useNavigate()
  const open = () => current?.href && navigate(current.href)
  const Plot = horizontal ? Rows : Columns
  return (
    <ChartFrame
      title={title}
      heads={['', unit]}
      rows={bars.map((bar) => [bar.label, format(bar.value)])}
      spoken={current ? `${current.label}: ${format(current.value)}` : ''}
      onArrow={step}
      open={bars.some(({ href }) => href) ? open : undefined}
    >
      {(width) =>
        bars.length === 0 ? (
          <div className={styles['none']}>За этот период данных нет</div>
        ) : (
          <Plot {...{ bars, width, format, active, setActive }} />
        )
      }
    </ChartFrame>
  )
}

interface PlotProps {
  bars: Bar[]
  width: number
  format: (value: number) => string
  active: number | undefined
  setActive: (place: number | undefined) => void
}

const TOP = 22
const BOTTOM = 22

function Columns({ bars, width, format, active, setActive }: PlotProps) {
  const navigate = useNavigate()
  const column = columnsBetween(0, width, bars.length)
  const top = Math.max(...bars.map((bar) => bar.value), 1)
  const y = scaleTo(top, HEIGHT - BOTTOM, TOP)
  const every = Math.ceil(bars.length / Math.max(1, Math.floor(width / 64)))
  const peak = active ?? bars.findIndex((bar) => bar.value === top)
  return (
    <svg width={width} height={HEIGHT} onPointerLeave={() => setActive(undefined)}>
      <line className={styles['grid']} x1={0} x2={width} y1={y(0)} y2={y(0)} />
      {bars.map((bar, place) => (
        <g
          key={bar.label}
          onPointerEnter={() => setActive(place)}
          onClick={() => bar.href && navigate(bar.href)}
          style={bar.href ? { cursor: 'pointer' } : undefined}
        >
          <rect
            x={column.at(place)}
            width={column.width}
            y={0}
            height={HEIGHT}
            fill="transparent"
          />
          <rect
            className={styles['bar']}
            data-active={place === active || undefined}
            x={column.at(place)}
            width={column.width}
            y={y(bar.value)}
            height={Math.max(0, y(0) - y(bar.value))}
          />
          {place % every === 0 && (
            <text x={column.at(place) + column.width / 2} y={HEIGHT - 6} textAnchor="middle">
              {bar.label}
            </text>
          )}
        </g>
      ))}
      <PeakValue {...{ bars, peak, width, format, column, y }} />
    </svg>
  )
}

interface PeakValueProps extends Pick<PlotProps, 'bars' | 'width' | 'format'> {
  peak: number
  column: ReturnType<typeof columnsBetween>
  y: (value: number) => number
}

/** The value of the chosen column, else of the highest one, positioned within the picture. */
function PeakValue({ bars, peak, width, format, column, y }: PeakValueProps) {
  const bar = bars[peak]
  if (!bar) return null
  const middle = column.at(peak) + column.width / 2
  const anchor = middle < 60 ? 'start' : middle > width - 60 ? 'end' : 'middle'
  const at = anchor === 'start' ? 0 : anchor === 'end' ? width : middle
  return (
    <text className={styles['value']} x={at} y={y(bar.value) - 6} textAnchor={anchor}>
      {format(bar.value)}
    </text>
  )
}

function Rows({ bars, width, format, active, setActive }: PlotProps) {
  const navigate = useNavigate()
  const names = Math.min(220, width * 0.35)
  const values = 120
  const top = Math.max(...bars.map((bar) => bar.value), 1)
  const x = scaleTo(top, 0, Math.max(10, width - names - values))
  return (
    <svg width={width} height={bars.length * ROW} onPointerLeave={() => setActive(undefined)}>
      {bars.map((bar, place) => (
        <g
          key={bar.label}
          transform={`translate(0 ${place * ROW})`}
          onPointerEnter={() => setActive(place)}
          onClick={() => bar.href && navigate(bar.href)}
          style={bar.href ? { cursor: 'pointer' } : undefined}
        >
          <rect width={width} height={ROW} fill="transparent" />
          <text x={0} y={ROW / 2} dominantBaseline="central">
            <title>{bar.label}</title>
            {shortenText(bar.label, names)}
          </text>
          <rect
            className={styles['bar']}
            data-active={place === active || undefined}
            x={names}
            y={5}
            height={ROW - 10}
            width={x(bar.value)}
          />
          <text
            className={styles['value']}
            x={names + x(bar.value) + 8}
            y={ROW / 2}
            dominantBaseline="central"
          >
            {format(bar.value)}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** A 12 px letter takes about this many pixels. */
const LETTER = 7

function shortenText(text: string, width: number): string {
  const fits = Math.floor(width / LETTER)
  return text.length > fits ? `${text.slice(0, fits - 1)}…` : text
}
