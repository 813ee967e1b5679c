import { Button } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import styles from './filters.module.css'

export interface FoldedChoicesProps {
  narrowed: boolean
  children: ReactNode
}

/** On a phone the filters are behind one button, which shows when something narrows the list. */
export function FoldedChoices({ narrowed, children }: FoldedChoicesProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="default"
        aria-expanded={open}
        aria-controls={id}
        leftSection={<SlidersHorizontal size={16} aria-hidden />}
        data-narrowed={narrowed || undefined}
        onClick={() => setOpen(!open)}
      >
        Отбор
      </Button>
      <div id={id} className={styles['choices']} hidden={!open}>
        {open && children}
      </div>
    </>
  )
}
