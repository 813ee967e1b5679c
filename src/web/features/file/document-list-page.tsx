import { useNavigate } from 'react-router'
import { fileKinds, type File } from '#contract/file/file-entities.ts'
import { files } from '#contract/file/file.ts'
import { fileKindTitles } from '#contract/core/display-text.ts'
import { paths, to } from '#web/paths.ts'
import { dateTime } from '#web/ui/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import type { Column } from '#web/ui/list/list-types.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Viewer } from '#web/features/file/viewer.tsx'
import styles from './document-list.module.css'

const KILOBYTE = 1024
const sizeOf = (row: File) => `${Math.max(1, Math.round(row.size / KILOBYTE))} КБ`
/** Papers are named with their kind by the server, people are not. */
const recordOf = (row: File) =>
  row.entity === 'supplier' ? `Поставщик ${row.entity_title ?? ''}` : (row.entity_title ?? '—')
const nameOf = (row: File) =>
  `${fileKindTitles[row.kind]}, ${recordOf(row)}, ${dateTime(row.created_at)}`

const COLUMNS: Column<File>[] = [
  {
    id: 'created_at',
    card: 'subtitle',
    title: 'Добавлен',
    width: 160,
    text: (row) => dateTime(row.created_at),
    sort: 'created_at',
  },
  {
    id: 'kind',
    card: 'title',
    title: 'Вид',
    width: 170,
    text: (row) => fileKindTitles[row.kind],
    sort: 'kind',
  },
  { id: 'record', card: 'subtitle', title: 'К чему', width: 220, grow: true, text: recordOf },
  {
    id: 'supplier',
    title: 'Поставщик',
    width: 220,
    text: (row) => row.supplier_name ?? '',
  },
  {
    id: 'author',
    title: 'Кто добавил',
    width: 180,
    text: (row) => row.created_by_name ?? 'Система',
  },
  {
    id: 'size',
    card: 'amount',
    title: 'Размер',
    width: 90,
    align: 'end',
    text: sizeOf,
    sort: 'size',
  },
  {
    id: 'scan',
    card: 'status',
    title: 'Проверка',
    width: 120,
    cell: (row) => row.scan_status && <StatusBadge kind="scan" status={row.scan_status} />,
  },
]

const FILTERS = [
  {
    key: 'kind',
    label: 'Вид',
    options: fileKinds.map((kind) => ({ value: kind, label: fileKindTitles[kind] })),
    toFilter: (value: string) => ({ kind: [value] }),
  },
  {
    key: 'unchecked',
    label: 'Проверка',
    options: [{ value: 'yes', label: 'Ждут проверки' }],
    toFilter: () => ({ unchecked: true }),
  },
]

const viewButton = (row: File) => (
  <div className={styles['look']}>
    <strong>{nameOf(row)}</strong>
    <Viewer key={row.id} file={row.id} alt={nameOf(row)} />
  </div>
)

/** Files of the company with what they belong to; Space shows one at the right, Enter opens it whole. */
export function Component() {
  const navigate = useNavigate()
  return (
    <ListScreen<File>
      id="documents"
      title="Документы"
      call={files.getAll}
      columns={COLUMNS}
      sort="-created_at"
      search="Поставщик или запись"
      period
      filters={FILTERS}
      peek={viewButton}
      open={(row) => void navigate(to(paths.image, { fid: row.id }))}
      empty="Здесь появятся фото взвешиваний, сканы актов и согласия."
    />
  )
}
