import { Truck } from 'lucide-react'
import { MOST_ON_SITE, type VehicleOnSite } from '#contract/report/dashboard.ts'
import { paths } from '#contract/screen-paths.ts'
import { Link } from '#web/router/link.tsx'
import { count, duration, kg, time } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { serverNow } from '#web/ui/server-clock.ts'
import { SmallPicture } from '../../weighing/small-picture.tsx'
import styles from './yard-panel.module.css'

interface YardPanelProps {
  vehicles: VehicleOnSite[] | undefined
  /** On site altogether, as the figure beside it says. */
  total: number
}

/** Vehicles on site, the longest there first: picture, whose it is, since when and how long it has been there. */
export function YardPanel({ vehicles, total }: YardPanelProps) {
  return (
    <Panel
      title="Очередь на территории"
      actions={
        <Link to={`${paths.transactions}?status=in`} className={styles['all']}>
          {total > MOST_ON_SITE ? `Все: ${count(total)}` : 'Все'}
        </Link>
      }
    >
      {vehicles?.length === 0 && <p className={styles['quiet']}>Машин на территории нет.</p>}
      <ul className={styles['vehicles']}>
        {vehicles?.map((vehicle) => (
          <li key={vehicle.visit_id}>
            <Vehicle vehicle={vehicle} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const MINUTE_MS = 60_000

function Vehicle({ vehicle }: { vehicle: VehicleOnSite }) {
  const { visit_id, number, carnumber, supplier_name, in_at, in_g, photo } = vehicle
  const name = carnumber ?? `Заезд ${number}`
  const minutes = Math.max(0, (serverNow() - Date.parse(in_at)) / MINUTE_MS)
  return (
    <>
      {photo ? (
        <SmallPicture photos={[photo]} photo={photo} of={name} />
      ) : (
        <span className={styles['absent']} title="Снимка нет">
          <Truck size={20} strokeWidth={1.5} aria-hidden />
        </span>
      )}
      <Link to={`${paths.transactions}?id=${visit_id}`}>
        <span>
          <strong>{name}</strong>
          <small>{supplier_name ?? 'поставщик не указан'}</small>
        </span>
        <span data-end>
          <b>{kg(in_g)}</b>
          <small>
            с {time(in_at)}, <span aria-label="стоит">{duration(minutes)}</span>
          </small>
        </span>
      </Link>
    </>
  )
}
