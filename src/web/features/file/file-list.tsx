import { documentColumns, documentRecord } from '#contract/lists/document-columns.ts'
import { useMemo, type ReactNode } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { fileKinds, type File } from '#contract/file/file-entities.ts'
import { files } from '#contract/file/file.ts'
import { fileKindTitles } from '#contract/core/display-text.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { dateTime } from '#web/ui/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import { Viewer } from '#web/features/file/viewer.tsx'
import styles from './document-list.module.css'

const nameOf = (row: File) =>
  `${fileKindTitles[row.kind]}, ${documentRecord(row) ?? '—'}, ${dateTime(row.created_at)}`

const ALL_COLUMNS = screenColumns(documentColumns, {
  company: { width: 200 },
  created_at: { card: 'subtitle', width: 160 },
  kind: { card: 'title', width: 170 },
  record: { card: 'subtitle', width: 220, grow: true },
  supplier: { width: 220 },
  author: { width: 180 },
  size: { card: 'amount', width: 90, align: 'end' },
  scan: { card: 'status', width: 120 },
})

const OWN_COLUMNS = ALL_COLUMNS.filter(({ id }) => id !== 'company')

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

const FileTile = lazyPart(async () => (await import('./file-tile.tsx')).FileTile, <span />)
const tileOf = (row: File) => <FileTile row={row} />

interface FileListProps {
  /** Whose files SUPERVISOR sees; one's own company's without it. */
  companies?: readonly { readonly id: string; readonly short_name: string }[]
  /** Tabs over the list. */
  tabs?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
}

/** Files with what they belong to; Space shows one at the right, Enter opens it whole. */
export function FileList({ companies, tabs, actions }: FileListProps) {
  const navigate = useNavigate()
  const filters = useMemo(() => {
    if (!companies) return FILTERS
    const options = companies.map(({ id, short_name }) => ({ value: id, label: short_name }))
    const ofCompany = (value: string) => ({ company_id: value })
    return [{ key: 'company', label: 'Компания', options, toFilter: ofCompany }, ...FILTERS]
  }, [companies])
  return (
    <ListScreen<File>
      id={companies ? 'company-documents' : 'documents'}
      title="Документы"
      call={files.getAll}
      columns={companies ? ALL_COLUMNS : OWN_COLUMNS}
      sort="-created_at"
      search="Поставщик или запись"
      period
      filters={filters}
      preview={viewButton}
      tile={tileOf}
      open={(row) => navigate(to(paths.image, { fid: row.id }))}
      empty="Здесь появятся фото взвешиваний, сканы актов и согласия."
      tabs={tabs}
      actions={actions}
    />
  )
}
