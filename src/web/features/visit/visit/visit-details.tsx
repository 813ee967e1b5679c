import { Link } from '#web/router/link.tsx'
import { visitCalls } from '#contract/visit/visit.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { dateTime, day } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { HistoryLink } from '#web/features/audit/history-link.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { VisitFlags } from './visit-panel.tsx'
import { VisitFigures } from '../../weighing/visit-figures.tsx'
import { AddedPictures } from '../../weighing/visit-pictures.tsx'
import styles from '../station.module.css'
import { Button } from '@mantine/core'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { useSend } from '#web/api/use-send.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { openTicket } from './open-ticket.ts'
import { openVisitPhotos } from '../../weighing/open-visit-photos.ts'
import { whyVoid } from './undo-visit.ts'

/** One visit beside a list: every weighing with its pictures, and the papers made of it. */
export function VisitDetails({ id }: { id: string }) {
  const { data, error } = useCall(visitCalls.find, { query: { filter: { id } } })
  if (error) throw error
  if (!data) return <Waiting />
  const [visit] = data.items
  if (!visit) return <p>Такого заезда нет.</p>
  return (
    <div className={styles['middle']}>
      <Panel
        title={`Заезд ${visit.number}`}
        actions={<StatusBadge kind="transaction" status={visit.status} />}
      >
        {visit.void_reason && <p>Аннулирован. Причина: {visit.void_reason}</p>}
        <VisitFigures visit={visit} />
        <VisitFlags flags={visit.flags} />
        <AddedPictures visit={visit} />
        <VisitActions visit={visit} />
        <HistoryLink id={visit.id} />
      </Panel>
      <Panel title="Сведения">
        <Facts
          facts={[
            { label: 'Машина', value: visit.carnumber ?? '—' },
            { label: 'Прицеп', value: visit.trailer_number ?? '—' },
            { label: 'Водитель', value: visit.driver_name ?? '—' },
            { label: 'Поставщик', value: visit.supplier_name ?? '—' },
            { label: 'Товар', value: visit.product_name ?? '—' },
            { label: 'Площадка', value: visit.site_name },
            { label: 'Примечание', value: visit.comment ?? '—' },
            { label: 'Въезд', value: dateTime(visit.in_at) },
            { label: 'Выезд', value: dateTime(visit.out_at) },
            {
              label: 'Накладная',
              value: visit.waybill_number
                ? `${visit.waybill_number}${visit.waybill_date ? ` от ${day(visit.waybill_date)}` : ''}`
                : '—',
            },
            {
              label: 'Весовой акт',
              value: visit.weight_act_id ? (
                <Link
                  target="_blank"
                  to={to(paths.printWeightAct, { weightActId: visit.weight_act_id })}
                >
                  {visit.weight_act_number}
                </Link>
              ) : (
                '—'
              ),
            },
            {
              label: 'Акт',
              value: visit.act_id ? (
                <Link to={to(paths.act, { actId: visit.act_id })}>
                  {visit.act_number ?? 'черновик'}
                </Link>
              ) : (
                '—'
              ),
            },
            { label: 'Записал', value: visit.created_by_name ?? '—' },
          ]}
        />
      </Panel>
    </div>
  )
}

/** What can be done with one visit from the journal: pictures side by side, ticket, seen marks, void. */
function VisitActions({ visit }: { visit: VisitCard }) {
  const save = useSend(visitCalls.update, {
    refreshes: [visitCalls.find, visitCalls.getAll, visitCalls.getIn, visitCalls.getFree],
  })
  const mayReview = useMaySend(visitCalls.update, 'review')
  const mayVoid = useMaySend(visitCalls.update, 'void')
  const { id, version } = visit
  const open = visit.flags.filter(({ reviewed_at }) => !reviewed_at).map(({ code }) => code)
  const review = async () => {
    const done = await save.send({ body: { command: 'review', id, version, flags: open } })
    if (done) toast.success('Отметки просмотрены')
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
      {open.length > 0 && mayReview && (
        <Button variant="default" loading={save.sending} onClick={() => void review()}>
          Просмотрено
        </Button>
      )}
      {mayVoid && (visit.status === 'in' || visit.status === 'closed') && (
        <Button variant="subtle" data-danger onClick={() => void drop()}>
          Аннулировать
        </Button>
      )}
    </div>
  )
}
