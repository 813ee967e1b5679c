import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import styles from './tile.module.css'

interface TileProps {
  title: string
  /** A number is never shown without its period: «сегодня», «за ноябрь». */
  period: string
  /** The formatted number with its unit; absent while it loads. */
  value?: ReactNode
  /** «на 12 % больше, чем вчера». */
  note?: ReactNode
  /** What the figure adds up, shown on hover. */
  meaning?: string | undefined
  /** The link to the list behind the number. */
  href?: string
  /** This tile alone failed. */
  retry?: () => void
  tone?: 'warning'
}

/** One figure of a dashboard; the whole tile is the link to its list. */
export function Tile({ title, period, value, note, meaning, href, retry, tone }: TileProps) {
  const inside = (
    <>
      <span className={styles['title']}>
        {title} <small>{period}</small>
      </span>
      <span className={styles['value']} data-empty={value === undefined || undefined}>
        {value ?? (retry ? 'Не удалось' : '\u00a0')}
      </span>
      <span className={styles['note']}>{note ?? '\u00a0'}</span>
    </>
  )
  if (retry && value === undefined)
    return (
      <div className={styles['tile']}>
        {inside}
        <Button variant="default" onClick={retry}>
          Повторить
        </Button>
      </div>
    )
  return href ? (
    <Link to={href} className={styles['tile']} data-tone={tone} title={meaning}>
      {inside}
    </Link>
  ) : (
    <div className={styles['tile']} data-tone={tone} title={meaning}>
      {inside}
    </div>
  )
}

/** Tiles in rows of equal width. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className={styles['tiles']}>{children}</div>
}

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
