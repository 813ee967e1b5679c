import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ScannedPage } from '../scanned-page.ts'
import styles from '../scanner.module.css'

interface PageListProps {
  pages: readonly ScannedPage[]
  chosen: number | undefined
  choose: (id: number) => void
  change: (next: (all: readonly ScannedPage[]) => readonly ScannedPage[]) => void
}

/** The pages in the order in which they are sent. */
export function PageList({ pages, chosen, choose, change }: PageListProps) {
  const move = (from: number, to: number) =>
    change((all) => {
      const next = [...all]
      next.splice(to, 0, ...next.splice(from, 1))
      return next
    })
  return (
    <ol className={styles['pages']}>
      {pages.map((page, place) => (
        <li key={page.id} aria-current={page.id === chosen ? 'true' : undefined}>
          <Button
            size="compact-sm"
            variant={page.id === chosen ? 'light' : 'subtle'}
            onClick={() => choose(page.id)}
          >
            <Thumbnail page={page} /> Лист {place + 1}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={place === 0}
            aria-label={`Лист ${place + 1} выше`}
            onClick={() => move(place, place - 1)}
          >
            ↑
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={place === pages.length - 1}
            aria-label={`Лист ${place + 1} ниже`}
            onClick={() => move(place, place + 1)}
          >
            ↓
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            data-danger
            aria-label={`Убрать лист ${place + 1}`}
            onClick={() => change((all) => all.filter(({ id }) => id !== page.id))}
          >
            Убрать
          </Button>
        </li>
      ))}
    </ol>
  )
}

/** The whole picture, small; its blob address lives as long as the element. */
function Thumbnail({ page: { picture, clean, turns } }: { page: ScannedPage }) {
  const image = useRef<HTMLImageElement>(null)
  const shown = clean ?? picture
  useEffect(() => {
    const url = URL.createObjectURL(shown)
    image.current?.setAttribute('src', url)
    return () => URL.revokeObjectURL(url)
  }, [shown])
  return <img ref={image} className={styles['thumbnail']} data-turns={turns} alt="" />
}
