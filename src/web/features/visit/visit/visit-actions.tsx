import { Button } from '@mantine/core'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useSend } from '#web/api/use-send.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { isManager, useStore } from '#web/state/store.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { openTicket } from './open-ticket.ts'
import { openVisitPhotos } from '../../weighing/open-visit-photos.ts'
import styles from '../station.module.css'
import { whyVoid } from './why-void.ts'

/** What can be done with one visit from the journal: pictures side by side, ticket, seen marks, void. */
export function VisitActions({ visit }: { visit: VisitCard }) {
  const save = useSend(visitCalls.update, {
    refreshes: [visitCalls.find, visitCalls.getAll, visitCalls.getIn, visitCalls.getFree],
  })
  const manager = useStore(isManager)
  const maySend = useMaySend(visitCalls.update)
  const { id, version } = visit
  const open = visit.flags.filter(({ reviewed_at }) => !reviewed_at).map(({ code }) => code)
  const review = async () => {
    const done = await save.send({ body: { command: 'review', id, version, flags: open } })
    if (done) toast.success('Пометки просмотрены')
  }
  const drop = async () => {
    const reason = await whyVoid(visit.number)
    if (reason === undefined) return
    const done = await save.send({ body: { command: 'void', id, version, reason } })
    if (done) toast.success(`Заезд ${visit.number} аннулирован`)
  }
  return (
    <div className={styles['row']}>
      {visit.weighings.length > 0 && (
        <Button variant="default" onClick={() => void openVisitPhotos(visit)}>
          Фото рядом
        </Button>
      )}
      <Button variant="default" onClick={() => void openTicket(visit)}>
        Талон
      </Button>
      {open.length > 0 && manager && (
        <Button variant="default" loading={save.sending} onClick={() => void review()}>
          Просмотрено
        </Button>
      )}
      {maySend && (visit.status === 'in' || visit.status === 'closed') && (
        <Button variant="subtle" data-danger onClick={() => void drop()}>
          Аннулировать
        </Button>
      )}
    </div>
  )
}
