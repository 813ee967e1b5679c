import { act } from '#contract/act/act.ts'
import { paths } from '#contract/screen-paths.ts'
import type { Tx } from '../../../../db/handle.ts'
import { sumUnpaidActs } from '../money/unpaid-acts-queries.ts'
import { reportKind } from '../../report-kind.ts'
import { dateParam, siteParam } from '../../report-params.ts'

/** Days since the act, both ends included; the last band has no end. */
const BANDS = [
  { title: '0–1 день', from: 0, to: 1 },
  { title: '2–7 дней', from: 2, to: 7 },
  { title: '8–30 дней', from: 8, to: 30 },
  { title: 'Больше 30 дней', from: 31, to: undefined },
] as const

interface UnpaidOfAge {
  readonly band: (typeof BANDS)[number]
  readonly acts: number
  readonly suppliers: number
  readonly left_kop: number
}

export const unpaidByAge = reportKind({
  type: 'unpaid_by_age',
  title: 'Долг по давности',
  sentence: 'Сколько не выплачено и как давно',
  permission: 'report.create',
  source: act.getAll,
  params: { date: dateParam, site_id: siteParam },
  columns: {
    age: { title: 'Давность', kind: 'text', value: ({ band }: UnpaidOfAge) => band.title },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts, addend: true },
    suppliers: { title: 'Поставщиков', kind: 'integer', value: (row) => row.suppliers },
    left: {
      title: 'Долг',
      kind: 'money',
      value: (row) => row.left_kop,
      sums: 'debt',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Долг по давности', unit: 'kop', name: 'age', value: 'left', isInOrder: true },
  opens({ band, acts }, { date, site_id }) {
    if (acts === 0) return null
    const address = new URLSearchParams({ order: 'unpaid_acts', date, days: String(band.from) })
    if (band.to !== undefined) address.set('days_to', String(band.to))
    if (site_id) address.set('site_id', site_id)
    return `${paths.reports}?${address.toString()}`
  },
  rows: sumByAge,
})

/** The acts of `unpaid_acts` by their age: always four rows. */
async function* sumByAge(
  db: Tx,
  params: { readonly date: string; readonly site_id?: string | undefined },
): AsyncGenerator<UnpaidOfAge> {
  const sums = await sumUnpaidActs(
    db,
    params,
    BANDS.map(({ from }) => from),
  )
  for (const [place, band] of BANDS.entries()) {
    const { acts = 0, suppliers = 0, left_kop = 0 } = sums.find((sum) => sum.band === place) ?? {}
    yield { band, acts, suppliers, left_kop }
  }
}
