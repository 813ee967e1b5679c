import { defaultModulesCfg } from '#contract/core/module-settings.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { reportColumns } from '#contract/lists/report-columns.ts'
import { report } from '#contract/report/report.ts'
import { reportStatuses, type Report } from '#contract/report/report-entities.ts'
import { useCall } from '#web/api/use-call.ts'
import { day } from '#web/ui/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { ReportTabs } from './schedules/report-tabs.tsx'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'
import styles from './report-order.module.css'
import type { BulkAction, ListFilter } from '#web/ui/list/list-types.ts'

const COLUMNS = screenColumns(reportColumns, {
  created_at: { card: 'subtitle' },
  title: { card: 'title', width: 140, grow: true },
  format: { card: 'subtitle', width: 96 },
  status: { card: 'status', width: 130 },
  progress: {
    card: 'amount',
    width: 92,
    cell: (row) => <Progress row={row} />,
    text: (row) => `${row.progress} %`,
  },
  expires_at: {
    width: 116,
    cell: (row) => (row.status === 'ready' ? day(row.expires_at) : '—'),
  },
  error: { grow: true },
})

/** Live changes report the end of the work; progress is polled, and what is ready is saved from its row. */
function Progress({ row }: { row: Report }) {
  // SUPERVISOR has no company of their own and takes its default.
  const everyMs = useModuleSettings('report')?.poll_ms ?? defaultModulesCfg.report.poll_ms
  const open = row.status === 'queued' || row.status === 'running'
  const { data } = useCall(
    report.getStatus,
    { query: { reportId: row.id } },
    { when: open, every: everyMs, quiet: true },
  )
  if (row.file_id)
    return (
      <button
        type="button"
        className={styles['save']}
        onClick={() => void save(row)}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        Скачать
      </button>
    )
  return row.status === 'failed' ? '—' : `${open ? (data?.progress ?? row.progress) : 100}\u00a0%`
}

const FILTERS: ListFilter[] = [
  {
    key: 'own',
    label: 'Чьи',
    options: [{ value: 'yes', label: 'Мои' }],
    toFilter: () => ({ own: true }),
  },
]

// What is done with a report is loaded with the first press.
const save = async (row: Report | undefined) => {
  if (!row?.file_id) return
  const { saveReport } = await import('#web/list/export-list.ts')
  await saveReport(row.file_id, row.title)
}
const cancel = async (row: Report | undefined) => {
  if (!row) return
  const { cancelReport } = await import('#web/list/export-list.ts')
  await cancelReport(row.id)
}
const schedule = async (row: Report | undefined) => {
  if (!row) return
  const { openNewSchedule } = await import('./schedules/schedule-form.tsx')
  await openNewSchedule(row)
}
const repeat = async (row: Report | undefined) => {
  if (!row) return
  const { repeatReport } = await import('#web/list/export-list.ts')
  await repeatReport(row)
}

/** Made from one record: there is nothing to repeat. */
const ONE_RECORD = 'act_bundle'

const SCHEDULE: BulkAction<Report> = {
  label: 'По расписанию',
  most: 1,
  right: 'report.create',
  when: (row) => row.type !== ONE_RECORD,
  why: 'Этот отчёт — об одной записи',
  run: ([row]) => schedule(row),
}

/** SUPERVISOR orders reports of companies and holds no right of one. */
const rightOf = (isCompany: boolean) => (isCompany ? { right: 'report.create' as const } : {})

interface ReportListProps {
  /** Reports of a company are ordered by schedules too. */
  hasSchedules: boolean
  /** Opens the form of a new report. */
  order: () => void
}

/** Files that were asked for: Enter saves a ready one. */
export function ReportList({ hasSchedules, order }: ReportListProps) {
  return (
    <ListScreen<Report>
      id="reports"
      title="Отчёты"
      call={report.getAll}
      columns={COLUMNS}
      sort="-created_at"
      period
      search="Название отчёта"
      statuses={{ kind: 'report', values: reportStatuses }}
      filters={FILTERS}
      open={(row) => void save(row)}
      create={{ label: 'Новый отчёт', run: order, ...rightOf(hasSchedules) }}
      tabs={hasSchedules && <ReportTabs tab="files" />}
      bulk={[
        {
          label: 'Скачать',
          most: 1,
          when: (row) => row.file_id !== null,
          why: 'Файла ещё нет или он уже удалён',
          run: ([row]) => save(row),
        },
        {
          label: 'Повторить',
          most: 1,
          ...rightOf(hasSchedules),
          when: (row) => row.status !== 'queued' && row.status !== 'running',
          why: 'Этот отчёт ещё готовится',
          run: ([row]) => repeat(row),
        },
        ...(hasSchedules ? [SCHEDULE] : []),
        {
          label: 'Отменить',
          most: 1,
          when: (row) => row.status === 'queued' || row.status === 'running',
          why: 'Этот отчёт уже не готовится',
          run: ([row]) => cancel(row),
        },
      ]}
      empty="Здесь появятся файлы отчётов и списков: список выгружают на его экране кнопкой «Выгрузка»."
    />
  )
}
