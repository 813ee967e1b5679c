import { Button } from '@mantine/core'
import { useRef, useState, type FocusEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { paths } from '#contract/screen-paths.ts'
import { report } from '#contract/report/report.ts'
import type { ReportDescription, ReportFormat } from '#contract/report/report-entities.ts'
import { schedules } from '#contract/report/schedules.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { Fields } from '#web/ui/form/form.tsx'
import { moveByEnter, passClosedList } from '#web/ui/form/form-keys.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { saveWhenReady } from '#web/list/export-list.ts'
import { ParamField } from './param-field.tsx'
import { openNewSchedule } from './schedules/schedule-form.tsx'
import { formatTitles } from './report-formats.ts'
import styles from './report-order.module.css'
import {
  AnswerFigures,
  isAnswer,
  narrowingOfAnswer,
  periodOfAnswer,
  titleOfAnswer,
} from './report-answer.tsx'
import { ReportGallery } from './report-gallery.tsx'
import { ReportTable } from './report-table.tsx'
import { filledOf, useReportValues } from './report-values.ts'

/** Reports that are ordered by a form; lists are exported and documents printed from their own screens. */
const isOrdered = ({ type, formats, printed_from }: ReportDescription) =>
  type !== 'list' && formats.length > 0 && !printed_from

/** The form of a new report: which one, its parameters as the server describes them, its first rows and its file. */
export function ReportOrder({ home, type }: { home: string; type: string }) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const all = useCall(report.getTypes, { query: {} }, { fresh: REFERENCE_MS })
  const kinds = all.data?.filter(isOrdered) ?? []
  const chosen = kinds.find((kind) => kind.type === type)
  return (
    <Page
      title={chosen ? titleOfAnswer(chosen, Object.fromEntries(address)) : 'Новый отчёт'}
      actions={
        <>
          {chosen && (
            <Button variant="default" onClick={() => navigate(`${home}?order=`)}>
              Другой отчёт
            </Button>
          )}
          <Button variant="default" onClick={() => navigate(home)}>
            Все отчёты
          </Button>
        </>
      }
    >
      {all.error && <p>{all.error.message}</p>}
      {all.data && !chosen && (
        <ReportGallery
          kinds={kinds}
          choose={(next) =>
            navigate(`${home}?order=${next}`, { replace: true, state: { form: true } })
          }
        />
      )}
      {!all.data && !all.error && <Waiting />}
      {chosen && <OrderForm key={chosen.type} home={home} kind={chosen} />}
    </Page>
  )
}

function OrderForm({ home, kind }: { home: string; kind: ReportDescription }) {
  const navigate = useNavigate()
  const { values, named, change, commit } = useReportValues(kind)
  // From the gallery the form comes first, an owner's question opens as its answer.
  const asked = (useLocation().state as { form?: boolean } | null)?.form === true
  const [folded, setFolded] = useState(!asked && isAnswer(kind.type))
  const [format, setFormat] = useState<ReportFormat>(kind.formats[0]!)
  const element = useRef<HTMLFormElement>(null)
  const own = useCall(report.getTypes, { query: { type: kind.type } }, { fresh: REFERENCE_MS })
  const { send, sending, refusal } = useSend(report.create, { refreshes: [report.getAll] })
  const params = filledOf(named)
  const missing = kind.params.filter(({ name, required }) => required && !values[name])
  const isComplete = kind.params.every(({ name, required }) => !required || params[name])
  const preview = useCall(
    report.preview,
    { query: { type: kind.type, params } },
    { when: isComplete, quiet: true, keepPrevious: true },
  )
  const problems: Record<string, string> = { ...preview.error?.fields, ...refusal?.fields }
  const mayPlan = useMaySend(schedules.createSchedule)
  const order = async () => {
    commit()
    if (missing.length > 0) return
    const body = {
      type: kind.type,
      params: filledOf(values),
      format,
      client_id: crypto.randomUUID(),
    }
    const asked = await send({ body })
    if (!asked) return
    void saveWhenReady(asked.reportId, kind.title)
    navigate(home)
  }
  useKeys([
    {
      hotkey: 'main',
      label: 'Скачать',
      run: () => element.current?.requestSubmit(),
    },
  ])
  const commitTyped = (event: FocusEvent) => {
    if (event.target instanceof HTMLInputElement) commit()
  }
  return (
    <>
      <form
        ref={element}
        className={styles['form']}
        data-folded={folded || undefined}
        noValidate
        onBlur={commitTyped}
        onKeyDownCapture={(event) => passClosedList(event, true)}
        onKeyDown={(event) => moveByEnter(event, true)}
        onSubmit={(event) => {
          event.preventDefault()
          void order()
        }}
      >
        {folded && (
          <div className={styles['conditions']}>
            <strong>{periodOfAnswer(named)}</strong>
            <span>{narrowingOfAnswer(own.data?.[0] ?? kind, named)}</span>
            <Button variant="subtle" onClick={() => setFolded(false)}>
              Изменить условия
            </Button>
          </div>
        )}
        {!folded && (
          <Fields columns={4}>
            {(own.data?.[0] ?? kind).params.map((param, place) => (
              <ParamField
                key={param.name}
                param={param}
                first={place === 0}
                value={values[param.name] ?? ''}
                error={
                  problems[`params.${param.name}`] ??
                  (param.required && !values[param.name] ? 'Заполните поле' : undefined)
                }
                change={change}
              />
            ))}
          </Fields>
        )}
        <OrderFoot
          formats={kind.formats}
          format={format}
          choose={setFormat}
          problem={refusal?.message}
          sending={sending}
          schedule={
            mayPlan && home === paths.reports
              ? () => void openNewSchedule({ ...kind, params: filledOf(values), format })
              : undefined
          }
        />
      </form>
      {isComplete && <PreviewPart kind={kind} preview={preview} />}
    </>
  )
}

interface OrderFootProps {
  formats: readonly ReportFormat[]
  format: ReportFormat
  choose: (format: ReportFormat) => void
  problem: string | undefined
  sending: boolean
  /** Absent where reports have no schedules. */
  schedule: (() => void) | undefined
}

function OrderFoot(props: OrderFootProps) {
  const { formats, format, choose, problem, sending, schedule } = props
  const keyOf = useHotkeyNames()
  return (
    <div className={styles['foot']}>
      {problem && <span role="alert">{problem}</span>}
      <SearchSelect
        aria-label="Вид файла"
        w={96}
        allowDeselect={false}
        data={formats.map((value) => ({ value, label: formatTitles[value] }))}
        value={format}
        onChange={(next) => next && choose(next as ReportFormat)}
      />
      {schedule && (
        <Button variant="default" onClick={schedule}>
          По расписанию
        </Button>
      )}
      <Button type="submit" data-main loading={sending} title={keyOf('main')}>
        Скачать
      </Button>
    </div>
  )
}

type Preview = ReturnType<typeof useCall<typeof report.preview>>

interface PreviewPartProps {
  kind: ReportDescription
  preview: Preview
}

function PreviewPart({ kind, preview }: PreviewPartProps) {
  const { error, data, stale } = preview
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return null
  const { title, columns } = kind
  return (
    <>
      <AnswerFigures columns={columns} preview={data} />
      <ReportTable {...{ title, columns, stale }} preview={data} />
    </>
  )
}
