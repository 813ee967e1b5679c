import { Link } from '#web/router/link.tsx'
import type { Tile } from '#contract/report/dashboard.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { FORMATS } from '../dashboard-parts.tsx'
import styles from './figures.module.css'

interface FigureLineProps {
  tiles: readonly Tile[]
  /** What a figure was before, in words. */
  noteOf: (tile: Tile) => string | undefined
}

/** Figures in one line, each the link to the records that prove it. */
export function FigureLine({ tiles, noteOf }: FigureLineProps) {
  return (
    <div className={`${styles['figures']} ${styles['line']}`}>
      {tiles.map((tile) => (
        <Link key={tile.key} to={tile.href} title={tile.sums ? sumMeanings[tile.sums] : undefined}>
          <small>{tile.title}</small>
          <b>{tile.value === null ? '—' : figureText(tile.unit, tile.value)}</b>
          <small>{noteOf(tile) ?? '\u00a0'}</small>
        </Link>
      ))}
    </div>
  )
}

/** A distance has its sign: «+1,20 %» is dearer than the list. */
export const figureText = (unit: Tile['unit'], value: number) =>
  unit === 'bp' && value > 0 ? `+${FORMATS[unit](value)}` : FORMATS[unit](value)
