import { visitColumns, visitMarks } from '#contract/lists/visit-columns.ts'
import { flagsOfArea, flagTitles, type FlagCode } from '#contract/core/flags.ts'
import { visitModeTitles } from '#contract/core/display-text.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import type { ListFilter } from '#web/ui/list/list-types.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'

function Marks({ row }: { row: Visit }) {
  const [first, ...rest] = visitMarks(row)
  if (!first) return null
  return <Badge tone="orange" label={rest.length > 0 ? `${first} +${rest.length}` : first} />
}

/** Everything that the journal tells of a visit in one line. */
export const VISIT_COLUMNS = screenColumns(visitColumns, {
  number: { card: 'subtitle', width: 112 },
  in_at: { width: 132 },
  out_at: { width: 138, hidden: true },
  carnumber: { card: 'title', width: 98 },
  supplier: { width: 134, grow: true },
  product: { width: 100, grow: true },
  gross: { width: 108 },
  tare: { width: 80 },
  net: { card: 'amount', width: 100 },
  mode: { width: 136, hidden: true },
  status: { card: 'status', width: 138 },
  photos: { width: 64, hidden: true },
  flags: { width: 108, cell: (row) => <Marks row={row} /> },
})

const VISIT_FLAGS: readonly FlagCode[] = [
  ...flagsOfArea('weight').filter((code) => code !== 'unweighed' && code !== 'not_zero'),
  'same_photo',
]

/** What else than period, status and words narrows the journal. */
export const visitFilters: ListFilter[] = [
  {
    key: 'direction',
    label: 'Направление',
    options: [
      { value: 'purchase', label: 'Закупка' },
      { value: 'shipment', label: 'Отгрузка' },
      { value: 'control', label: 'Контроль' },
    ],
    toFilter: (value) => ({ direction: [value] }),
  },
  {
    key: 'mode',
    label: 'Режим',
    options: Object.entries(visitModeTitles).map(([value, label]) => ({ value, label })),
    toFilter: (value) => ({ mode: [value] }),
  },
  {
    key: 'flag',
    label: 'Пометка',
    options: VISIT_FLAGS.map((value) => ({ value, label: flagTitles[value] })),
    toFilter: (value) => ({ flag: [value] }),
  },
]
