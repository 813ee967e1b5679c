import { lazy, Suspense } from 'react'
import type { BarChartProps } from './bar-chart.tsx'
import styles from './chart.module.css'
import type { LineChartProps } from './line-chart.tsx'
import type { StackedChartProps } from './stacked-chart.tsx'

const Bars = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }))
const Lines = lazy(async () => ({ default: (await import('./line-chart.tsx')).LineChart }))
const Stacks = lazy(async () => ({ default: (await import('./stacked-chart.tsx')).StackedChart }))

/** The chart's space is reserved while its chunk loads, so that nothing moves. */
export function BarChart(props: BarChartProps) {
  return (
    <Suspense fallback={<Place title={props.title} />}>
      <Bars {...props} />
    </Suspense>
  )
}

/** Same as `BarChart`. */
export function LineChart(props: LineChartProps) {
  return (
    <Suspense fallback={<Place title={props.title} />}>
      <Lines {...props} />
    </Suspense>
  )
}

/** Same as `BarChart`. */
export function StackedChart(props: StackedChartProps) {
  return (
    <Suspense fallback={<Place title={props.title} />}>
      <Stacks {...props} />
    </Suspense>
  )
}

function Place({ title }: { title: string }) {
  return (
    <figure className={styles['frame']} aria-busy="true">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      <div className={styles['plot']} />
    </figure>
  )
}
