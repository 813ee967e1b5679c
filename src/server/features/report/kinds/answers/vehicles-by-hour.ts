import { paths } from '#contract/screen-paths.ts'
import { visitStatuses } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, postParam, siteParam } from '../../report-params.ts'
import { walkVehiclesByHour, type VehiclesOfHour } from './vehicles-by-hour-queries.ts'

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export const vehiclesByHour = reportKind({
  type: 'vehicles_by_hour',
  title: 'Машины по часам',
  permission: 'report.create',
  source: visitCalls.getAll,
  params: { ...periodParams, site_id: siteParam, post_id: postParam },
  columns: {
    hour: {
      title: 'Час',
      kind: 'text',
      value: ({ hour }: VehiclesOfHour) => `${clock(hour)}–${clock(hour + 1)}`,
    },
    vehicles: {
      title: 'Заехало машин',
      kind: 'integer',
      value: (row) => row.vehicles,
      addend: (row) => row.vehicles,
    },
    median: {
      title: 'На территории (медиана), мин',
      kind: 'integer',
      value: (row) => row.median_min,
    },
    longest: { title: 'Дольше всего, мин', kind: 'integer', value: (row) => row.longest_min },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: {
    title: 'Машины по часам',
    unit: 'count',
    name: 'hour',
    value: 'vehicles',
    isInOrder: true,
  },
  opens({ hour, vehicles }, { date_from, date_to, ...places }) {
    if (vehicles === 0) return null
    const counted = visitStatuses.filter((status) => status !== 'void')
    const address = new URLSearchParams(counted.map((status) => ['status', status]))
    address.set('from', date_from)
    address.set('to', date_to)
    address.set('vehicle_hour', String(hour))
    for (const [name, id] of Object.entries(places)) if (id) address.set(name, id)
    return `${paths.transactions}?${address.toString()}`
  },
  rows: walkVehiclesByHour,
})
