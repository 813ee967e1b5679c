import { flagTitles } from '#contract/core/flags.ts'
import { visitModeTitles } from '#contract/core/display-text.ts'
import type { Visit } from '#contract/visit/visit-entities.ts'
import { dateTime, kg } from '#web/ui/format.ts'
import type { Column, ListFilter } from '#web/ui/list/list-types.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'

/** A typed weight and a saved tare are always marked, seen or not; other marks until a manager has seen them. */
function marksOf(row: Visit): string[] {
  const open = row.flags.filter(({ code, reviewed_at }) => !reviewed_at && code !== 'manual')
  return [
    ...(row.sources.includes('manual') ? ['Ручной ввод'] : []),
    ...(row.sources.includes('stored_tare') ? ['По таре'] : []),
    ...open.map(({ code }) => flagTitles[code]),
  ]
}

function Marks({ row }: { row: Visit }) {
  const [first, ...rest] = marksOf(row)
  if (!first) return null
  return <Badge tone="orange" label={rest.length > 0 ? `${first} +${rest.length}` : first} />
}

/** Everything that the journal tells of a visit in one line. */
export const visitColumns: Column<Visit>[] = [
  {
    id: 'number',
    card: 'subtitle',
    title: 'Номер',
    width: 112,
    sort: 'number',
    text: (row) => row.number,
  },
  {
    id: 'in_at',
    title: 'Въезд',
    width: 132,
    sort: 'in_at',
    text: (row) => dateTime(row.in_at),
  },
  {
    id: 'out_at',
    title: 'Выезд',
    width: 138,
    sort: 'out_at',
    hidden: true,
    text: (row) => dateTime(row.out_at),
  },
  {
    id: 'carnumber',
    card: 'title',
    title: 'Машина',
    width: 98,
    sort: 'carnumber',
    text: (row) => row.carnumber ?? '',
  },
  {
    id: 'supplier',
    title: 'Поставщик',
    width: 134,
    grow: true,
    text: (row) => row.supplier_name ?? '',
  },
  {
    id: 'product',
    title: 'Товар',
    width: 100,
    grow: true,
    text: (row) => row.product_name ?? '',
  },
  {
    id: 'gross',
    title: 'Брутто',
    width: 108,
    align: 'end',
    cell: (row) => kg(row.gross_g),
    total: (totals) => kg(totals['gross_g']),
  },
  {
    id: 'tare',
    title: 'Тара',
    width: 80,
    align: 'end',
    cell: (row) => kg(row.tare_g),
  },
  {
    id: 'net',
    card: 'amount',
    title: 'Нетто',
    width: 100,
    align: 'end',
    sort: 'net_g',
    cell: (row) => kg(row.net_g),
    total: (totals) => kg(totals['net_g']),
  },
  {
    id: 'mode',
    title: 'Режим',
    width: 136,
    hidden: true,
    text: (row) => visitModeTitles[row.mode],
  },
  {
    id: 'status',
    card: 'status',
    title: 'Статус',
    width: 138,
    cell: (row) => <StatusBadge kind="transaction" status={row.status} />,
  },
  {
    id: 'photos',
    title: 'Фото',
    width: 64,
    align: 'end',
    hidden: true,
    cell: (row) => row.photos_count,
  },
  {
    id: 'flags',
    title: 'Пометки',
    width: 108,
    cell: (row) => <Marks row={row} />,
    text: (row) => marksOf(row).join(', '),
  },
]

const VISIT_FLAGS = [
  'manual',
  'offline',
  'no_photo',
  'plate_mismatch',
  'plate_unknown',
  'tare_deviation',
  'tare_expired',
  'off_step',
  'device_overdue',
  'stale',
] as const

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
