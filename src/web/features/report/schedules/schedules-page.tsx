import { Button } from '@mantine/core'
import { useNavigate } from '#web/router/hooks.ts'
import { paths } from '#contract/screen-paths.ts'
import { schedules, type ReportSchedule } from '#contract/report/schedules.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import { saveReport } from '#web/list/export-list.ts'
import { formatTitles } from '../report-formats.ts'
import { ReportTabs } from './report-tabs.tsx'
import { ScheduleButtons } from './schedule-buttons.tsx'
import { periodTitles, stopText, whenText } from './schedule-words.ts'
import styles from './schedules.module.css'

/** Reports that are ordered by themselves: when, for whom, and what became of them the last time. */
export function SchedulesPage() {
  const navigate = useNavigate()
  const rights = useHeldRights()
  const list = useCall(schedules.getSchedules, { query: {} }, { quiet: true })
  return (
    <Page
      title="Отчёты"
      tabs={<ReportTabs tab="schedules" />}
      actions={
        rights?.has('report.create') && (
          <Button onClick={() => navigate(`${paths.reports}?order=`)}>Новый отчёт</Button>
        )
      }
    >
      <div className={styles['stack']}>
        <ScheduleList list={list} />
      </div>
    </Page>
  )
}

type Read = ReturnType<typeof useCall<typeof schedules.getSchedules>>

function ScheduleList({ list: { data, error, refetch } }: { list: Read }) {
  if (error && !data)
    return (
      <div role="alert" className={styles['stack']}>
        <p>{error.message}</p>
        <div>
          <Button variant="default" onClick={() => void refetch()}>
            Повторить
          </Button>
        </div>
      </div>
    )
  if (!data) return <Waiting />
  if (data.length === 0)
    return (
      <p className={styles['quiet']}>
        Расписаний ещё нет. Откройте «Новый отчёт» и нажмите «По расписанию», или выберите готовый
        файл в списке.
      </p>
    )
  return (
    <div className={wide['scroll']} tabIndex={0} role="region" aria-label="Расписания">
      <table className={`${wide['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Отчёт</th>
            <th scope="col">Когда</th>
            <th scope="col">Кому</th>
            <th scope="col">Следующий</th>
            <th scope="col">Последний</th>
            <th scope="col">Действия</th>
          </tr>
        </thead>
        <tbody>
          {data.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ScheduleRow({ schedule }: { schedule: ReportSchedule }) {
  const { title, report_title, format, period } = schedule
  return (
    <tr>
      <td data-whole>
        <strong>{title}</strong>
        <small>
          {[report_title, period && periodTitles[period].toLowerCase(), formatTitles[format]]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </td>
      <td data-label="Когда">{whenText(schedule)}</td>
      <td data-label="Кому">
        <Readers schedule={schedule} />
      </td>
      <td data-label="Следующий" data-whole>
        <NextTime schedule={schedule} />
      </td>
      <td data-label="Последний" data-whole>
        <LastReport schedule={schedule} />
      </td>
      <td data-whole>
        <ScheduleButtons schedule={schedule} />
      </td>
    </tr>
  )
}

function Readers({ schedule: { owner, recipients } }: { schedule: ReportSchedule }) {
  const closed = recipients.filter(({ is_allowed }) => !is_allowed).map(({ name }) => name)
  const open = recipients.filter(({ is_allowed }) => is_allowed).map(({ name }) => name)
  return (
    <>
      {[owner.name, ...open].join(', ')}
      {closed.length > 0 && <small>Больше не получают, нет права: {closed.join(', ')}</small>}
    </>
  )
}

function NextTime({ schedule }: { schedule: ReportSchedule }) {
  if (schedule.status === 'off') return <Badge tone="gray" icon="stop" label="Выключено" />
  if (schedule.status === 'active') return dateTime(schedule.next_at)
  return (
    <>
      <Badge tone="red" icon="stop" label="Остановлено" />
      <small>{stopText(schedule)}</small>
    </>
  )
}

function LastReport({ schedule: { last, report_title } }: { schedule: ReportSchedule }) {
  if (!last) return 'Ещё не готовился'
  const { file_id: fileId } = last
  return (
    <>
      <StatusBadge kind="report" status={last.status} />
      <small>{dateTime(last.at)}</small>
      {last.error && <small>{last.error}</small>}
      {fileId && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void saveReport(fileId, report_title)}
        >
          Скачать
        </Button>
      )}
    </>
  )
}
