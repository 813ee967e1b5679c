import { lazyComponent } from '../../lazy-component.tsx'
import styles from './chart.module.css'

export const BarChart = lazyComponent(async () => (await import('./bar-chart.tsx')).BarChart, Place)

export const LineChart = lazyComponent(
  async () => (await import('./line-chart.tsx')).LineChart,
  Place,
)

export const StackedChart = lazyComponent(
  async () => (await import('./stacked-chart.tsx')).StackedChart,
  Place,
)

/** The chart's space is reserved while its file loads, so that nothing moves. */
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
