import { useRef } from 'react'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import type { Viewing } from './file-views.ts'
import { PageSheets } from './page-sheets.tsx'
import styles from './page-sheets.module.css'

interface PageViewProps {
  /** The file's id. */
  file: string
  /** What the page is: «Подписанный акт, лист 2». */
  alt: string
  /** Beside a list the arrows belong to its rows. */
  hasKeys?: boolean
  /** Hears what came before the eyes; stays the same function. */
  note?: (viewing: Viewing) => void
  /** A file of one page opens at its end, where people sign. */
  opensAtEnd?: boolean
}

/** Points that an arrow scrolls the page by. */
const LINE = 80

/** A picture or every page of a PDF, large enough to read and scrolled by the keyboard. */
export function PageView({ file, alt, note, opensAtEnd, hasKeys = true }: PageViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const scroll = (by: number) => frame.current?.scrollBy({ top: by })
  const height = () => (frame.current?.clientHeight ?? 0) * 0.9
  const keys = [
    { keys: 'ArrowDown', label: 'Ниже по листу', run: () => scroll(LINE) },
    { keys: 'ArrowUp', label: 'Выше по листу', run: () => scroll(-LINE) },
    { keys: 'PageDown', label: 'Дальше по листу', run: () => scroll(height()) },
    { keys: 'PageUp', label: 'Назад по листу', run: () => scroll(-height()) },
  ]
  useKeys(hasKeys ? keys : [])
  return (
    <div
      key={file}
      ref={frame}
      className={styles['view']}
      role="region"
      data-sheets
      aria-label={alt}
      tabIndex={0}
    >
      <PageSheets file={file} alt={alt} note={note} opensAtEnd={opensAtEnd} />
    </div>
  )
}
