import { visitColumns, visitMarks } from '#contract/lists/visit-columns.ts'
import { flagsOfArea, flagTitles, type FlagCode } from '#contract/core/flags.ts'
import { visitModeTitles } from '#contract/core/display-text.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import type { ListFilter } from '#web/ui/list/list-types.ts'
import { shortDateTime } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'

function Marks({ row }: { row: Visit }) {
  const [first, ...rest] = visitMarks(row)
  if (!first) return null
  return <Badge tone="orange" label={rest.length > 0 ? `${first} +${rest.length}` : first} />
}

/** Everything that the journal tells of a visit in one line. */
export const VISIT_COLUMNS = screenColumns(visitColumns, {
  number: { card: 'subtitle', width: 96 },
  in_at: { width: 92, cell: (row) => shortDateTime(row.in_at) },
  out_at: { width: 138, hidden: true },
  carnumber: { card: 'title', width: 96 },
  product: { width: 184, grow: true },
  supplier: { width: 212, grow: true },
  gross: { width: 82 },
  tare: { width: 80, wide: true },
  net: { card: 'amount', width: 100 },
  mode: { width: 136, hidden: true },
  status: { card: 'status', width: 128 },
  photos: { width: 64, hidden: true },
  flags: { width: 114, cell: (row) => <Marks row={row} /> },
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
    label: 'Отметки',
    options: VISIT_FLAGS.map((value) => ({ value, label: flagTitles[value] })),
    toFilter: (value) => ({ flag: [value] }),
  },
]
