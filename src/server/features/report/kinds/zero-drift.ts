import { weight } from '#contract/device/device.ts'
import { reportKind } from '../report-kind.ts'
import { periodParams, postParam, siteParam } from '../report-params.ts'
import { walkZeroDays, type ZeroDay } from './zero-drift-queries.ts'

export const zeroDrift = reportKind({
  type: 'zero_drift',
  title: 'Уход нуля весов',
  permission: 'report.control',
  source: weight.getEpisodes,
  params: { ...periodParams, site_id: siteParam, post_id: postParam },
  columns: {
    day: { title: 'День', kind: 'day', value: (row: ZeroDay) => row.day },
    scale: { title: 'Весы', kind: 'text', value: (row) => row.scale },
    site: { title: 'Площадка', kind: 'text', value: (row) => row.site },
    first: { title: 'Ноль утром', kind: 'weight', value: (row) => row.first_g },
    last: { title: 'Ноль вечером', kind: 'weight', value: (row) => row.last_g },
    least: { title: 'Наименьший', kind: 'weight', value: (row) => row.least_g },
    most: { title: 'Наибольший', kind: 'weight', value: (row) => row.most_g },
    drift: { title: 'Уход за день', kind: 'weight', value: (row) => row.drift_g },
    far: { title: 'Больше трёх делений', kind: 'flag', value: (row) => row.is_far },
    beside: { title: 'Раз вне нуля', kind: 'integer', value: (row) => row.beside },
    pictures: { title: 'Снимков вне нуля', kind: 'integer', value: (row) => row.pictures },
    marked: { title: 'Взвешено не с нуля', kind: 'integer', value: (row) => row.marked },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Уход нуля по дням', unit: 'g', name: 'day', value: 'drift' },
  rows: walkZeroDays,
})
