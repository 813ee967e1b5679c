import { Button } from '@mantine/core'
import { Download, Table2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './chart.module.css'

interface ChartFrameProps {
  title: string
  /** The same data as a table: heads and rows of formatted texts. */
  heads: string[]
  rows: string[][]
  /** Text of the point that the arrows have chosen. */
  spoken: string
  onArrow: (step: 1 | -1) => void
  /** Opens what is behind the chosen point; absent where points lead nowhere. */
  open?: (() => void) | undefined
  children: (width: number) => ReactNode
}

/** Title, chart or table, CSV; arrows move between the points, a live region announces their values, Enter opens. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, heads, rows, spoken, onArrow, open, children } = props
  const [asTable, setAsTable] = useState(false)
  const { place, width } = useWidth()
  return (
    <figure className={styles['frame']}>
      <figcaption>
        <h2>{title}</h2>
        <Button
          variant="subtle"
          leftSection={<Table2 size={14} aria-hidden />}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'График' : 'Таблица'}
        </Button>
        <Button
          variant="subtle"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => saveCsv(title, [heads, ...rows])}
        >
          CSV
        </Button>
      </figcaption>
      {asTable ? (
        <DataRows heads={heads} rows={rows} />
      ) : (
        <div
          ref={place}
          className={styles['plot']}
          role="img"
          aria-label={`${title}. Стрелки показывают значения${open ? ', Enter открывает записи' : ''}`}
          tabIndex={0}
          onKeyDown={(event) => {
            if (event.code === 'Enter' || event.code === 'NumpadEnter') open?.()
            const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0
            if (step === 0) return
            event.preventDefault()
            onArrow(step)
          }}
        >
          {width > 0 && children(width)}
        </div>
      )}
      <span className="visually-hidden" aria-live="polite">
        {spoken}
      </span>
    </figure>
  )
}

function DataRows({ heads, rows }: { heads: string[]; rows: string[][] }) {
  return (
    <div className={styles['table']}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, place) => (
                <td key={heads[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}

/** The mark at the start makes spreadsheets read Cyrillic rightly. */
const BOM = '\uFEFF'

function saveCsv(title: string, lines: string[][]) {
  const text = lines.map((cells) => cells.map(quoteCell).join(';')).join('\r\n')
  const url = URL.createObjectURL(new Blob([BOM, text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${title}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

/** A cell that begins like a formula must not become one in a spreadsheet. */
function quoteCell(cell: string): string {
  const safe = /^[=+@\t\r-]/.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
