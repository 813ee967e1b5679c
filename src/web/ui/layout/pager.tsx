import { Button } from '@mantine/core'
import styles from './wide-table.module.css'

interface PagerProps {
  total: number
  size: number
  offset: number
  go: (offset: number) => void
  /** What lies before this page and after it: «Назад», «Дальше». */
  words: readonly [before: string, after: string]
}

/** Two buttons under a table of pages; none where one page holds all. */
export function Pager({ total, size, offset, go, words: [before, after] }: PagerProps) {
  if (total <= size) return null
  return (
    <div className={styles['buttons']}>
      <Button variant="default" disabled={offset === 0} onClick={() => go(offset - size)}>
        {before}
      </Button>
      <Button variant="default" disabled={offset + size >= total} onClick={() => go(offset + size)}>
        {after}
      </Button>
    </div>
  )
}
