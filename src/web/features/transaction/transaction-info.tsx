import { Link } from 'react-router'
import { flagTitles } from '#contract/flags.ts'
import { transactions } from '#contract/transaction.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#web/paths.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, day } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { VisitFigures } from './visit-panel.tsx'
import styles from './station.module.css'

/** One visit beside a list: every weighing with its pictures, and the papers made of it. */
export function TransactionInfo({ id }: { id: string }) {
  const { data, error } = useCall(transactions.find, { query: { filter: { id } } })
  if (error) throw error
  const visit = data?.items[0]
  if (!visit) return <Waiting />
  return (
    <div className={styles['middle']}>
      <Panel
        title={`Заезд ${visit.number}`}
        actions={<StatusBadge kind="transaction" status={visit.status} />}
      >
        {visit.void_reason && <p>Аннулирован. Причина: {visit.void_reason}</p>}
        <VisitFigures visit={visit} />
        {visit.flags.length > 0 && (
          <div className={styles['row']}>
            {visit.flags.map((flag) => (
              <Badge
                key={flag.code}
                tone={flag.reviewed_at ? 'gray' : 'orange'}
                label={flagTitles[flag.code]}
              />
            ))}
          </div>
        )}
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
