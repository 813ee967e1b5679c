import { ActionIcon, Button } from '@mantine/core'
import { X } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import { savePreferences, usePreferences } from '../../../state/preferences.ts'
import { useKeys } from '../../keyboard/keys.ts'
import styles from './side-preview.module.css'
import { Facts } from '../../layout/facts.tsx'
import { cellOf } from './cell-text.ts'
import type { Column } from '../list-types.ts'

export interface SidePreviewProps<Row> {
  close: () => void
  open: (() => void) | undefined
  /** Names the record; what the card itself does not head is headed here. */
  title: string | undefined
  /** Shown where the list has no card of its own. */
  facts: RowFactsProps<Row> | undefined
  children: ReactNode
}

const MIN = 320
const MAX = 720

/** The record's card at the right; ↑↓ in the list move through records while it stays open. */
export function SidePreview<Row>({ close, open, title, facts, children }: SidePreviewProps<Row>) {
  const width = usePreferences((preferences) => preferences.peekWidth)
  useKeys([{ keys: 'Escape', label: 'Закрыть карточку', run: close }])
  const drag = (event: PointerEvent<HTMLElement>) => {
    const start = event.clientX
    const grip = event.currentTarget
    grip.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) =>
      savePreferences({ peekWidth: Math.min(MAX, Math.max(MIN, width + start - moved.clientX)) })
    grip.addEventListener('pointermove', move)
    grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return (
    <aside className={styles['peek']} aria-label="Карточка записи" style={{ width }}>
      <span className={styles['peekGrip']} onPointerDown={drag} />
      <div className={styles['peekHead']}>
        <h2 title={title}>{title}</h2>
        {open && (
          <Button variant="default" onClick={open}>
            Открыть
          </Button>
        )}
        <ActionIcon variant="subtle" aria-label="Закрыть карточку" onClick={close}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div className={styles['peekBody']}>{children ?? (facts && <RowFacts {...facts} />)}</div>
    </aside>
  )
}

/** For a list without a side card of its own. */
interface RowFactsProps<Row> {
  columns: Column<Row>[]
  row: Row
}

/** All columns of one row under each other. */
function RowFacts<Row>({ columns, row }: RowFactsProps<Row>) {
  return (
    <Facts facts={columns.map((column) => ({ label: column.title, value: cellOf(column, row) }))} />
  )
}
