import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallError } from '#web/state/call-error.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from './section.module.css'

interface SectionProps<T extends readonly unknown[]> {
  read: { data: T | undefined; error: CallError | null; refetch: () => unknown }
  /** A whole sentence for an answer without rows. */
  empty: string
  children: (rows: T) => ReactNode
}

/** A part that reads for itself: it waits, fails, is empty or closed to the reader without touching the parts beside it. */
export function Section<T extends readonly unknown[]>({ read, empty, children }: SectionProps<T>) {
  const { data, error } = read
  if (error?.status === 403)
    return (
      <p role="alert" className={styles['note']}>
        Эта часть вам недоступна. {error.message}.
      </p>
    )
  if (error && !data)
    return (
      <div role="alert" className={styles['note']}>
        <p>{error.message}</p>
        <Button variant="default" onClick={() => void read.refetch()}>
          Повторить
        </Button>
      </div>
    )
  if (!data) return <Waiting />
  if (data.length === 0) return <p className={styles['note']}>{empty}</p>
  return children(data)
}
