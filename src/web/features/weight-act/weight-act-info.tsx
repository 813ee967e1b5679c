import { Link } from '#web/router/link.tsx'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { day, kg, percent } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { Rows } from '../supplier/head/supplier-trade.tsx'
import styles from '../../ui/layout/record-chain.module.css'
import { VisitFigures } from '../weighing/visit-figures.tsx'
import { deductionsText } from './line-deductions.ts'

/** One weight act beside the list: lines, and the visits with their pictures. */
export function WeightActInfo({ id }: { id: string }) {
  const { data, error } = useCall(weightacts.get, { params: { id } })
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <div className={styles['chain']}>
      <Panel
        title={`Весовой акт ${data.number}`}
        actions={<StatusBadge kind="weight_act" status={data.status} />}
      >
        {data.void_reason && <p>Аннулирован. Причина: {data.void_reason}</p>}
        <Facts
          facts={[
            { label: 'Дата', value: day(data.date) },
            { label: 'Поставщик', value: data.supplier_name ?? '—' },
            { label: 'Машина', value: data.carnumber ?? '—' },
            { label: 'Взвесил', value: data.weigher_name ?? '—' },
            {
              label: 'Акт',
              value: data.act_id ? (
                <Link to={to(paths.act, { actId: data.act_id })}>
                  {data.act_number ?? 'черновик'}
                </Link>
              ) : (
                '—'
              ),
            },
          ]}
        />
        <Rows
          heads={['Товар', 'Физ. вес', 'Засор', 'Нетто']}
          empty="Строк нет."
          rows={data.lines.map((line) => [
            <span key="p">
              {line.product_name}
              <small className={styles['small']}>{deductionsText(line)}</small>
            </span>,
            kg(line.phys_g),
            percent(line.shown_zasor_bp),
            kg(line.net_g),
          ])}
        />
      </Panel>
      {data.transactions.map((visit) => (
        <Panel key={visit.id} title={`Заезд ${visit.number}`}>
          <VisitFigures visit={visit} />
        </Panel>
      ))}
    </div>
  )
}
