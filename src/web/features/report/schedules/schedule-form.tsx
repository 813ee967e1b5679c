import { useState } from 'react'
import { report } from '#contract/report/report.ts'
import type { Report, ReportDescription, ReportFormat } from '#contract/report/report-entities.ts'
import { schedules, type ReportSchedule } from '#contract/report/schedules.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { ScheduleFields, TIME_PARAMS, type ScheduleValues } from './schedule-fields.tsx'

const REFRESHES = { refreshes: [schedules.getSchedules] }

/** A report that may be repeated, as its form or its line in the list has it. */
type Repeatable = Pick<Report, 'type' | 'title' | 'format'> & { params: unknown }

/** A new schedule of a report. */
export function openNewSchedule(of: Repeatable): Promise<void> {
  return openDialog({ title: `По расписанию: ${of.title}`, width: 640 }, (close) => (
    <WithKind type={of.type}>
      {(kind) => <NewSchedule of={of} kind={kind} close={close} />}
    </WithKind>
  ))
}

export function openSchedule(schedule: ReportSchedule): Promise<void> {
  return openDialog({ title: schedule.title, width: 640 }, (close) => (
    <WithKind type={schedule.type}>
      {(kind) => <ScheduleChange schedule={schedule} kind={kind} close={close} />}
    </WithKind>
  ))
}

interface DescribedProps {
  type: string
  children: (kind: ReportDescription) => React.ReactNode
}

/** Waits for the description of the report: its parameters with their choices. */
function WithKind({ type, children }: DescribedProps) {
  const { data, error } = useCall(
    report.getTypes,
    { query: { type } },
    { fresh: REFERENCE_MS, quiet: true },
  )
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  const [kind] = data
  return kind ? (
    children(kind)
  ) : (
    <p role="alert">Этот отчёт не составляют по расписанию, или у вас нет на него права.</p>
  )
}

function NewSchedule(props: { of: Repeatable; kind: ReportDescription; close: () => void }) {
  const { of, kind, close } = props
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(schedules.createSchedule, REFRESHES)
  const form = useRecordForm({
    schema: schedules.createSchedule.body,
    initial: newValues(of, kind),
    toBody: (values) => ({ client_id: clientId, type: of.type, ...bodyOf(values, of.params) }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Расписание сохранено">
      <ScheduleFields form={form} kind={kind} listCall={listCallOf(of.params)} />
    </SaveForm>
  )
}

function ScheduleChange(props: {
  schedule: ReportSchedule
  kind: ReportDescription
  close: () => void
}) {
  const { schedule, kind, close } = props
  const { id, version, params } = schedule
  const save = useSend(schedules.updateSchedule, REFRESHES)
  const form = useRecordForm({
    schema: schedules.updateSchedule.body,
    initial: valuesOf(schedule),
    version,
    toBody: (values) => ({ id, version, ...bodyOf(values, params) }),
  })
  return (
    <SaveForm form={form} save={save} saved={close} said="Расписание сохранено">
      <ScheduleFields form={form} kind={kind} listCall={listCallOf(params)} />
    </SaveForm>
  )
}

function newValues({ title, params, format }: Repeatable, kind: ReportDescription): ScheduleValues {
  const formats: readonly ReportFormat[] = kind.formats
  return {
    title,
    params: textsOf(params),
    format: formats.includes(format) ? format : (formats[0] ?? 'xlsx'),
    period: hasDays(params, kind) ? 'yesterday' : '',
    repeats: 'day',
    at_time: '07:00',
    weekdays: [],
    month_day: 1,
    recipients: [],
  }
}

/** Whether the report is of some days: by its parameters, or by the filter of its list. */
function hasDays(params: unknown, kind: ReportDescription): boolean {
  const { filter } = params as { filter?: Record<string, unknown> }
  if (filter && ('date_from' in filter || 'date_to' in filter)) return true
  return kind.params.some(({ name }) => TIME_PARAMS.has(name))
}

function valuesOf(schedule: ReportSchedule): ScheduleValues {
  const { title, params, format, period, repeats, at_time } = schedule
  return {
    title,
    params: textsOf(params),
    format,
    period: period ?? '',
    repeats,
    at_time,
    weekdays: schedule.weekdays.map(String),
    month_day: schedule.month_day ?? 1,
    // Whoever may not have the report any more is not chosen again.
    recipients: schedule.recipients.filter(({ is_allowed }) => is_allowed).map(({ id }) => id),
  }
}

/** Parameters of a form are texts; a list and an archive keep theirs as they are. */
function textsOf(params: unknown): Record<string, string> {
  const entries = Object.entries(params as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function bodyOf(values: ScheduleValues, given: unknown) {
  const { params, period, at_time, weekdays, repeats, month_day, ...rest } = values
  return {
    ...rest,
    params: { ...keptOf(given), ...params },
    period: period || null,
    repeats,
    at_time,
    weekdays: repeats === 'week' ? weekdays.map(Number) : [],
    month_day: repeats === 'month' ? month_day : null,
  }
}

/** What no field of the form shows: the filter and the columns of a list. */
function keptOf(given: unknown): object {
  const entries = Object.entries(given as Record<string, unknown>)
  return Object.fromEntries(entries.filter(([, value]) => typeof value !== 'string'))
}

function listCallOf(params: unknown): string | undefined {
  const { call } = params as { call?: unknown }
  return typeof call === 'string' ? call : undefined
}
