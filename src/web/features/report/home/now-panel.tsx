import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import type { Tile } from '#contract/report/dashboard.ts'
import { sumMeanings } from '#contract/core/sum-meanings.ts'
import { differenceText } from '#web/ui/form/difference.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { FORMATS } from '../dashboard-parts.tsx'
import styles from './now-panel.module.css'

interface NowPanelProps {
  title: string
  tiles: Tile[] | undefined
  retry: () => void
}

/** Figures beside the answer in rows, each the link to the records that prove it. */
export function NowPanel({ title, tiles, retry }: NowPanelProps) {
  return (
    <Panel title={title}>
      <ul className={styles['rows']}>
        {tiles?.map((tile) => (
          <li key={tile.key}>
            {tile.value === null ? (
              <UnreadFigure title={tile.title} retry={retry} />
            ) : (
              <Row tile={tile} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Row({ tile }: { tile: Tile }) {
  const { title, period, value, unit, sums, previous, previous_period: than, href } = tile
  const note = than && differenceText(value, previous, than)
  return (
    <Link to={href} title={sums ? sumMeanings[sums] : undefined}>
      <span>
        {title} <small>{period}</small>
      </span>
      <b>{FORMATS[unit](value ?? 0)}</b>
      {note && <em>{note}</em>}
    </Link>
  )
}

function UnreadFigure({ title, retry }: { title: string; retry: () => void }) {
  return (
    <div>
      <span>{title}: не удалось</span>
      <Button variant="default" onClick={retry}>
        Повторить
      </Button>
    </div>
  )
}
