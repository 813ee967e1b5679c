import { Checkbox, TextInput } from '@mantine/core'
import type { ReportDescription, ReportFormat } from '#contract/report/report-entities.ts'
import {
  reportPeriods,
  scheduleRepeats,
  schedules,
  type ReportPeriod,
  type ScheduleRepeat,
} from '#contract/report/schedules.ts'
import { useCall } from '#web/api/use-call.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'
import { TimeInput } from '#web/ui/inputs/time-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { ParamField } from '../param-field.tsx'
import { formatTitles } from '../report-formats.ts'
import { periodTitles, repeatTitles, WEEKDAYS } from './schedule-words.ts'
import styles from './schedules.module.css'

export type ScheduleValues = Record<string, unknown> & {
  title: string
  params: Record<string, string>
  format: ReportFormat
  /** Empty without a period. */
  period: ReportPeriod | ''
  repeats: ScheduleRepeat
  at_time: string
  weekdays: string[]
  month_day: number | null
  recipients: string[]
}

interface ScheduleFieldsProps {
  form: Pick<RecordForm<ScheduleValues>, 'field' | 'values' | 'set'> & {
    kit: Pick<RecordForm<ScheduleValues>['kit'], 'errors'>
  }
  kind: ReportDescription
  listCall: string | undefined
}

/** Given by the period each time. */
export const TIME_PARAMS: ReadonlySet<string> = new Set(['date_from', 'date_to', 'date', 'year'])
const PERIODS = reportPeriods.map((value) => ({ value, label: periodTitles[value] }))
const REPEATS = scheduleRepeats.map((value) => ({ value, label: repeatTitles[value] }))

/** What is asked for, for which days, when and for whom. */
export function ScheduleFields({ form, kind, listCall }: ScheduleFieldsProps) {
  const { values, field, set } = form
  const isOfList = kind.type === 'list' || kind.printed_from !== undefined
  const hasTime = kind.params.some(({ name }) => TIME_PARAMS.has(name))
  const own = isOfList ? [] : kind.params.filter(({ name }) => !TIME_PARAMS.has(name))
  return (
    <>
      <TextInput label="Название" required data-autofocus {...field('title')} />
      <Fields columns={2}>
        {own.map((param) => (
          <ParamField
            key={param.name}
            param={param}
            first={false}
            value={values.params[param.name] ?? ''}
            error={form.kit.errors[`params.${param.name}`]?.toString()}
            change={(name, value) => set({ params: { ...values.params, [name]: value } })}
          />
        ))}
        {(hasTime || isOfList) && (
          <SearchSelect
            label="За какие дни"
            required={hasTime}
            clearable={!hasTime}
            allowDeselect={!hasTime}
            placeholder={hasTime ? '' : 'За все дни'}
            data={PERIODS}
            {...field('period')}
          />
        )}
        <SearchSelect
          label="Вид файла"
          allowDeselect={false}
          data={kind.formats.map((value) => ({ value, label: formatTitles[value] }))}
          {...field('format')}
        />
        <SearchSelect
          label="Как часто"
          allowDeselect={false}
          data={REPEATS}
          {...field('repeats')}
        />
        <TimeInput label="Время" required {...field('at_time')} />
        {values.repeats === 'month' && (
          <IntInput
            label="Число месяца"
            description="В коротком месяце — в последний день"
            required
            {...field('month_day')}
          />
        )}
      </Fields>
      {values.repeats === 'week' && (
        <Checkbox.Group label="Дни недели" required {...field('weekdays')}>
          <div className={styles['days']}>
            {WEEKDAYS.map((label, at) => (
              <Checkbox key={label} value={String(at + 1)} label={label} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Readers form={form} kind={kind} listCall={listCall} />
    </>
  )
}

/** Others of the company who may have this report; a person without the right is not offered. */
function Readers({ form, kind, listCall }: ScheduleFieldsProps) {
  const { data, error } = useCall(
    schedules.getScheduleReaders,
    { query: { type: kind.type, ...(kind.type === 'list' && listCall && { call: listCall }) } },
    { quiet: true },
  )
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return null
  if (data.length === 0)
    return <p className={styles['quiet']}>Кроме вас этот отчёт никто в компании не получает.</p>
  return (
    <Checkbox.Group
      label="Кому, кроме вас"
      description="Придёт уведомление, а письмо — тем, кто выбрал его в своей учётной записи"
      {...form.field('recipients')}
    >
      <div className={styles['people']}>
        {data.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
