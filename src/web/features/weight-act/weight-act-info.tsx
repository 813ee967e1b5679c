import { Link } from 'react-router'
import { weightacts } from '#contract/weight-act.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#web/paths.ts'
import { Facts } from '#web/ui/facts.tsx'
import { day, kg, percent } from '#web/ui/format.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Rows } from '../supplier/supplier-trade.tsx'
import styles from '../act/act-chain.module.css'
import { VisitFigures } from '../transaction/visit-panel.tsx'
import { cutsText } from './line-cuts.ts'

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
              <small className={styles['small']}>{cutsText(line)}</small>
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
