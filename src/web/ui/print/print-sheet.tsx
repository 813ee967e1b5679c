import { Button, Select } from '@mantine/core'
import { Printer } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { copyCounts, type CopyCount } from '#contract/core/shapes.ts'
import { useHotkeyNames } from '../keyboard/hotkeys.ts'
import { useKeys } from '../keyboard/keys.ts'
import { PdfButton } from './pdf-button.tsx'
import { PrintBody } from './print-body.tsx'
import styles from './print-sheet.module.css'

interface PrintSheetProps {
  title: string
  html: string
  /** From the template's settings; can be changed before printing. */
  copies?: number
  /** Target of the link beside the button. */
  record?: string
  /** Text of the link. */
  back?: string
  /** Landscape sheets. */
  wide?: boolean
  /** Answers the same form as PDF, with so many copies, or nothing where it was refused. */
  pdf?: (copies: CopyCount) => Promise<Blob | undefined>
  /** Note shown on screen only: «Черновик: номер появится после выписки». */
  note?: ReactNode
}

/** A printed form on screen: toolbar above, the sheet as it will leave the printer. */
export function PrintSheet({ title, html, copies = 1, record, note, ...rest }: PrintSheetProps) {
  const { back = 'Открыть запись', wide = false, pdf } = rest
  const [count, setCount] = useState(String(copies) as CopyCount)
  const keyOf = useHotkeyNames()
  useEffect(() => {
    document.title = `${title} — Приёмка`
  }, [title])
  useKeys([{ hotkey: 'print', label: 'Печать', run: () => window.print() }])
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <h1>{title}</h1>
        {note && <span className={styles['note']}>{note}</span>}
        <span className={styles['gap']} />
        {record && <Link to={record}>{back}</Link>}
        <Select
          aria-label="Экземпляров"
          w={120}
          data={copyCounts.map((value) => ({ value, label: `Экз.: ${value}` }))}
          value={count}
          allowDeselect={false}
          onChange={(value) => setCount(value as CopyCount)}
        />
        {pdf && <PdfButton title={title} read={() => pdf(count)} />}
        <Button
          leftSection={<Printer size={16} aria-hidden />}
          title={keyOf('print')}
          onClick={() => window.print()}
        >
          Печать
        </Button>
      </header>
      <div className={styles['frame']} tabIndex={0} role="region" aria-label="Печатный лист">
        <div className={styles['sheet']} data-wide={wide || undefined}>
          <PrintBody html={html} copies={Number(count)} ready={markReady} />
        </div>
      </div>
    </div>
  )
}

function markReady() {
  document.documentElement.dataset['printReady'] = 'true'
}
