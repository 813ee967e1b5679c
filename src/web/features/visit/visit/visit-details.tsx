import { Link } from 'react-router'
import { visitCalls } from '#contract/visit/visit.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { dateTime, day } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { HistoryLink } from '#web/features/audit/history-link.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { VisitActions } from './visit-actions.tsx'
import { VisitFlags } from './visit-panel.tsx'
import { VisitFigures } from '../../weighing/visit-figures.tsx'
import { AddedPictures } from '../../weighing/visit-pictures.tsx'
import styles from '../station.module.css'

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
