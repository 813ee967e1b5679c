import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useOutbox } from '#web/offline/outbox.ts'
import { startOutbox } from '#web/offline/send-outbox.ts'
import { companyId, useStore } from '#web/state/store.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { recordsToReport } from '../truck/matching-records.ts'
import { useNow } from '../scale/use-now.ts'
import styles from '../platform/loads.module.css'

const OutboxList = lazyPart(async () => (await import('./outbox-list.tsx')).OutboxList)

const EACH_SECOND_MS = 1000

/** How many of the operator's records wait in this browser; they are sent automatically while a station is open. */
export function OutboxState() {
  useEffect(() => startOutbox(), [])
  const { records } = useOutbox()
  const company = useStore(companyId)
  const own = recordsToReport(records, company, useNow(EACH_SECOND_MS))
  const count = (wanted: string) => own.filter(({ state }) => state === wanted).length
  const waiting = own.findLast(({ state }) => state === 'waiting')
  if (own.length === 0) return null
  const rejected = count('rejected')
  const parts = [
    waiting && `Ждут отправки: ${count('waiting')}`,
    rejected > 0 && `${waiting ? 'отклонено' : 'Отклонено'}: ${rejected}`,
    !waiting && rejected === 0 && `Записи этого браузера: ${own.length}`,
  ]
  return (
    <div className={styles['offline']}>
      <Button
        variant="default"
        fullWidth
        data-danger={rejected > 0 || undefined}
        onClick={() =>
          void openDialog({ title: 'Записи этого браузера', width: 960 }, () => <OutboxList />)
        }
      >
        {parts.filter(Boolean).join(', ')}
      </Button>
    </div>
  )
}
