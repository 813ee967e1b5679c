import type { ReactNode } from 'react'
import styles from './tile.module.css'

/** A titled surface of a dashboard or a card: never one inside another. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles['panel']} aria-label={title} data-panel>
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
