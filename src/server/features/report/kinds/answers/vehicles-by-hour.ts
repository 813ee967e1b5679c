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
  rows: walkVehiclesByHour,
})
